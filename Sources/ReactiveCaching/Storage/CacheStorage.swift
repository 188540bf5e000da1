import ReactiveLoading
public import ReactiveRelays
public import Synchronization

/// The storage of a ``LoaderCache``, which performs the decisions of its state machine.
///
/// The lock guards the machine. Under the lock, `==` and `hash(into:)` of keys are the only code of
/// the caller that runs. Loaders are called, and removed values are released, outside the lock. The
/// locks of queue positions and queues are acquired inside it; their holders never acquire it.
@usableFromInline
final class CacheStorage<Key: Hashable & Sendable, Value: Sendable, Failure: Error>: Sendable {
  typealias Machine = CacheStateMachine<Key, Value, Failure>
  typealias Entry = CacheEntry<Key, Value, Failure>
  typealias Relay = Entry.Relay
  typealias Loader = CachedLoader<Key, Value, Failure>

  @usableFromInline let machine: Lock<CacheStateMachine<Key, Value, Failure>>
  let elapsed: ElapsedTime
  /// True if readers must compare expiry times with the clock; it never becomes false again.
  @usableFromInline let isTimed: Atomic<Bool>
  /// True if a failure may have a backoff, so that interests must read the clock.
  let hasBackoffs = Atomic(false)
  let policy: CachePolicy<Value>
  let events = PublishRelay<CacheEvent<Key>>()
  /// The core of `events`.
  // NB: Reading it from `events` costs each row 300 instructions for the metadata of generic types.
  let eventsCore: RelayCore
  let streams = CancellableBag()
  let loading: LoadPolicy
  /// The events for observers that no loader of a key has.
  let observed: LoadEventQueue
  let queue: LoadQueue
  let work: LoadWork<Key, Value, Failure>

  init(_ policy: CachePolicy<Value>, _ work: LoadWork<Key, Value, Failure>) {
    self.policy = policy
    self.work = work
    queue = policy.load.queue ?? LoadQueue()
    // The metadata of each value contains the time to live, because it may change.
    var loading = policy.load
    let name = loading.name ?? Self.defaultName
    if loading.isObserved { loading.name = name }
    self.loading = loading
    eventsCore = events.core
    observed = LoadEventQueue(name, loading.observer, clock: loading.clock)
    let hasLifetimes = policy.timeToLive != nil || policy.lifetime != nil
    // The hits of an observed cache are read by the same function as timed values.
    isTimed = Atomic(loading.freshness.isTimed || hasLifetimes || loading.isObserved)
    elapsed = ElapsedTime(on: loading.clock)
    machine = Lock(Machine(CacheLimits(of: policy), hasGrace: policy.grace > .zero))
  }

  /// The name of a cache whose policy has none, with its types.
  static var defaultName: String { "LoaderCache<\(Key.self), \(Value.self)>" }

  /// The first keys in the order of their rows, at most a number of them.
  func firstKeys(_ count: Int) -> [Key] { machine.withLock { $0.table.keys(upTo: count) } }

  var now: Duration { isTimed.load(ordering: .relaxed) ? elapsed.now() : .zero }
}

// MARK: Interest

extension CacheStorage {
  func addInterest(_ key: Key, at priority: LoadPriority) -> (entry: AnyCacheEntry, isHit: Bool) {
    let now = hasBackoffs.load(ordering: .relaxed) ? elapsed.now() : now
    let machine = machine.acquire()
    if let anyEntry = machine.pointee.plainHit(of: key, at: now) {
      _ = machine.pointee.core.addInterest(anyEntry, at: priority, now: now)
      self.machine.release()
      if loading.isObserved { record(.hit, key) }
      return (anyEntry, true)
    }
    let added = machine.pointee.addInterest(key, at: priority, now: now)
    let loader = prepare(added, &machine.pointee)
    self.machine.release()
    if added.expired != nil { publishExpired(key) }
    if let loader { load(added.effect, key, loader) }
    if added.effect.lookup == .hit, loading.isObserved { record(.hit, key) }
    return (added.entry, added.effect.lookup == .hit)
  }

  /// Returns the loader of a key with a new interest, created if a load is needed.
  ///
  /// Called under the lock.
  private func prepare(_ added: AddedInterest, _ machine: inout Machine) -> Loader? {
    let entry = entry(added.entry)
    switch added.effect.lookup {
    case .hit, .backoff: break
    case .joined, .stale, .miss: loader(of: entry, &machine)
    }
    if let priority = added.effect.priority { entry.loader?.queueClient.move(to: priority) }
    return entry.loader
  }

  private func load(_ added: CacheEntryCore.InterestEffect, _ key: Key, _ loader: Loader) {
    if let ticket = added.cancelledGrace { loader.cancelGrace(ticket) }
    switch added.lookup {
    case .hit, .backoff: break
    case .joined:
      loader.loader.storage.running?.escalate()
      // Another thread may have ended the load since.
      let hasJoined = loader.loader.storage.recordJoin()
      if !hasJoined, loader.loader.state.value != nil { record(.hit, key) }
    case .stale: loader.loader.refresh()
    case .miss: loader.loader.loadIfNeeded(key)
    }
  }

  /// Changes the priority of an interest; no code of the caller runs.
  func change(_ anyEntry: AnyCacheEntry, from before: LoadPriority, to priority: LoadPriority) {
    locked { updateQueue(anyEntry, anyEntry.core.change(from: before, to: priority)) }
  }

  /// Applies a change under the lock, so that priorities change in the order of the decisions.
  private func updateQueue(_ anyEntry: AnyCacheEntry, _ change: CacheEntryCore.Change) {
    switch change {
    case .priorityChanged(let priority): entry(anyEntry).loader?.queueClient.move(to: priority)
    case .graceStarted: entry(anyEntry).loader?.queueClient.move(to: .veryLow)
    case .none, .cancelled, .ended: break
    }
  }

  func removeInterest(_ anyEntry: AnyCacheEntry, at priority: LoadPriority) {
    let machine = machine.acquire()
    let change = machine.pointee.core.removeInterest(anyEntry, at: priority)
    if change == .ended, machine.pointee.core.isSettled(anyEntry) {
      let relay = machine.pointee.core.end(anyEntry)
      self.machine.release()
      return withExtendedLifetime(relay) {}
    }
    updateQueue(anyEntry, change)
    let entry = entry(anyEntry)
    let (id, loader) = (anyEntry.core.loader, entry.loader)
    let teardown = change.isEnd ? machine.pointee.end(entry) : nil
    self.machine.release()
    if let teardown { end(teardown) }
    guard case .graceStarted(let ticket) = change, let id, let loader else { return }
    loader.startGrace(policy.grace, ticket, on: loading.clock) { [weak self] in
      self?.graceEnded(of: id, ticket)
    }
  }

  private func graceEnded(of id: UInt, _ ticket: UInt) {
    if let teardown = machine.withLock({ $0.expire(id, ticket: ticket) }) { end(teardown) }
  }

  func end(_ teardown: Machine.Teardown) {
    teardown.loader?.close()
    if let release = teardown.release { publish(release) }
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
    if let value = machine.withLock({ $0.read(key, at: now.wholeNanoseconds) }) {
      if loading.isObserved { record(.hit, key) }
      return value
    }
    expire(key, at: now)
    return nil
  }

  private func expire(_ key: Key, at now: Duration) {
    if machine.withLock({ $0.expire(key, at: now) }) != nil { publishExpired(key) }
  }

  /// Not inlined, so that a hit needs no metadata of events.
  @inline(never)
  private func publishExpired(_ key: Key) { publish(.expired(key)) }

  func state(for key: Key) -> Loadable<Value, Failure> {
    let now = now
    expire(key, at: now)
    // The entry of an inactive key is a copy; only its state is current.
    return machine.withLock { $0.table[key] }.map { state(of: $0) } ?? .notRequested
  }
}

// MARK: Writing

extension CacheStorage {
  func set(_ value: Value, for key: Key) {
    let staleAt = loading.freshness.end(from: now) ?? .distantFuture
    write(value, for: key, staleAt: staleAt, on: metadata(value))
  }

  private func write(
    _ value: Value,
    for key: Key,
    staleAt: Duration,
    on metadata: CacheEntryMetadata
  ) {
    let result = machine.withLock { $0.write(key, .loaded(value, staleAt: staleAt), on: metadata) }
    publish(result.release)
    if let (relay, state) = result.pending { relay.deliver(state) }
    guard let (id, loader) = result.loader else {
      if loading.isObserved { record(.set(value), key) }
      return
    }
    let box = Box(value)
    loader?.loader.storage.set(box)
    // NB: If the use of the key had ended before, the value was not stored.
    if machine.withLock({ $0.loads[id] == nil }), loader?.filter.hasStored(box) != true {
      write(value, for: key, staleAt: staleAt, on: metadata)
    }
  }

  func invalidate(_ key: Key) {
    let (isCached, loader) = machine.withLock { ($0.table.row(of: key) != nil, $0.invalidate(key)) }
    loader?.loader.invalidate()
    if isCached, loader == nil, loading.isObserved { record(.invalidated, key) }
  }

  func invalidate(_ anyEntry: AnyCacheEntry) {
    let entry = entry(anyEntry)
    let loader = machine.withLock { $0.invalidate(entry) }
    loader?.loader.invalidate()
    if loader == nil, loading.isObserved { record(.invalidated, entry.key) }
  }

  func refresh(_ key: Key) {
    let entry = machine.withLock { $0.table[key] }
    if let entry, machine.withLock({ _ in entry.core.isActive }) {
      refresh(entry)
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
    for teardown in machine.withLock({ $0.close() }) { end(teardown) }
    events.finish()
  }
}
