/// Performs the actions of a ``Loader``'s machine: runs work, publishes states, settles handles.
///
/// It decides like every ``DecidingStorage``: the `==` of requests runs outside the lock, and so do
/// work, observers and the resumption of waiting tasks.
@usableFromInline
final class LoadStorage<Request: Hashable & Sendable, Value: Sendable, Failure: Error> {
  @usableFromInline typealias Machine = LoadStateMachine<Request, Value, Failure>

  @usableFromInline let states: BehaviorRelay<Loadable<Value, Failure>>
  @usableFromInline let policy: LoadPolicy
  @usableFromInline let failureOfTimeout: Failure?
  @usableFromInline let work: LoadWork<Request, Value, Failure>
  @usableFromInline let elapsed: ElapsedTime?
  @usableFromInline let place: QueuePlace?
  @usableFromInline let streams = OwnedStreams()
  @exclusivity(unchecked) @usableFromInline var moment: Moment

  /// The observer of every decision, called outside the lock before the state is delivered.
  @usableFromInline let watch: Watch?

  /// A closure whose result is released after the state is delivered.
  @usableFromInline
  typealias Watch = @Sendable (LoadSighting<Request, Value, Failure>) -> AnyObject?

  init(policy: LoadPolicy, work: LoadWork<Request, Value, Failure>) {
    self.policy = policy
    self.work = work
    failureOfTimeout = policy.timeout?.failure.asTimeout(Failure.self)
    elapsed = policy.freshness.isTimed ? ElapsedTime(on: policy.clock) : nil
    place = policy.place
    watch = nil
    moment = Moment(Machine(policy))
    states = BehaviorRelay(.notRequested)
  }

  /// Creates a storage that shares its clock and queue place, and starts from a settled state.
  ///
  /// It publishes to an existing relay, whose current state is the settled one.
  init(
    policy: LoadPolicy,
    work: LoadWork<Request, Value, Failure>,
    elapsed: ElapsedTime?,
    place: QueuePlace?,
    from settled: Machine.Settled,
    to states: BehaviorRelay<Loadable<Value, Failure>>,
    watch: @escaping Watch
  ) {
    self.policy = policy
    self.work = work
    failureOfTimeout = policy.timeout?.failure.asTimeout(Failure.self)
    self.elapsed = elapsed
    self.place = place
    self.watch = watch
    moment = Moment(Machine(policy, from: settled))
    self.states = states
  }

  @inlinable
  func perform(_ intent: LoadIntent<Request, Value>) -> LoadTask<Value, Failure> {
    handle(.intent(intent))
  }

  /// The running load.
  var running: RunningLoad<Value, Failure>? { present.running }

  func close() {
    handle(.close)
    states.finish()
  }
}

// SAFETY: `moment` is touched inside `states.transition` only, which holds the relay's lock;
// everything else is immutable and Sendable.
extension LoadStorage: @unchecked Sendable {}

extension LoadStorage: DecidingStorage {
  @inlinable
  func cancelLoad(_ id: UInt) { handle(.cancelLoad(id)) }

  @inlinable
  func hear(_ news: LoadNews<Value, Failure>) { handle(.heard(news)) }

  @inlinable
  func begins(_ ticket: UInt) { handle(.begun(ticket)) }
}

// MARK: Deciding

extension LoadStorage {
  /// The state that the lock guards: a snapshot of the machine, and the running load.
  @usableFromInline
  struct Moment: DecidedMoment {
    @usableFromInline typealias Sighting = LoadSighting<Request, Value, Failure>

    @usableFromInline var machine: Machine
    @usableFromInline var running: Running?
    @usableFromInline var version: UInt = 0

    init(_ machine: Machine) { self.machine = machine }

    @inlinable
    func sighting(after action: Machine.Action) -> Sighting {
      Sighting(machine.phase, after: action, decision: version)
    }
  }

  /// Handles an event and returns a handle of the load that it started or joined.
  @inlinable @discardableResult
  func handle(_ event: Machine.Event) -> LoadTask<Value, Failure> {
    let now = elapsed?.now() ?? .zero
    while true {
      var moment = present
      let action = moment.machine.handle(event, at: now)
      switch action {
      case .none: return LoadTask(nil)
      case .skip(let reason): return LoadTask(nil, skipReason: reason)
      case .join:
        moment.running?.escalate()
        return LoadTask(moment.running)
      case .silent, .publish, .wait, .attempt, .start, .replace, .end: break
      }
      let running = running(moment.running, after: action)
      moment.running = running
      let state = action.publishes ? moment.machine.state : nil
      let sighting = watch == nil ? nil : moment.sighting(after: action)
      var leftover: AnyObject?
      defer { withExtendedLifetime(leftover) {} }
      if commit(&moment, publishing: state, beforeItShows: { leftover = tell(sighting) }) {
        return LoadTask(perform(action, moment.running, running))
      }
    }
  }

  @inlinable
  func tell(_ sighting: Moment.Sighting?) -> AnyObject? { sighting.flatMap { watch?($0) } }

  /// Returns the running load after an action.
  @inlinable
  func running(_ before: Running?, after action: Machine.Action) -> Running? {
    switch action {
    case .none, .silent, .skip, .join, .publish, .wait, .attempt: before
    case .start(let attempt), .replace(let attempt):
      Running(attempt.load, of: self)
    case .end: nil
    }
  }
}

// MARK: Performing

extension LoadStorage {
  /// Performs an action and returns the load that it started or continued.
  @inlinable
  func perform(_ action: Machine.Action, _ before: Running?, _ after: Running?) -> Running? {
    switch action {
    case .none, .silent, .skip, .join, .publish: break
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
