import ReactiveLoading
public import ReactiveRelays
public import Synchronization

/// The storage of a ``LoaderCache``, which performs the decisions of its state machine.
///
/// The lock guards the machine. Under the lock, `==` and `hash(into:)` of keys are the only code of
/// the caller that runs. Loaders are called, and removed values are released, outside the lock. The
/// locks of queue places and queues are acquired inside it; their holders never acquire it.
@usableFromInline
final class CacheStorage<Key: Hashable & Sendable, Value: Sendable, Failure: Error>: Sendable {
  typealias Machine = CacheStateMachine<Key, Value, Failure>
  typealias Known = KnownKey<Key, Value, Failure>
  typealias Relay = Known.Relay
  typealias Loader = CachedLoader<Key, Value, Failure>

  @usableFromInline let machine: Lock<CacheStateMachine<Key, Value, Failure>>
  let elapsed: ElapsedTime
  /// True if readers must compare expiry times with the clock; it never becomes false again.
  @usableFromInline let isTimed: Atomic<Bool>
  /// True if a failure may have a backoff, so that interests must read the clock.
  let hasBackoffs = Atomic(false)
  let policy: CachePolicy<Value>
  let events = PublishRelay<CacheEvent<Key>>()
  let streams = CancellableBag()
  let loading: LoadPolicy
  let queue: LoadQueue
  let work: LoadWork<Key, Value, Failure>

  init(_ policy: CachePolicy<Value>, _ work: LoadWork<Key, Value, Failure>) {
    self.policy = policy
    self.work = work
    queue = policy.loading.queue ?? LoadQueue()
    // The terms of each value contain the time to live, because it may change.
    loading = policy.loading
    let hasLives = policy.timeToLive != nil || policy.lifetime != nil
    isTimed = Atomic(loading.freshness.isTimed || hasLives)
    elapsed = ElapsedTime(on: loading.clock)
    machine = Lock(Machine(CacheLimits(of: policy), hasGrace: policy.grace > .zero))
  }

  var now: Duration { isTimed.load(ordering: .relaxed) ? elapsed.now() : .zero }
}

// MARK: Interest

extension CacheStorage {
  func take(_ key: Key, at priority: LoadPriority) -> (record: KeyRecord, isHit: Bool) {
    let now = hasBackoffs.load(ordering: .relaxed) ? elapsed.now() : now
    let machine = machine.acquire()
    if let record = machine.pointee.quietRecord(of: key, at: now) {
      _ = machine.pointee.core.take(record, at: priority, now: now)
      self.machine.release()
      return (record, true)
    }
    let taken = machine.pointee.take(key, at: priority, now: now)
    let loader = prepare(taken, &machine.pointee)
    self.machine.release()
    if taken.expired != nil { noteExpired(key) }
    if let loader { load(taken.facts, key, loader) }
    return (taken.record, taken.facts.found == .hit)
  }

  /// Returns the loader of a key with a new interest, created if a load is needed.
  ///
  /// Called under the lock.
  private func prepare(_ taken: TakenKey, _ machine: inout Machine) -> Loader? {
    let known = known(taken.record)
    switch taken.facts.found {
    case .hit, .resting: break
    case .joined, .stale, .missing: loader(of: known, &machine)
    }
    if let priority = taken.facts.priority { known.loader?.queueClient.move(to: priority) }
    return known.loader
  }

  private func load(_ taken: KeyFacts.Taken, _ key: Key, _ loader: Loader) {
    if let ticket = taken.wasLeaving { loader.callOff(ticket) }
    switch taken.found {
    case .hit, .resting: break
    case .joined: loader.loader.storage.running?.escalate()
    case .stale: loader.loader.refresh()
    case .missing: loader.loader.loadIfNeeded(key)
    }
  }

  /// Changes the priority of an interest; no code of the caller runs.
  func change(_ record: KeyRecord, from before: LoadPriority, to priority: LoadPriority) {
    locked { move(record, record.facts.change(from: before, to: priority)) }
  }

  /// Applies a change under the lock, so that priorities change in the order of the decisions.
  private func move(_ record: KeyRecord, _ change: KeyFacts.Change) {
    switch change {
    case .moved(let priority): known(record).loader?.queueClient.move(to: priority)
    case .leaving: known(record).loader?.queueClient.move(to: .veryLow)
    case .none, .cancelled, .ended: break
    }
  }

  func leave(_ record: KeyRecord, at priority: LoadPriority) {
    let machine = machine.acquire()
    let change = machine.pointee.core.leave(record, at: priority)
    if change == .ended, machine.pointee.core.isSettled(record) {
      let relay = machine.pointee.core.end(record)
      self.machine.release()
      return withExtendedLifetime(relay) {}
    }
    move(record, change)
    let known = known(record)
    let (id, loader) = (record.facts.loader, known.loader)
    let ended = change.isEnd ? machine.pointee.end(known) : nil
    self.machine.release()
    if let ended { end(ended) }
    guard case .leaving(let ticket) = change, let id, let loader else { return }
    loader.countDown(policy.grace, ticket, on: loading.clock) { [weak self] in
      self?.endOfGrace(of: id, ticket)
    }
  }

  private func endOfGrace(of id: UInt, _ ticket: UInt) {
    if let ended = machine.withLock({ $0.expire(id, ticket: ticket) }) { end(ended) }
  }

  func end(_ ended: Machine.Ended) {
    ended.loader?.end()
    if let release = ended.release { publish(release) }
  }
}

// MARK: Reading

extension CacheStorage {
  @inlinable
  func value(for key: Key) -> Value? {
    isTimed.load(ordering: .relaxed)
      ? timedValue(for: key) : machine.withLock { $0.read(key, at: 0) }
  }

  @usableFromInline
  func timedValue(for key: Key) -> Value? {
    let now = elapsed.now()
    if let value = machine.withLock({ $0.read(key, at: now.wholeNanoseconds) }) { return value }
    expire(key, at: now)
    return nil
  }

  private func expire(_ key: Key, at now: Duration) {
    if machine.withLock({ $0.expire(key, at: now) }) != nil { noteExpired(key) }
  }

  /// Not inlined, so that a hit needs no metadata of events.
  @inline(never)
  private func noteExpired(_ key: Key) { events.accept(.expired(key)) }

  func state(for key: Key) -> Loadable<Value, Failure> {
    let now = now
    expire(key, at: now)
    // The record of a resting key is a copy, of which the state is right.
    return machine.withLock { $0.table[key] }.map { state(of: $0) } ?? .notRequested
  }
}

// MARK: Writing

extension CacheStorage {
  func set(_ value: Value, for key: Key) {
    let staleAt = loading.freshness.end(from: now) ?? .distantFuture
    write(value, for: key, staleAt: staleAt, on: terms(value))
  }

  private func write(_ value: Value, for key: Key, staleAt: Duration, on terms: CacheTerms) {
    let written = machine.withLock { $0.write(key, .loaded(value, staleAt: staleAt), on: terms) }
    publish(written.release)
    if let (relay, state) = written.pending { relay.deliver(state) }
    guard let (id, loader) = written.loader else { return }
    let box = Box(value)
    loader?.loader.storage.set(box)
    // NB: If the use of the key had ended before, the value was not stored.
    if machine.withLock({ $0.loads[id] == nil }), loader?.lookout.hasStored(box) != true {
      write(value, for: key, staleAt: staleAt, on: terms)
    }
  }

  func invalidate(_ key: Key) { machine.withLock { $0.invalidate(key) }?.loader.invalidate() }

  func invalidate(_ record: KeyRecord) {
    machine.withLock { $0.invalidate(known(record)) }?.loader.invalidate()
  }

  func refresh(_ key: Key) {
    let known = machine.withLock { $0.table[key] }
    if let known, machine.withLock({ _ in known.facts.isActive }) {
      refresh(known)
    } else {
      invalidate(key)
    }
  }

  func remove(_ key: Key) {
    withExtendedLifetime(machine.withLock { $0.remove(key) }) {}
  }

  func trim(to share: Double) { publish(machine.withLock { $0.trim(to: share) }) }

  var keys: [Key] { machine.withLock { $0.table.keys } }

  /// Ends the loads without interests.
  func close() {
    for ended in machine.withLock({ $0.close() }) { end(ended) }
    events.finish()
  }
}
