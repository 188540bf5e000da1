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
    storage.begin(request)
    defer { storage.end(request) }
    let kept = await kept()
    try checkCancellation()
    switch FetchPlan(request.cachePolicy, kept: kept, at: now, heuristics: heuristics) {
    case .answer(let kept, let isStale):
      storage.count(\.hits)
      return .found(fromStore(kept, isStale: isStale))
    case .revalidate(let kept): return try await revalidate(kept)
    case .load: return try await ask(about: nil)
    case .giveUp: throw .notStored
    }
  }

  private func kept() async -> KeptResource? {
    guard request.cachePolicy != .reloadIgnoringStore else { return nil }
    return await storage.kept(for: request, at: now)
  }

  private func revalidate(_ kept: KeptResource) async throws(ResourceError) -> FetchStep {
    let isUsable = request.cachePolicy == .standard && !kept.isDoubtful
    if isUsable, fetcher.policy.shows(kept.stored, at: now) {
      report(.stale(fromStore(kept, isStale: true)))
    }
    do {
      return try await ask(about: kept)
    } catch {
      guard isUsable, error.mayBeStoodInFor,
        kept.stored.allowsStaleIfError(at: now, heuristics: heuristics)
      else { throw error }
      storage.count(\.staleIfErrors)
      return .found(fromStore(kept, isStale: true))
    }
  }

  /// Returns a stored response with its current age, without revalidation (RFC 9111, 4).
  private func fromStore(_ kept: KeptResource, isStale: Bool) -> FetchedResource {
    var resource = resource(kept, from: .disk)
    resource.isStale = isStale
    resource.headers = kept.stored.aged(at: now)
    return resource
  }

  func resource(_ kept: KeptResource, from source: FetchedResource.Source) -> FetchedResource {
    FetchedResource(
      body: kept.body,
      url: request.url,
      source: source,
      headers: kept.stored.headers,
      received: kept.stored.received,
      lifetime: fetcher.policy.lifetime(of: kept.stored, at: now)
    )
  }

  private func ask(about kept: KeptResource?) async throws(ResourceError) -> FetchStep {
    let part = storage.takePart(for: request)
    return try await ask(FetchQuestion(request, kept: kept, part: part))
  }

  func checkCancellation() throws(ResourceError) { if Task.isCancelled { throw .cancelled } }
}

/// The result of a fetch of one URL.
enum FetchStep {
  case found(FetchedResource)
  /// The value of `Location`, and the longest lifetime in memory of the target.
  case redirected(to: String, CacheLifetime)
}
