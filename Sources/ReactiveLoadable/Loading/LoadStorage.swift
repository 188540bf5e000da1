/// Performs what the machine of a ``Loader`` decides: runs the work, publishes, settles handles.
///
/// It decides as every ``DecidingStorage`` does: outside the lock it asks requests whether they are
/// equal. Work, observers and handles are served outside the lock, too.
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

  /// Who is told of every decision, outside the lock, before it shows; with the number of the decision.
  @usableFromInline let watch: Watch?

  /// What it returns is released after the decision was shown.
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

  /// Creates the storage of a loader that shares its clock and its place with others, and goes on from
  /// what is known already.
  init(
    policy: LoadPolicy,
    work: LoadWork<Request, Value, Failure>,
    elapsed: ElapsedTime?,
    place: QueuePlace?,
    from settled: Machine.Settled,
    watch: @escaping Watch
  ) {
    self.policy = policy
    self.work = work
    failureOfTimeout = policy.timeout?.failure.asTimeout(Failure.self)
    self.elapsed = elapsed
    self.place = place
    self.watch = watch
    moment = Moment(Machine(policy, from: settled))
    states = BehaviorRelay(settled.state)
  }

  @inlinable
  func perform(_ intent: LoadIntent<Request, Value>) -> LoadTask<Value, Failure> {
    handle(.intent(intent))
  }

  /// The load that runs.
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
  /// What the lock guards: the machine at one moment, and the load that runs.
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

  /// Returns a handle of the load that the event started or joined.
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

  /// The load that runs after an action.
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
  /// Returns the load that the action began or goes on with.
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
