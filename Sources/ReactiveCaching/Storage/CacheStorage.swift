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

  @usableFromInline let machine: Lock<CacheStateMachine<Key, Value, Failure>>
  let elapsed: ElapsedTime
  /// True if readers must compare expiry times with the clock; it never becomes false again.
  @usableFromInline let isTimed: Atomic<Bool>
  /// True if a failure may have a backoff, so that interests must read the clock.
  let hasBackoffs = Atomic(false)
  let policy: CachePolicy<Value>
  let events = PublishRelay<CacheEvent<Key>>()
  let resets = PublishRelay<Void>()
  /// The core of `events`.
  // NB: Reading it from `events` costs each row 300 instructions for the metadata of generic types.
  let eventsCore: RelayCore
  let streams = CancellableBag()
  let loading: LoadPolicy
  /// The events for observers that no loader of a key has.
  let observed: LoadEventQueue
  let queue: LoadQueue
  let work: LoadWork<Key, Value, Failure>
  /// The records of the values; `nil` for a cache that saves nothing.
  let records: CacheRecords?

  init(
    _ policy: CachePolicy<Value>,
    _ work: LoadWork<Key, Value, Failure>,
    _ records: (any LoadRecords)? = nil
  ) {
    self.policy = policy
    self.work = work
    self.records = records.map(CacheRecords.init)
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
    if records != nil { observeRecords() }
  }

  static var defaultName: String { "LoaderCache<\(Key.self), \(Value.self)>" }

  var limits: CacheLimits {
    let limits = machine.acquire().pointee.core.limits
    machine.release()
    return limits
  }

  var now: Duration { isTimed.load(ordering: .relaxed) ? elapsed.now() : .zero }
}

// MARK: Interest

extension CacheStorage {
  func addInterest(_ key: Key, at priority: LoadPriority) -> (entry: AnyCacheEntry, isHit: Bool) {
    let now = hasBackoffs.load(ordering: .relaxed) ? elapsed.now() : now
    let machine = machine.acquire()
    guard let entry = machine.pointee.currentEntry(of: key, at: now) else {
      return addFirstInterest(key, at: priority, now: now, machine)
    }
    let effect = machine.pointee.addInterest(entry, at: priority, now: now)
    let loader = prepare(self.entry(entry), effect, &machine.pointee)
    self.machine.release()
    return (entry, perform(effect, key, loader))
  }

  /// Adds an interest in a key without a current entry; called under the lock, which it releases.
  @inline(never)
  private func addFirstInterest(
    _ key: Key,
    at priority: LoadPriority,
    now: Duration,
    _ machine: UnsafeMutablePointer<Machine>
  ) -> (entry: AnyCacheEntry, isHit: Bool) {
    let (entry, effect, expired) = machine.pointee.addInterest(key, at: priority, now: now)
    let loader = prepare(entry, effect, &machine.pointee)
    self.machine.release()
    if expired != nil { publishExpired(key) }
    return (entry, perform(effect, key, loader))
  }

  /// Performs the effect of a new interest outside the lock; returns whether it is a hit.
  @inline(__always)
  private func perform(
    _ effect: CacheEntryCore.InterestEffect,
    _ key: Key,
    _ loader: CachedLoader?
  ) -> Bool {
    if let loader { load(effect, key, loader) }
    let isHit = effect.lookup == .hit
    if isHit, loading.isObserved { record(.hit, key) }
    return isHit
  }

  /// Returns the loader of a key with a new interest, created if a load is needed.
  ///
  /// Called under the lock.
  private func prepare(
    _ entry: Entry,
    _ effect: CacheEntryCore.InterestEffect,
    _ machine: inout Machine
  ) -> CachedLoader? {
    switch effect.lookup {
    case .hit, .backoff: break
    case .joined, .stale, .miss: loader(of: entry, &machine)
    }
    if let priority = effect.priority { entry.loader?.attemptStart.move(to: priority) }
    return entry.loader
  }

  private func load(_ effect: CacheEntryCore.InterestEffect, _ key: Key, _ loader: CachedLoader) {
    if let ticket = effect.cancelledGrace { loader.cancelGrace(ticket) }
    switch effect.lookup {
    case .hit, .backoff: break
    case .joined:
      loader.shell.running?.escalate()
      // Another thread may have ended the load since.
      if !loader.shell.recordJoin() { recordHitOfEndedLoad(key, loader) }
    case .stale: typed(loader).refresh()
    case .miss: typed(loader).loadIfNeeded(key)
    }
  }

  // NB: Not inlined, so that a join needs no metadata of states.
  @inline(never)
  private func recordHitOfEndedLoad(_ key: Key, _ loader: CachedLoader) {
    if typed(loader).state.value != nil { record(.hit, key) }
  }

  /// Applies a change under the lock, so that priorities change in the order of the decisions.
  func updateQueue(_ anyEntry: AnyCacheEntry, _ change: CacheEntryCore.Change) {
    switch change {
    case .priorityChanged(let priority): entry(anyEntry).loader?.attemptStart.move(to: priority)
    case .graceStarted: entry(anyEntry).loader?.attemptStart.move(to: .veryLow)
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
    if change.leavesOthers { return self.machine.release() }
    removeLastInterest(anyEntry, change, machine)
  }

  /// Ends the use of a key, or starts its grace time; called under the lock, which it releases.
  // NB: Not inlined, so that only the last interest looks up the types of what it releases.
  @inline(never)
  private func removeLastInterest(
    _ anyEntry: AnyCacheEntry,
    _ change: CacheEntryCore.Change,
    _ machine: UnsafeMutablePointer<Machine>
  ) {
    let entry = entry(anyEntry)
    let (id, loader) = (anyEntry.core.loader, entry.loader)
    var release = CacheRelease()
    if change.isEnd { machine.pointee.end(entry, &release) }
    self.machine.release()
    perform(release)
    guard case .graceStarted(let ticket) = change, let id, let loader else { return }
    loader.startGrace(policy.grace, ticket, on: loading.clock) { [weak self] in
      self?.graceEnded(of: id, ticket)
    }
  }

  private func graceEnded(of id: UInt, _ ticket: UInt) {
    if let release = machine.withLock({ $0.expire(id, ticket: ticket) }) { perform(release) }
  }

  /// Closes loaders and publishes events; the caller releases the values when it returns.
  func perform(_ release: CacheRelease) {
    for loader in release.loaders { loader.close() }
    for event in release.events { publish(event) }
  }

  @inline(never)
  private func publish(_ event: CacheRelease.Event) {
    switch event {
    case .evicted(let entry): publish(.evicted(self.entry(entry).key))
    case .refused(let entry, let cost): publish(.refused(self.entry(entry).key, cost: cost))
    }
  }
}

// MARK: Entries

extension CacheStorage {
  // NB: A closure with a result of a generic type would look up this type.
  func relay(of anyEntry: AnyCacheEntry) -> Relay {
    machine.raw.acquire()
    let relay = openRelay(of: entry(anyEntry))
    machine.raw.release()
    return relay
  }

  /// Returns the relay of a key, which belongs to the cache, whichever thread creates it.
  @inline(__always)
  func openRelay(of entry: Entry) -> Relay {
    let relay = entry.openRelay()
    if Creations.areObserved { Creations.note(relay, of: eventsCore) }
    return relay
  }

  func state(of anyEntry: AnyCacheEntry) -> Loadable<Value, Failure> {
    let entry = entry(anyEntry)
    // NB: A tuple of both out of a closure costs 2,000 instructions, for the metadata of its type.
    machine.raw.acquire()
    if let relay = entry.typedRelay {
      machine.raw.release()
      return relay.current
    }
    let state = entry.state
    machine.raw.release()
    return state.loadable()
  }

  func entry(_ anyEntry: AnyCacheEntry) -> Entry { anyEntry.assumed() }

  func typed(_ loader: CachedLoader) -> Loader<Key, Value, Failure> { loader.assumed() }

  /// Runs a body under the lock that does not touch the machine.
  func locked<R>(_ body: () -> R) -> R { machine.raw.withLock(body) }
}
