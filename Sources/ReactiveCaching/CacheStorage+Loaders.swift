import ReactiveLoading
import ReactiveRelays
import Synchronization

// The relays and the loaders of keys, and the changes that loaders report.

extension CacheStorage {
  /// The relay of a key with an interest.
  func relay(of record: KeyRecord) -> Relay { locked { known(record).openRelay() } }

  func state(of record: KeyRecord) -> Loadable<Value, Failure> {
    let (relay, state) = locked { (known(record).knownRelay, known(record).state) }
    return relay?.current ?? state.state
  }

  /// The running load of a key.
  func running(_ record: KeyRecord) -> RunningLoad? {
    locked { known(record).loader }?.loader.storage.running
  }

  /// Loads a failed key again.
  func retry(_ record: KeyRecord) {
    let known = known(record)
    let loader = machine.withLock { machine in
      known.facts.contents == .failure ? self.loader(of: known, ifActive: &machine) : known.loader
    }
    loader?.loader.retry()
  }

  func refresh(_ record: KeyRecord) {
    machine.withLock { self.loader(of: known(record), ifActive: &$0) }?.loader.refresh()
  }

  func known(_ record: KeyRecord) -> Known { record.assumed() }

  /// Runs a body under the lock that does not touch the machine.
  func locked<R>(_ body: () -> R) -> R {
    machine.raw.acquire()
    defer { machine.raw.release() }
    return body()
  }

  private func loader(of known: Known, ifActive machine: inout Machine) -> Loader? {
    known.facts.isActive ? loader(of: known, &machine) : nil
  }

  /// Returns the loader of a key, which publishes to the relay of the key.
  ///
  /// Called under the lock, so that the loader starts from the current state.
  @discardableResult
  func loader(of known: Known, _ machine: inout Machine) -> Loader {
    if let loader = known.loader { return loader }
    let id = machine.begin(known)
    let queueClient = QueueClient(in: queue, at: known.facts.priority)
    let state = known.state.machine(for: known.key, loading.resolved)
    let (lookout, key) = (CacheLookout(from: state.core.revision), known.key)
    let storage = LoadStorage(
      policy: loading,
      work: work,
      elapsed: loading.freshness.isTimed ? elapsed : nil,
      queueClient: queueClient,
      from: state,
      to: BehaviorRelay(known.openRelay())
    ) { [weak self] in self?.handle($0, lookout, of: id, key) }
    let loader = Loader(.init(storage), queueClient, lookout)
    known.loader = loader
    return loader
  }
}

// MARK: Changes of loaders

extension CacheStorage {
  /// Stores a change of a loader; returns the object to release after the state is published.
  private func handle(
    _ snapshot: LoadSnapshot,
    _ lookout: CacheLookout,
    of id: UInt,
    _ key: Key
  ) -> AnyObject? {
    let mark = snapshot.core.revision
    let novelty = lookout.novelty(
      of: mark,
      decision: snapshot.decision,
      isFailure: snapshot.isFailure
    )
    if novelty == .none { return nil }
    let state = KeptState<Value, Failure>(snapshot)
    let marks = LoadMarks(
      decision: snapshot.decision,
      load: mark.load,
      asOf: mark.asOf,
      isOutdated: mark.isOutdated
    )
    var news = Machine.News(marks: marks, state: state, isFailure: snapshot.isFailure)
    if novelty == .value { news.terms = state.value.map(terms) }
    let heard = machine.withLock { $0.hear(news, of: id) }
    if heard.isStored { lookout.noteStored(snapshot.slots.value?.value) }
    return take(heard, news, key)
  }

  private func take(_ heard: Machine.Heard, _ news: Machine.News, _ key: Key) -> AnyObject? {
    if let failures = heard.failures, case .failed(let error, _, _) = news.state {
      rest(key, after: failures, of: error)
    }
    if let ended = heard.ended { end(ended) }
    publish(heard.release)
    return heard.ended?.loader
  }

  private func rest(_ key: Key, after failures: Int, of error: Failure) {
    let rule = policy.afterFailure
    let isTriedAgain = failures <= rule.limit && rule.shouldRetry(error.thrown)
    let moment = isTriedAgain ? elapsed.now() + rule.delay(failures) : .distantFuture
    hasBackoffs.store(true, ordering: .relaxed)
    machine.withLock { $0.rest(key, after: failures, until: moment) }
  }

  /// Returns the cost and the expiry times of a new value.
  func terms(_ value: Value) -> CacheTerms {
    let now = elapsed.now()
    let own = policy.lifetime?(value) ?? CacheLifetime()
    let limits = limits
    let lifetime = own.orShorter(CacheLifetime(timeToLive: limits.timeToLive))
    let isKept = lifetime.timeToLive != .zero
    return CacheTerms(
      price: isKept ? policy.cost?.price(value, within: limits) ?? .cost(0) : .unkept,
      staleAt: lifetime.freshness.atMost(lifetime.timeToLive).end(from: now) ?? .distantFuture,
      expiry: lifetime.timeToLive.map { now + $0 } ?? .distantFuture,
      timeToLive: limits.timeToLive
    )
  }

  /// Publishes the events of a release; its values are released when the caller returns.
  func publish(_ release: Machine.Release) {
    for event in release.events { events.accept(event) }
  }
}
