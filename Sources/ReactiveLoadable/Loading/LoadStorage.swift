/// Performs what the machine of a ``Loader`` decides: runs the work, publishes, settles handles.
///
/// The machine is guarded by the lock of the relay that publishes its states, so that the order of
/// the states is the order of the decisions. A decision is made on a copy, outside the lock, because
/// it asks requests whether they are equal; it counts if nothing was decided meanwhile, else it is
/// made again. Work, observers and handles are served outside the lock, too.
@usableFromInline
final class LoadStorage<Request: Hashable & Sendable, Value: Sendable, Failure: Error> {
  @usableFromInline typealias Machine = LoadStateMachine<Request, Value, Failure>

  @usableFromInline let states = BehaviorRelay(Loadable<Value, Failure>.notRequested)
  @usableFromInline let policy: LoadPolicy
  @usableFromInline let failureOfTimeout: Failure?
  @usableFromInline let work: LoadWork<Request, Value, Failure>
  @usableFromInline let elapsed: ElapsedTime?
  private let streams = OwnedStreams()
  @exclusivity(unchecked) @usableFromInline var moment: Moment

  init(policy: LoadPolicy, work: LoadWork<Request, Value, Failure>) {
    self.policy = policy
    self.work = work
    failureOfTimeout = policy.timeout?.failure.asTimeout(Failure.self)
    elapsed = policy.freshness.isTimed ? ElapsedTime(on: policy.clock) : nil
    moment = Moment(Machine(policy))
  }

  @inlinable
  func perform(_ intent: LoadIntent<Request, Value>) -> LoadTask<Value, Failure> {
    LoadTask(handle(.intent(intent)))
  }

  func perform(on intents: some Publisher<LoadIntent<Request, Value>, Never>) {
    streams.own(intents) { [weak self] intent in _ = self?.perform(intent) }
  }

  func perform<Intents: AsyncSequence & Sendable>(on intents: Intents)
  where Intents.Element == LoadIntent<Request, Value>, Intents.Failure == Never {
    streams.own { [weak self] in
      for await intent in intents {
        // A sequence may be deaf to the cancellation that comes when the loader goes.
        guard let self else { return }
        _ = self.perform(intent)
      }
    }
  }

  func performWhenObserved(_ intent: LoadIntent<Request, Value>) {
    let isObserved = states.onFirstSubscriber { [weak self] in _ = self?.perform(intent) }
    if isObserved { _ = perform(intent) }
  }

  func close() {
    handle(.close)
    states.finish()
  }
}

// SAFETY: `moment` is touched inside `states.transition` only, which holds the relay's lock;
// everything else is immutable and Sendable.
extension LoadStorage: @unchecked Sendable {}

extension LoadStorage: LoadPerformer {
  @inlinable
  func cancelLoad(_ id: UInt) { handle(.cancelLoad(id)) }

  @inlinable
  func hear(_ news: LoadNews<Value, Failure>) { handle(.heard(news)) }
}

// MARK: Deciding

extension LoadStorage {
  /// What the lock guards: the machine at one moment, and the load that runs.
  @usableFromInline
  struct Moment {
    @usableFromInline var machine: Machine
    @usableFromInline var running: Running?
    /// How many decisions were made before.
    @usableFromInline var version: UInt = 0

    init(_ machine: Machine) { self.machine = machine }
  }

  /// Returns the load that the event started or joined.
  @inlinable @discardableResult
  func handle(_ event: Machine.Event) -> Running? {
    let now = elapsed?.now() ?? .zero
    while true {
      var moment = states.transition { (nil, self.moment) }
      let action = moment.machine.handle(event, at: now)
      switch action {
      case .none, .notNeeded: return nil
      case .join: return moment.running
      case .silent, .publish, .wait, .attempt, .start, .replace, .end: break
      }
      let running = running(moment.running, after: action)
      moment.running = running
      if commit(&moment, publishing: action.publishes ? moment.machine.state : nil) {
        return perform(action, moment.running, running)
      }
    }
  }

  /// Makes a moment the present one, and brings out the one before; false if that is another one
  /// than it was made of, because another thread was faster.
  @inlinable
  func commit(_ moment: inout Moment, publishing state: Loadable<Value, Failure>?) -> Bool {
    let version = moment.version
    moment.version &+= 1
    return states.transition {
      guard self.moment.version == version else { return (nil, false) }
      swap(&self.moment, &moment)
      return (state, true)
    }
  }

  /// The load that runs after an action.
  @inlinable
  func running(_ before: Running?, after action: Machine.Action) -> Running? {
    switch action {
    case .none, .silent, .notNeeded, .join, .publish, .wait, .attempt: before
    case .start(let attempt), .replace(let attempt):
      Running(attempt.load, of: self)
    case .end: nil
    }
  }
}

// MARK: Performing

extension LoadStorage {
  /// Returns the load that the action began or goes on with.
  @inlinable
  func perform(_ action: Machine.Action, _ before: Running?, _ after: Running?) -> Running? {
    switch action {
    case .none, .silent, .notNeeded, .join, .publish: break
    case .start(let attempt):
      count(after, in: false)
      start(attempt, after)
      return after
    case .replace(let attempt):
      count(after, in: before?.end(.replaced) ?? false)
      start(attempt, after)
      return after
    case .attempt(let attempt):
      begin(attempt, after)
      return after
    case .wait(let ticket, let retry): wait(ticket, retry, after)
    case .end(let outcome):
      if let before, before.end(outcome) { policy.activity?.end() }
    }
    return nil
  }
}
