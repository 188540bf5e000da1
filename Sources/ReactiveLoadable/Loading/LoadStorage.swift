/// The storage of a ``Loader``: runs the work, publishes states, ends handles.
///
/// It decides like every ``DecidingStorage``: the `==` of requests runs outside the lock, and so do
/// work, observers and the resumption of waiting tasks.
@usableFromInline
final class LoadStorage<Request: Hashable & Sendable, Value: Sendable, Failure: Error> {
  @usableFromInline typealias Machine = LoadMachine<Request, Value, Failure>

  @usableFromInline let states: BehaviorRelay<Loadable<Value, Failure>>
  @usableFromInline let policy: LoadPolicy
  @usableFromInline let failureOfTimeout: Failure?
  @usableFromInline let work: LoadWork<Request, Value, Failure>
  @usableFromInline let elapsed: ElapsedTime?
  @usableFromInline let place: QueuePlace?
  @usableFromInline let streams = OwnedStreams()
  @usableFromInline
  @exclusivity(unchecked) var moment: Moment

  /// The observer of every decision, called outside the lock before the state is delivered.
  @usableFromInline let observer: Observer?

  /// A closure whose result is released after the state is delivered.
  @usableFromInline typealias Observer = @Sendable (LoadSnapshot<Request, Value, Failure>) -> AnyObject?

  init(policy: LoadPolicy, work: LoadWork<Request, Value, Failure>) {
    self.policy = policy
    self.work = work
    failureOfTimeout = policy.timeout?.failure.asTimeout(Failure.self)
    elapsed = policy.freshness.isTimed ? ElapsedTime(on: policy.clock) : nil
    place = policy.place
    observer = nil
    moment = Moment(Machine(policy.rules))
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
    from settled: Machine,
    to states: BehaviorRelay<Loadable<Value, Failure>>,
    observer: @escaping Observer
  ) {
    self.policy = policy
    self.work = work
    failureOfTimeout = policy.timeout?.failure.asTimeout(Failure.self)
    self.elapsed = elapsed
    self.place = place
    self.observer = observer
    moment = Moment(settled)
    self.states = states
  }
  @inlinable
  func perform(_ intent: LoadIntent<Request, Value>) -> LoadTask<Value, Failure> {
    decide { machine, now in machine.perform(intent, at: now) }
  }

  /// Adds, confirms or rolls back edits of a mutation.
  func edit(_ steps: [LoadEdits<Request, Value>.Step]) {
    decide { machine, _ in machine.edit(steps) }
  }

  /// The running load.
  var running: RunningLoad<Value, Failure>? { present.running }

  /// Cancels the running load; the loader never loads again.
  func stop() { decide { machine, _ in machine.handle(.close) } }

  func close() {
    stop()
    states.finish()
  }
}

// SAFETY: `moment` is touched under the relay's lock only; everything else is immutable and Sendable.
extension LoadStorage: @unchecked Sendable {}

extension LoadStorage: DecidingStorage {
  @usableFromInline
  func cancelLoad(_ id: UInt) { decide { machine, _ in machine.handle(.cancelLoad(id)) } }
  @inlinable
  func handle(_ event: WorkEvent<Value, Failure>) {
    decide(event) { machine, now in machine.handle(event, at: now) }
  }
  @usableFromInline
  func begins(_ ticket: UInt) { decide { machine, _ in machine.handle(.begun(ticket)) } }
}

// MARK: Deciding

extension LoadStorage {
  @usableFromInline typealias Running = RunningLoad<Value, Failure>

  /// The state that the lock guards: a snapshot of the machine, and the running load.
  @usableFromInline
  struct Moment: DecidedMoment {
    @usableFromInline var machine: Machine
    @usableFromInline var running: Running?
    @usableFromInline var version: UInt = 0

    init(_ machine: Machine) { self.machine = machine }
  }

  /// Makes a decision and returns a handle of the load that it started or joined.
  ///
  /// `event` is the event of the work that leads to the decision.
  @inlinable @discardableResult
  func decide(
    _ event: WorkEvent<Value, Failure>? = nil,
    _ body: (inout Machine, _ now: Duration) -> LoadCore.Decision
  ) -> LoadTask<Value, Failure> {
    let now = elapsed?.now() ?? .zero
    while true {
      var moment = present
      let before = moment.running
      let action = body(&moment.machine, now).action
      switch action {
      case .none: return LoadTask(nil)
      case .skip(let reason): return LoadTask(nil, skipReason: reason)
      case .join:
        before?.escalate()
        return LoadTask(before)
      case .start(let ticket), .replace(let ticket): moment.running = Running(ticket, of: self)
      case .end: moment.running = nil
      case .silent, .publish, .wait, .attempt: break
      }
      let running = moment.running
      let request = moment.machine.slots.running
      let state = action.publishes ? moment.machine.state : nil
      let snapshot = observer == nil ? nil : moment.snapshot(after: action)
      var leftover: AnyObject?
      defer { withExtendedLifetime(leftover) {} }
      if commit(&moment, publishing: state, beforeItShows: { leftover = report(snapshot) }) {
        return LoadTask(perform(action, of: request, before, running, event))
      }
    }
  }
  @usableFromInline
  func report(_ snapshot: LoadSnapshot<Request, Value, Failure>?) -> AnyObject? {
    guard let snapshot else { return nil }
    return observer?(snapshot)
  }
}

extension LoadStorage.Moment {
  @usableFromInline
  func snapshot(after action: LoadCore.Action) -> LoadSnapshot<Request, Value, Failure> {
    LoadSnapshot(
      core: machine.core,
      slots: machine.slots,
      isFailure: action == .end(.failed),
      decision: version
    )
  }
}

// MARK: Performing

extension LoadStorage {
  /// Performs an action and returns the load that it started or continued.
  @inlinable
  func perform(
    _ action: LoadCore.Action,
    of request: Box<Request>?,
    _ before: Running?,
    _ running: Running?,
    _ event: WorkEvent<Value, Failure>?
  ) -> Running? {
    switch action {
    case .none, .silent, .skip, .join, .publish: break
    case .start(let ticket):
      count(running, in: false)
      start(ticket, of: request, running)
      return running
    case .replace(let ticket):
      count(running, in: before?.end(.replaced) ?? false)
      start(ticket, of: request, running)
      return running
    case .attempt(let ticket):
      begin(ticket, of: request, running)
      return running
    case .wait(let ticket, let retry): wait(ticket, retry, running)
    case .end(let end):
      if let before, before.end(end.outcome(of: event)) { policy.activity?.end() }
    }
    return nil
  }
}

extension LoadCore.End {
  /// Returns the outcome of a load that an event of the work has ended.
  @inlinable
  func outcome<Value, Failure>(
    of event: WorkEvent<Value, Failure>?
  ) -> LoadOutcome<Value, Failure> {
    switch self {
    case .loaded: if let value = event?.value { return .loaded(value.value) }
    case .failed: if let failure = event?.failure { return .failed(failure.value) }
    case .cancelled: break
    }
    return .cancelled
  }
}
