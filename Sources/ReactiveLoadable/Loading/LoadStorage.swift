/// Performs what the machine of a ``Loader`` decides: runs the work, publishes, settles handles.
///
/// It decides as every ``DecidingStorage`` does: outside the lock it asks requests whether they are
/// equal. Work, observers and handles are served outside the lock, too.
@usableFromInline
final class LoadStorage<Request: Hashable & Sendable, Value: Sendable, Failure: Error> {
  @usableFromInline typealias Machine = LoadStateMachine<Request, Value, Failure>

  @usableFromInline let states = BehaviorRelay(Loadable<Value, Failure>.notRequested)
  @usableFromInline let policy: LoadPolicy
  @usableFromInline let failureOfTimeout: Failure?
  @usableFromInline let work: LoadWork<Request, Value, Failure>
  @usableFromInline let elapsed: ElapsedTime?
  @usableFromInline let streams = OwnedStreams()
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
}

// MARK: Deciding

extension LoadStorage {
  /// What the lock guards: the machine at one moment, and the load that runs.
  @usableFromInline
  struct Moment: DecidedMoment {
    @usableFromInline var machine: Machine
    @usableFromInline var running: Running?
    @usableFromInline var version: UInt = 0

    init(_ machine: Machine) { self.machine = machine }
  }

  /// Returns the load that the event started or joined.
  @inlinable @discardableResult
  func handle(_ event: Machine.Event) -> Running? {
    let now = elapsed?.now() ?? .zero
    while true {
      var moment = present
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
