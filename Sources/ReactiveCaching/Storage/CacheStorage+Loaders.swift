import IssueReporting
import ReactiveLoading
import ReactiveRelays
import Synchronization

// The relays and the loaders of keys, and the changes that loaders report.

extension CacheStorage {
  /// The relay of a key with an interest.
  func relay(of anyEntry: AnyCacheEntry) -> Relay { locked { openRelay(of: entry(anyEntry)) } }

  /// Returns the relay of a key, which belongs to the cache, whichever thread creates it.
  @inline(__always)
  private func openRelay(of entry: Entry) -> Relay {
    let relay = entry.openRelay()
    if Creations.areObserved { Creations.note(relay, of: eventsCore) }
    return relay
  }

  func state(of anyEntry: AnyCacheEntry) -> Loadable<Value, Failure> {
    let (relay, state) = locked { (entry(anyEntry).typedRelay, entry(anyEntry).state) }
    return relay?.current ?? state.state
  }

  /// The running load of a key.
  func running(_ anyEntry: AnyCacheEntry) -> RunningLoad? {
    locked { entry(anyEntry).loader }?.loader.storage.running
  }

  /// Loads a failed key again.
  func retry(_ anyEntry: AnyCacheEntry) {
    let entry = entry(anyEntry)
    let loader = machine.withLock { machine in
      entry.core.contents == .failure ? self.loader(of: entry, ifActive: &machine) : entry.loader
    }
    loader?.loader.retry()
  }

  func refresh(_ anyEntry: AnyCacheEntry) {
    machine.withLock { self.loader(of: entry(anyEntry), ifActive: &$0) }?.loader.refresh()
  }

  func entry(_ anyEntry: AnyCacheEntry) -> Entry { anyEntry.assumed() }

  /// Runs a body under the lock that does not touch the machine.
  func locked<R>(_ body: () -> R) -> R {
    machine.raw.acquire()
    defer { machine.raw.release() }
    return body()
  }

  private func loader(of entry: Entry, ifActive machine: inout Machine) -> Loader? {
    entry.core.isActive ? loader(of: entry, &machine) : nil
  }

  /// Returns the loader of a key, which publishes to the relay of the key.
  ///
  /// Called under the lock, so that the loader starts from the current state.
  @discardableResult
  func loader(of entry: Entry, _ machine: inout Machine) -> Loader {
    if let loader = entry.loader { return loader }
    let id = machine.registerLoader(entry)
    let queueClient = QueueClient(in: queue, at: entry.core.priority)
    let state = entry.state.machine(for: entry.key, loading.resolved)
    let (filter, key) = (CacheChangeFilter(from: state.core.revision), entry.key)
    let storage = LoadStorage(
      policy: loading,
      work: work,
      elapsed: loading.freshness.isTimed ? elapsed : nil,
      queueClient: queueClient,
      from: state,
      to: BehaviorRelay(openRelay(of: entry)),
      eventOwner: observed
    ) { [weak self] in self?.handle($0, filter, of: id, key) }
    let loader = Loader(.init(storage), queueClient, filter)
    entry.loader = loader
    return loader
  }
}

// MARK: Changes of loaders

extension CacheStorage {
  /// Stores a change of a loader; returns the object to release after the state is published.
  private func handle(
    _ snapshot: LoadSnapshot,
    _ filter: CacheChangeFilter,
    of id: UInt,
    _ key: Key
  ) -> AnyObject? {
    let revision = snapshot.core.revision
    let kind = filter.kind(
      of: revision,
      decision: snapshot.decision,
      isFailure: snapshot.isFailure
    )
    if kind == .none { return nil }
    let state = CachedState<Value, Failure>(snapshot)
    var change = Machine.LoaderChange(
      revision: revision,
      decision: snapshot.decision,
      state: state,
      isFailure: snapshot.isFailure
    )
    if kind == .value { change.metadata = state.value.map(metadata) }
    let result = machine.withLock { $0.receive(change, of: id) }
    if result.isStored { filter.recordStored(snapshot.slots.value?.value) }
    return apply(result, change, key)
  }

  private func apply(
    _ result: Machine.ReceiveResult,
    _ change: Machine.LoaderChange,
    _ key: Key
  ) -> AnyObject? {
    if let failures = result.failures, case .failed(let error, _, _) = change.state {
      setBackoff(key, after: failures, of: error)
    }
    if let teardown = result.teardown { end(teardown) }
    publish(result.release)
    return result.teardown?.loader
  }

  private func setBackoff(_ key: Key, after failures: Int, of error: Failure) {
    let retryPolicy = policy.afterFailure
    let isRetried = failures <= retryPolicy.limit && retryPolicy.shouldRetry(error.thrown)
    let backoffEnd = isRetried ? elapsed.now() + retryPolicy.delay(failures) : .distantFuture
    hasBackoffs.store(true, ordering: .relaxed)
    machine.withLock { $0.setBackoff(key, after: failures, until: backoffEnd) }
  }

  /// Returns the cost and the expiry times of a new value.
  func metadata(_ value: Value) -> CacheEntryMetadata {
    let now = elapsed.now()
    let valueLifetime = policy.lifetime?(value) ?? CacheLifetime()
    let limits = limits
    let lifetime = valueLifetime.orShorter(CacheLifetime(timeToLive: limits.timeToLive))
    let isCacheable = lifetime.timeToLive != .zero
    return CacheEntryMetadata(
      admission: isCacheable
        ? policy.cost?.admission(value, within: limits) ?? .cost(0) : .uncacheable,
      staleAt: lifetime.freshness.atMost(lifetime.timeToLive).end(from: now) ?? .distantFuture,
      expiry: lifetime.timeToLive.map { now + $0 } ?? .distantFuture,
      timeToLive: limits.timeToLive
    )
  }

  /// Publishes the events of a release; its values are released when the caller returns.
  func publish(_ release: Machine.Release) {
    for event in release.events { publish(event) }
  }

  func publish(_ event: CacheEvent<Key>) {
    if loading.isObserved { record(.removed(event.reason), event.key) }
    events.accept(event)
  }

  /// Reports an event of a key to the observers.
  @inline(never)
  func record(_ kind: LoadObserver.Event.Kind, _ key: Key) {
    observed.append([ObservedChange(kind, request: key)], at: .zero)
    observed.deliver()
  }
}

// MARK: Limits

extension CacheStorage {
  var limits: CacheLimits { machine.withLock { $0.core.limits } }

  func limit(to limits: CacheLimits) {
    if policy.cost == nil, limits.cost != nil || limits.largestCost != nil { reportNoCosts() }
    if limits.timeToLive != nil { isTimed.store(true, ordering: .relaxed) }
    let limits = limits.valid(hasCosts: policy.cost != nil)
    let now = now
    publish(machine.withLock { $0.limit(to: limits, now: now) })
  }

  private func reportNoCosts() {
    reportIssue(
      """
      `LoaderCache.limits`: expected a policy with a `CacheCost` to limit the cost, but the policy has \
      none, so the limit has no effect. Create the cache with a `CachePolicy(cost:)`; use \
      `.limit(.max) { … }` if the limit is set later.
      """
    )
  }
}
