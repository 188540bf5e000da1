import Foundation
import ReactiveLoadable

/// A fetch of one URL, from the lookup in the store to the response or a redirect.
struct FetchRun {
  let fetcher: ResourceFetcher
  let request: ResourceRequest
  let report: @Sendable (FetchReport) -> Void

  var storage: FetchStorage { fetcher.storage }
  var now: Date { fetcher.wallClock.now() }
  private var heuristics: HeuristicFreshness { fetcher.policy.heuristics }

  func run() async throws(ResourceError) -> FetchStep {
    try checkCancellation()
    let cached = await cached()
    try checkCancellation()
    switch FetchPlan(request.cachePolicy, cached: cached, at: now, heuristics: heuristics) {
    case .serve(let cached, let isStale):
      storage.count(\.hits)
      return .found(fromStore(cached, isStale: isStale))
    case .revalidate(let cached): return try await revalidate(cached)
    case .load: return try await fetch(revalidating: nil)
    case .fail: throw .notStored
    }
  }

  private func cached() async -> CachedResource? {
    guard request.cachePolicy != .reloadIgnoringStore else { return nil }
    return await storage.cached(for: request, at: now)
  }

  private func revalidate(_ cached: CachedResource) async throws(ResourceError) -> FetchStep {
    let isUsable = request.cachePolicy == .standard && !cached.isInvalidated
    if isUsable, fetcher.policy.mayReportStale(cached.stored, at: now) {
      report(.stale(fromStore(cached, isStale: true)))
    }
    do {
      return try await fetch(revalidating: cached)
    } catch {
      guard isUsable, error.allowsStale,
        cached.stored.allowsStaleIfError(at: now, heuristics: heuristics)
      else { throw error }
      storage.count(\.staleIfErrors)
      return .found(fromStore(cached, isStale: true))
    }
  }

  /// Returns a stored response with its current age, without revalidation (RFC 9111, 4).
  private func fromStore(_ cached: CachedResource, isStale: Bool) -> FetchedResource {
    var resource = resource(cached, from: .disk)
    resource.isStale = isStale
    resource.headers = cached.stored.aged(at: now)
    return resource
  }

  func resource(_ cached: CachedResource, from source: FetchedResource.Source) -> FetchedResource {
    FetchedResource(
      body: cached.body,
      url: request.url,
      source: source,
      headers: cached.stored.headers,
      received: cached.stored.received,
      lifetime: fetcher.policy.lifetime(of: cached.stored, at: now)
    )
  }

  private func fetch(revalidating cached: CachedResource?) async throws(ResourceError) -> FetchStep
  {
    let part = storage.takePart(for: request)
    return try await perform(ConditionalRequest(request, cached: cached, part: part))
  }

  func checkCancellation() throws(ResourceError) { if Task.isCancelled { throw .cancelled } }
}

/// The result of a fetch of one URL.
enum FetchStep {
  case found(FetchedResource)
  /// The value of `Location`, and the longest lifetime in memory of the target.
  case redirected(to: String, CacheLifetime)
}
