import Foundation
import ReactiveLoadable

/// Fetches bodies, each once for all resources that are decoded from it, and caches them in memory.
struct SharedBodies: Sendable {
  typealias Cache = LoaderCache<ResourceRequest, FetchedBody, LoadError>

  /// A body, and its source for the load that requested it.
  struct SourcedBody {
    let body: FetchedBody
    let source: ResourceSource

    /// True if this load sent a request for the body.
    var isFromServer: Bool { source != .memory && body.isFromServer }
    /// True for a cached body that is not a stale response used after an error.
    var isFromCache: Bool { source != .network && !body.fetched.isStale }
  }

  struct Reporting {
    let progress: (LoadProgress) -> Void
    /// Called with a cached body that may be shown stale.
    let stale: (FetchedBody, ResourceSource) async -> Void
  }

  let cache: Cache

  /// Returns the body from memory, the store or the server.
  func body(_ request: ResourceRequest, _ reporting: Reporting) async throws -> SourcedBody {
    let before = cache.state(for: request).latest
    let interest = cache.interest(in: request)
    defer { interest.cancel() }
    return try await body(interest, over: before, reporting)
  }

  /// Sends a request in any case; the response replaces the body in memory.
  func body(
    _ request: ResourceRequest,
    by use: RequestCachePolicy,
    _ reporting: Reporting
  ) async throws -> SourcedBody {
    var reload = request
    reload.cachePolicy = use
    let interest = cache.interest(in: reload)
    defer {
      storeReload(reload, for: request)
      interest.cancel()
      // The response may have arrived just now.
      storeReload(reload, for: request)
    }
    return try await body(interest, over: nil, reporting)
  }

  /// Replaces the body in memory with the response, for all later lookups.
  ///
  /// A body that was removed during the request, for instance at logout, stays removed.
  private func storeReload(_ reload: ResourceRequest, for request: ResourceRequest) {
    let state = cache.state(for: reload)
    if case .loaded(let body) = state { cache.set(body, for: request) }
    if !state.isLoading { cache.remove(reload) }
  }

  /// Removes the body of a request; the loads in flight do not cache what they receive.
  func remove(_ request: ResourceRequest) {
    cache.remove(request)
    for use in [RequestCachePolicy.reload, .reloadIgnoringStore] {
      var reload = request
      reload.cachePolicy = use
      cache.remove(reload)
    }
  }

  /// Returns true if memory has another version of the body.
  func isReplaced(_ body: FetchedBody, of request: ResourceRequest) -> Bool {
    guard let now = cache.value(for: request), now !== body else { return false }
    return !now.isVersion(body.version)
  }

  private func body(
    _ interest: Cache.Interest,
    over before: FetchedBody?,
    _ reporting: Reporting
  ) async throws -> SourcedBody {
    var reported: FetchedBody?
    for await state in interest.states.elements(buffering: .newest(1)) {
      switch state {
      case .notRequested: throw CancellationError()
      case .loading(let loading):
        if let progress = loading.progress { reporting.progress(progress) }
        guard let stale = loading.previous, stale !== reported else { continue }
        reported = stale
        await reporting.stale(stale, before == nil ? stale.source : .memory)
      case .loaded(let body):
        if interest.isHit { return SourcedBody(body: body, source: .memory) }
        // A cancellation restores the previous body, with its previous freshness.
        guard body !== before else { throw CancellationError() }
        return SourcedBody(body: body, source: body.source)
      case .failed(let failed): throw failed.error.underlying
      }
    }
    throw CancellationError()
  }
}
