import Foundation
import ReactiveLoadable

/// Fetches bodies, each once for all resources that are made of it, and keeps them in memory.
struct SharedBodies: Sendable {
  typealias Cache = LoaderCache<ResourceRequest, FetchedBody, LoadError>

  /// A body, and where it came from for the load that asked for it.
  struct Found {
    let body: FetchedBody
    let source: ResourceSource

    /// Whether this load has asked the server for it.
    var isAsked: Bool { source != .memory && body.isAnswer }
  }

  /// Told while a body is on its way.
  struct Reporting {
    let progress: (LoadProgress) -> Void
    /// What is kept, and may be shown meanwhile.
    let stale: (FetchedBody, ResourceSource) async -> Void
  }

  let cache: Cache

  /// What is in memory of a body, or comes from the disk, or from the server.
  func body(_ request: ResourceRequest, _ reporting: Reporting) async throws -> Found {
    let before = cache.state(for: request).latest
    let interest = cache.interest(in: request)
    defer { interest.cancel() }
    return try await body(interest, over: before, reporting)
  }

  /// Asks the server in any case; what it sends takes the place of what was in memory.
  func body(
    _ request: ResourceRequest,
    by use: CacheUse,
    _ reporting: Reporting
  ) async throws -> Found {
    var asking = request
    asking.cacheUse = use
    let interest = cache.interest(in: asking)
    defer {
      settle(asking, for: request)
      interest.cancel()
      // It may have come just now.
      settle(asking, for: request)
    }
    return try await body(interest, over: nil, reporting)
  }

  /// Puts what has come in the place of what was in memory, also for others who have asked for it.
  ///
  /// What was forgotten meanwhile, for instance because the user logged out, stays forgotten.
  private func settle(_ asking: ResourceRequest, for request: ResourceRequest) {
    let state = cache.state(for: asking)
    if case .loaded(let body) = state { cache.set(body, for: request) }
    if !state.isLoading { cache.remove(asking) }
  }

  /// Whether another version of a body is in memory by now.
  func isReplaced(_ body: FetchedBody, of request: ResourceRequest) -> Bool {
    guard let now = cache.value(for: request), now !== body else { return false }
    return !now.isVersion(body.version)
  }

  private func body(
    _ interest: Cache.Interest,
    over before: FetchedBody?,
    _ reporting: Reporting
  ) async throws -> Found {
    var told: FetchedBody?
    for await state in interest.states.elements(buffering: .newest(1)) {
      switch state {
      case .notRequested: throw CancellationError()
      case .loading(let loading):
        if let progress = loading.progress { reporting.progress(progress) }
        guard let stale = loading.previous, stale !== told else { continue }
        told = stale
        await reporting.stale(stale, before == nil ? stale.source : .memory)
      case .loaded(let body):
        if interest.isHit { return Found(body: body, source: .memory) }
        // A cancel leads back to what was there before, which is as stale as it was.
        guard body !== before else { throw CancellationError() }
        return Found(body: body, source: body.source)
      case .failed(let failed): throw failed.error.underlying
      }
    }
    throw CancellationError()
  }
}
