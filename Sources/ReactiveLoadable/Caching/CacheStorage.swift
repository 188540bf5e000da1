public import Synchronization

/// The storage of a ``LoaderCache``, which performs the decisions of its state machine.
///
/// The lock guards the machine. Under the lock, `==` and `hash(into:)` of keys are the only code of
/// the caller that runs. Loaders are called, and removed values are released, outside the lock. The
/// locks of queue places and queues are acquired inside it; their holders never acquire it.
@usableFromInline
final class CacheStorage<Key: Hashable & Sendable, Value: Sendable, Failure: Error>: Sendable {
  @usableFromInline typealias Entry = CacheEntry<Key, Value, Failure>
  @usableFromInline typealias Machine = CacheStateMachine<Key, Value, Failure, Entry>

  @usableFromInline let machine: Lock<Machine>
  private let elapsed: ElapsedTime
  /// True if readers must compare expiry times with the clock; it never becomes false again.
  @usableFromInline let isTimed: Atomic<Bool>
  let policy: CachePolicy<Value>
  let events = PublishRelay<CacheEvent<Key>>()
  let streams = OwnedStreams()
  private let loading: LoadPolicy
  private let queue: LoadQueue
  private let work: LoadWork<Key, Value, Failure>

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
  func take(_ key: Key, at priority: LoadPriority) -> Machine.Taken {
    let now = elapsed.now()
    let taken = machine.withLock { machine in
      let taken = machine.take(key, at: priority, now: now) { entry(of: key, $0, from: $1) }
      if let priority = taken.priority { taken.handle.place.move(to: priority) }
      return taken
    }
    if taken.expired != nil { events.accept(.expired(key)) }
    if let ticket = taken.wasLeaving { taken.handle.callOff(ticket) }
    load(key, taken)
    return taken
  }

  private func load(_ key: Key, _ taken: Machine.Taken) {
    switch taken.found {
    case .hit, .resting: break
    case .joined: taken.handle.loader.storage.running?.escalate()
    case .stale: taken.handle.loader.refresh()
    case .missing: taken.handle.loader.loadIfNeeded(key)
    }
  }

  /// Changes the priority of an interest; no code of the caller runs.
  func change(_ id: UInt, from before: LoadPriority, to priority: LoadPriority) {
    decide { $0.change(id, from: before, to: priority) }
  }

  func leave(_ id: UInt, at priority: LoadPriority) {
    switch decide({ $0.leave(id, at: priority) }) {
    case .none, .moved: break
    case .leaving(let entry, let ticket):
      entry.countDown(policy.grace, ticket, on: loading.clock) { [weak self] in
        self?.endOfGrace(of: id, ticket)
      }
    case .ended(let entry, let release): end(entry, release)
    }
  }

  private func endOfGrace(of id: UInt, _ ticket: UInt) {
    if case .ended(let entry, let release) = decide({ $0.expire(id, ticket: ticket) }) {
      end(entry, release)
    }
  }

  private func end(_ entry: Entry, _ release: Machine.Release) {
    entry.end()
    publish(release)
  }

  /// Applies a change under the lock, so that priorities change in the order of the decisions.
  @discardableResult
  private func decide(_ decide: (inout Machine) -> Machine.Change) -> Machine.Change {
    machine.withLock { machine in
      let change = decide(&machine)
      switch change {
      case .moved(let entry, let priority): entry.place.move(to: priority)
      case .leaving(let entry, _): entry.place.move(to: .veryLow)
      case .none, .ended: break
      }
      return change
    }
  }

  private func entry(of key: Key, _ id: UInt, from state: KeptState<Value, Failure>) -> Entry {
    let place = QueuePlace(in: queue, at: .veryLow)
    let settled = state.settled(for: key)
    let lookout = CacheLookout(from: settled)
    let storage = LoadStorage(
      policy: loading,
      work: work,
      elapsed: loading.freshness.isTimed ? elapsed : nil,
      place: place,
      from: settled
    ) { [weak self] in self?.hear($0, lookout.novelty(of: $0), of: id, key) }
    return Entry(Loader(storage), place)
  }
}

// MARK: Changes of loaders

extension CacheStorage {
  /// Stores a change of a loader; returns the object to release after the state is published.
  private func hear(
    _ sighting: LoadSighting<Key, Value, Failure>,
    _ novelty: CacheLookout<Key, Value, Failure>.Novelty,
    of id: UInt,
    _ key: Key
  ) -> AnyObject? {
    let state = KeptState(sighting.settled)
    var news = news(sighting, state)
    switch novelty {
    case .none: return nil
    case .state: break
    case .value: news.terms = state.value.map(terms)
    }
    return hear(news, of: id, key)
  }

  private func news(
    _ sighting: LoadSighting<Key, Value, Failure>,
    _ state: KeptState<Value, Failure>
  ) -> Machine.News {
    Machine.News(
      decision: sighting.decision,
      load: sighting.load,
      state: state,
      asOf: sighting.settled.shown?.asOf,
      isOutdated: sighting.isOutdated,
      isFailure: sighting.isFailure
    )
  }

  private func hear(_ news: Machine.News, of id: UInt, _ key: Key) -> AnyObject? {
    let heard = machine.withLock { $0.hear(news, of: id) }
    if let failures = heard.failures, case .failed(let error, _, _) = news.state {
      rest(key, after: failures, of: error)
    }
    heard.ended?.end()
    publish(heard.release)
    return heard.ended
  }

  private func rest(_ key: Key, after failures: Int, of error: Failure) {
    let rule = policy.afterFailure
    let isTriedAgain = failures <= rule.limit && rule.shouldRetry(error.thrown)
    let moment = isTriedAgain ? elapsed.now() + rule.delay(failures) : nil
    machine.withLock { $0.rest(key, after: failures, until: moment) }
  }

  /// Returns the cost and the expiry times of a new value.
  private func terms(_ value: Value) -> CacheTerms {
    let now = elapsed.now()
    let own = policy.lifetime?(value) ?? CacheLifetime()
    let limits = limits
    let lifetime = own.orShorter(CacheLifetime(timeToLive: limits.timeToLive))
    let isKept = lifetime.timeToLive != .zero
    return CacheTerms(
      price: isKept ? policy.cost?.price(value, within: limits) ?? .cost(0) : .unkept,
      staleAt: lifetime.freshness.atMost(lifetime.timeToLive).end(from: now),
      expiry: lifetime.timeToLive.map { now + $0 },
      timeToLive: limits.timeToLive
    )
  }

  /// Publishes the events of a release; its values are released when the caller returns.
  func publish(_ release: Machine.Release) {
    for event in release.events { events.accept(event) }
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
    if machine.withLock({ $0.expire(key, at: now) }) != nil { events.accept(.expired(key)) }
  }

  func state(for key: Key) -> Loadable<Value, Failure> {
    let now = now
    expire(key, at: now)
    let (entry, known) = machine.withLock { machine in
      (machine.handle(of: key), machine.table[key]?.state)
    }
    return entry?.loader.state ?? known?.state ?? .notRequested
  }
}

// MARK: Writing

extension CacheStorage {
  func set(_ value: Value, for key: Key) {
    let staleAt = loading.freshness.end(from: now) ?? .distantFuture
    let state = KeptState<Value, Failure>.loaded(value, staleAt: staleAt)
    write(value, KnownKey(key, state, on: terms(value)))
  }

  private func write(_ value: Value, _ known: Machine.Known) {
    let (entry, release) = machine.withLock { $0.write(known) }
    publish(release)
    guard let entry else { return }
    entry.handle.loader.set(value)
    // NB: If the entry has ended concurrently, the machine has ignored the write of its loader.
    if machine.withLock({ $0.entries[entry.id] == nil }) { write(value, known) }
  }

  func invalidate(_ key: Key) { machine.withLock { $0.invalidate(key) }?.loader.invalidate() }

  func refresh(_ key: Key) {
    if let entry = machine.withLock({ $0.handle(of: key) }) {
      entry.loader.refresh()
    } else {
      invalidate(key)
    }
  }

  func remove(_ key: Key) {
    let known = machine.withLock { $0.remove(key) }
    withExtendedLifetime(known) {}
  }

  func trim(to share: Double) { publish(machine.withLock { $0.trim(to: share) }) }

  var keys: [Key] { machine.withLock { $0.table.keys } }

  /// Ends the loads without interests; no other interest follows.
  func close() {
    for entry in machine.withLock({ $0.close() }) { entry.end() }
    events.finish()
  }
}
