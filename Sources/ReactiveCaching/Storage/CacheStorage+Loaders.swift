import ReactiveLoading
import ReactiveRelays
import Synchronization

// The loaders of keys that load.

extension CacheStorage {
  /// Returns the loader of a key, which publishes to the relay of the key.
  ///
  /// Called under the lock, so that the loader starts from the current state.
  @discardableResult @inline(__always)
  func loader(of entry: Entry, _ machine: inout Machine) -> CachedLoader {
    if let loader = entry.loader { return loader }
    return createLoader(of: entry, &machine)
  }

  @inline(never)
  private func createLoader(of entry: Entry, _ machine: inout Machine) -> CachedLoader {
    let id = machine.registerLoader(entry)
    let state = entry.state.machine(for: entry.key, loading.resolved)
    let key = entry.key
    let record = records.map { LoaderRecord($0, of: Box(key)) }
    let attemptStart = AttemptStart(
      in: queue,
      at: entry.core.priority,
      after: record.map(reading)
    )
    let filter = CacheChangeFilter(from: state.core.revision, entry.state.value, record)
    let observed = ObservedStart(
      from: state,
      loading.freshness.isTimed ? elapsed : nil,
      attemptStart,
      eventOwner: observed
    ) { [weak self] in self?.handle($0, filter, of: id, key) }
    let storage = LoadStorage(
      policy: loading,
      work: work,
      observed,
      to: BehaviorRelay(openRelay(of: entry)),
      hasRecords: record != nil
    )
    let loader = CachedLoader(Loader(storage), attemptStart, filter)
    entry.loader = loader
    return loader
  }
}

// MARK: Their changes

extension CacheStorage {
  /// Stores a change of a loader; returns the object to release after the state is published.
  private func handle(
    _ snapshot: LoadSnapshot,
    _ filter: CacheChangeFilter,
    of id: UInt,
    _ key: Key
  ) -> AnyObject? {
    let kind = filter.kind(of: snapshot)
    if kind == .none { return nil }
    let state = CachedState(snapshot)
    let change = LoaderChange(
      revision: snapshot.core.revision,
      decision: snapshot.decision,
      state: state,
      isFailure: snapshot.isFailure,
      isEdit: kind.isEdit,
      hasUnsavedEdits: snapshot.hasUnsavedEdits,
      metadata: kind == .state ? nil : metadata(of: state, snapshot, filter.record),
      saving: filter.record?.saving(snapshot, kind)
    )
    let machine = machine.acquire()
    var result = machine.pointee.receive(change, of: id)
    if result.isStored {
      filter.recordStored(snapshot)
    } else if change.metadata != nil {
      result.release = machine.pointee.storeLate(change, of: key)
    }
    self.machine.release()
    if let failures = result.failures, case .failed(let error, _, _, _) = state {
      setBackoff(key, after: failures, of: error.assumed(of: Failure.self).value)
    }
    perform(result.release)
    return result.release.loaders.first
  }

  private func setBackoff(_ key: Key, after failures: Int, of error: Failure) {
    let retryPolicy = policy.afterFailure
    let thrown = error.thrown
    let isRetried = failures <= retryPolicy.limit && retryPolicy.shouldRetry(thrown)
    let backoffEnd =
      isRetried ? elapsed.now() + retryPolicy.delay(failures, thrown) : .distantFuture
    hasBackoffs.store(true, ordering: .relaxed)
    machine.withLock { $0.setBackoff(key, after: failures, until: backoffEnd) }
  }

  private func metadata(
    of state: CachedState,
    _ snapshot: LoadSnapshot,
    _ record: LoaderRecord?
  ) -> CacheEntryMetadata? {
    guard let value = state.value else { return nil }
    guard let record else { return metadata(value) }
    if let saved = snapshot.saved, let restored = record.metadata(of: saved.value) {
      return restored
    }
    var metadata = metadata(value, age: value.ageWhenSet)
    // The value under a new failure is a partial one.
    if case .failed = state { metadata.isConfirmed = false }
    return metadata
  }

  /// Returns the cost and the expiry times of a value that was loaded or set, maybe a time ago.
  func metadata(_ value: AnyBox, age: Duration = .zero) -> CacheEntryMetadata {
    let (value, now) = (value.assumed(of: Value.self).value, elapsed.now() - age)
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

  func publish(_ event: CacheEvent<Key>) {
    if loading.isObserved { record(.removed(event.reason), event.key) }
    events.accept(event)
  }

  @inline(never)
  func record(_ kind: LoadObserver.Event.Kind, _ key: Key) {
    observed.append([ObservedChange(kind, request: Box(key))], at: .zero)
    observed.deliver()
  }
}
