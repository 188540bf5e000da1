import Foundation
import ReactiveLoadable

/// Fetches bodies, each download once for all resources that are decoded from it.
///
/// Memory has the bodies that were downloaded or revalidated. A body that is fresh in the store is
/// read by each load itself: only a request needs to be shared, and a load of the cache with its
/// task costs more than the read.
final class SharedBodies: Sendable {
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
    /// Called with a cached body that may be shown until the response arrives.
    let stored: (FetchedBody, ResourceSource) async -> Void
  }

  let cache: Cache
  private let fetcher: ResourceFetcher
  private let elapsed: ElapsedTime
  private let lookups = BodyLookups()

  init(_ fetcher: ResourceFetcher, _ policy: CachePolicy<FetchedBody>, _ elapsed: ElapsedTime) {
    self.fetcher = fetcher
    self.elapsed = elapsed
    cache = LoaderCache(policy: policy) { [lookups] request, report in
      try await fetcher.body(request, as: lookups.takePlan(for: request), elapsed, report)
    }
  }

  /// Returns the body from memory, the store or the server.
  func body(_ request: ResourceRequest, _ reporting: Reporting) async throws -> SourcedBody {
    let request = lookups.current(request)
    let state = cache.state(for: request)
    if case .notRequested = state, fetcher.storage.store != nil {
      return try await unknownBody(request, reporting)
    }
    // NB: Not the value of the state, which may be the result of a load that the interest joins at its end.
    let stored = cache.storedValue(for: request)
    let interest = cache.interest(in: request)
    defer { interest.cancel() }
    let isInMemory = state.latest != nil
    return try await body(interest, over: stored, isInMemory: isInMemory, reporting)
  }

  /// Returns a body that is not in memory from the store, or else from a shared request.
  private func unknownBody(
    _ request: ResourceRequest,
    _ reporting: Reporting
  ) async throws -> SourcedBody {
    // In flight from the lookup to the end, so that a removal of the record concerns all of it.
    fetcher.storage.ledger { $0.start(request.key) }
    defer { fetcher.storage.ledger { $0.end(request.key) } }
    let removals = lookups.removals
    let run = FetchRun(fetcher: fetcher, request: request) { _ in }
    let plan: FetchPlan
    do { plan = try await run.plan() } catch .cancelled { throw CancellationError() }
    if case .serve(let cached, let isStale) = plan {
      let fetched = run.served(cached, isStale: isStale)
      return SourcedBody(
        body: FetchedBody(fetched, isFromServer: false, at: elapsed.now()),
        source: .disk
      )
    }
    let interest = lookups.withPlan(plan, for: request) { cache.interest(in: request) }
    defer { interest.cancel() }
    // A removal during the lookup did not find the load that has started now.
    if lookups.removals != removals { cache.remove(request) }
    return try await body(interest, reporting)
  }

  /// Sends a request in any case; the response replaces the body in memory.
  func body(
    _ request: ResourceRequest,
    by use: RequestCachePolicy,
    _ reporting: Reporting
  ) async throws -> SourcedBody {
    let request = lookups.current(request)
    var reload = request
    reload.cachePolicy = use
    let interest = cache.interest(in: reload)
    // A reload that has ended, and is not removed yet, was requested before this one.
    let earlier = interest.isHit ? cache.storedValue(for: reload) : nil
    if interest.isHit { interest.refresh() }
    defer {
      storeReload(reload, for: request)
      interest.cancel()
      // The response may have arrived just now.
      storeReload(reload, for: request)
    }
    return try await body(interest, over: earlier, isReload: true, reporting)
  }

  /// Replaces the body in memory with the response, for all later lookups.
  ///
  /// A body that was removed during the request, for instance at logout, stays removed.
  private func storeReload(_ reload: ResourceRequest, for request: ResourceRequest) {
    let removals = lookups.removals
    let state = cache.state(for: reload)
    if case .loaded(let body) = state {
      cache.set(body, for: request)
      if request.cachePolicy == .storeThenNetwork { cache.invalidate(request) }
      // A removal in between did not find the body.
      if lookups.removals != removals { cache.remove(request) }
    }
    // Another reload may have begun since, which needs its entry until it ends.
    cache.removeUnused(reload)
  }

  /// Removes the body of a request; the loads in flight do not cache what they receive.
  func remove(_ request: ResourceRequest) {
    let request = lookups.current(request)
    lookups.recordRemoval()
    cache.remove(request)
    for use in [RequestCachePolicy.reload, .reloadIgnoringStore] {
      var reload = request
      reload.cachePolicy = use
      cache.remove(reload)
    }
  }

  /// Removes all bodies; the loads in flight do not cache what they receive.
  func removeAll() {
    lookups.recordRemoval()
    cache.removeAll()
  }

  /// Removes all bodies and cancels all loads; a load in flight shares nothing with later ones.
  func reset() {
    lookups.recordReset()
    _ = cache.resetForScope()
  }

  /// Returns the state of the body of a request.
  func state(for request: ResourceRequest) -> Loadable<FetchedBody, LoadError> {
    cache.state(for: lookups.current(request))
  }

  /// Returns true if memory has another version of the body.
  func isReplaced(_ body: FetchedBody, of request: ResourceRequest) -> Bool {
    guard let now = cache.value(for: lookups.current(request)), now !== body else { return false }
    return !now.isVersion(body.version)
  }

  /// Waits for the body of an interest that was made over a stored body.
  private func body(
    _ interest: Cache.Interest,
    over stored: FetchedBody? = nil,
    isInMemory: Bool = false,
    isReload: Bool = false,
    _ reporting: Reporting
  ) async throws -> SourcedBody {
    var reported: FetchedBody?
    func report(_ cached: FetchedBody?) async {
      guard let cached, cached !== reported else { return }
      reported = cached
      await reporting.stored(cached, isInMemory ? .memory : cached.source)
    }
    for await state in interest.states.elements(buffering: .newest(1)) {
      switch state {
      case .notRequested: throw CancellationError()
      case .loading(let loading):
        if let progress = loading.progress { reporting.progress(progress) }
        await report(loading.previous)
      case .loaded(let body):
        if interest.isHit, !isReload { return SourcedBody(body: body, source: .memory) }
        // A cancellation restores the previous body, with its previous freshness.
        guard body !== stored else { throw CancellationError() }
        return SourcedBody(body: body, source: body.source)
      case .failed(let failed):
        // A failed reload reports the stored body with its end.
        await report(failed.previous)
        throw failed.error.underlying
      }
    }
    throw CancellationError()
  }
}

/// The plans of requests whose loads are about to start, and the number of removals from memory.
private final class BodyLookups: Sendable {
  private struct State {
    var plans: [ResourceRequest: FetchPlan] = [:]
    var removals = 0
    var generation: UInt = 0
  }

  private let state = Lock(State())

  var removals: Int { state.withLock { $0.removals } }

  func recordRemoval() { state.withLock { $0.removals += 1 } }

  /// A body that was fetched before a reset has another request, so it is not found after it.
  func current(_ request: ResourceRequest) -> ResourceRequest {
    var request = request
    request.generation = state.withLock { $0.generation }
    return request
  }

  func recordReset() {
    state.withLock { state in
      state.generation += 1
      state.removals += 1
    }
  }

  /// Starts a load with a plan; a load that starts later, or in another task, looks up again.
  func withPlan<Load>(_ plan: FetchPlan, for request: ResourceRequest, _ start: () -> Load) -> Load
  {
    _ = state.withLock { $0.plans.updateValue(plan, forKey: request) }
    defer { _ = takePlan(for: request) }
    return start()
  }

  func takePlan(for request: ResourceRequest) -> FetchPlan? {
    state.withLock { $0.plans.removeValue(forKey: request) }
  }
}
