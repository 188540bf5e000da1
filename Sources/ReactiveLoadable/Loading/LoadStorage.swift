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
  @usableFromInline typealias Observer = @Sendable (Snapshot) -> AnyObject?
  @usableFromInline typealias Snapshot = LoadSnapshot<Request, Value, Failure>

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
    switch intent {
    case .load(let request): load(request, .load)
    case .loadIfNeeded(let request): load(request, .loadIfNeeded)
    case .refresh, .retry, .cancel, .reset, .set, .invalidate:
      decide { machine, now in machine.perform(intent, at: now) }
    }
  }

  /// Loads a request: compares it outside the lock, and decides if nothing has changed since.
  @inlinable
  func load(_ request: Request, _ intent: LoadCore.Intent) -> LoadTask<Value, Failure> {
    let now = elapsed?.now() ?? .zero
    while true {
      var version: UInt = 0
      let requests = states.core.locked {
        version = moment.version
        return moment.machine.slots.requests
      }
      let facts = requests.facts(about: request)
      let committed = decideInPlace(ifVersionIs: version) { machine in
        machine.load(request, intent, facts, at: now)
      }
      switch committed {
      case .done(let task): return task
      case .overtaken: continue
      case .hasEdits:
        return decide { machine, now in
          machine.load(request, intent, machine.slots.requests.facts(about: request), at: now)
        }
      }
    }
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
    if !event.isPartialValue {
      let now = elapsed?.now() ?? .zero
      let committed = decideInPlace(event) { machine in machine.handle(event, at: now) }
      if case .done = committed { return }
    }
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

  /// A change of the moment, to perform outside the lock.
  @usableFromInline
  struct Change {
    @usableFromInline let action: LoadCore.Action
    @usableFromInline let request: Box<Request>?
    /// The running loads before and after the decision.
    @usableFromInline let before: Running?
    @usableFromInline let running: Running?
    @usableFromInline let snapshot: Box<Snapshot>?

    @inlinable
    init(
      _ action: LoadCore.Action,
      of request: Box<Request>?,
      _ before: Running?,
      _ running: Running?,
      _ snapshot: Box<Snapshot>?
    ) {
      self.action = action
      self.request = request
      self.before = before
      self.running = running
      self.snapshot = snapshot
    }
  }

  /// Makes a decision and returns a handle of the load that it started or joined.
  ///
  /// The decision runs code of the caller, so it is made on a copy. `event` is the event of the
  /// work that leads to it.
  @inlinable @discardableResult
  func decide(
    _ event: WorkEvent<Value, Failure>? = nil,
    _ body: (inout Machine, _ now: Duration) -> LoadCore.Decision
  ) -> LoadTask<Value, Failure> {
    let now = elapsed?.now() ?? .zero
    while true {
      var moment = present
      let version = moment.version
      let change = moment.change(by: body(&moment.machine, now).action, self)
      if change.action.isNothing { return task(change) }
      let state = change.action.publishes ? moment.machine.state : nil
      var leftover: AnyObject?
      defer { withExtendedLifetime(leftover) {} }
      let isCommitted = commit(&moment, ifVersionIs: version, publishing: state) {
        leftover = report(change)
      }
      if isCommitted { return perform(change, event) }
    }
  }

  /// The result of an attempt to decide in place.
  @usableFromInline
  enum Committed {
    case done(LoadTask<Value, Failure>)
    /// Another decision was made first.
    case overtaken
    /// Edits have to be applied to the state, which runs code of the caller.
    case hasEdits
  }

  /// Makes a decision that runs no code of the caller, under the lock.
  @inlinable
  func decideInPlace(
    _ event: WorkEvent<Value, Failure>? = nil,
    ifVersionIs version: UInt? = nil,
    _ body: (inout Machine) -> LoadCore.Decision
  ) -> Committed {
    var change: Change?
    // Values that leave the slots are released outside the lock.
    var leaving = Machine.Slots()
    var leftover: AnyObject?
    defer {
      withExtendedLifetime(leaving) {}
      withExtendedLifetime(leftover) {}
    }
    let isCurrent = states.core.transition {
      if let version, version != moment.version { return (nil, false) }
      if moment.machine.edits != nil { return (nil, true) }
      leaving = moment.machine.slots
      let action = body(&moment.machine).action
      change = moment.change(by: action, self)
      return (action.publishes ? moment.machine.state : nil, true)
    } beforeDelivery: { _ in
      if let change { leftover = report(change) }
    }
    if let change { return .done(perform(change, event)) }
    return isCurrent ? .hasEdits : .overtaken
  }

  /// Reports a change to the observer; returns an object to release after the delivery.
  @usableFromInline
  func report(_ change: Change) -> AnyObject? {
    guard let snapshot = change.snapshot else { return nil }
    return observer?(snapshot.value)
  }

  /// Returns a handle of the load that an intent joined, or the reason why there is none.
  @inlinable
  func task(_ change: Change) -> LoadTask<Value, Failure> {
    switch change.action {
    case .skip(let reason): return LoadTask(nil, skipReason: reason)
    case .join:
      change.running?.escalate()
      return LoadTask(change.running)
    default: return LoadTask(nil)
    }
  }
}

extension LoadStorage.Moment {
  /// Notes an action of the machine and returns the change that it makes.
  @inlinable
  mutating func change(
    by action: LoadCore.Action,
    _ storage: LoadStorage
  ) -> LoadStorage.Change {
    let before = running
    switch action {
    case .start(let ticket), .replace(let ticket):
      running = LoadStorage.Running(ticket, of: storage)
    case .end: running = nil
    case .none, .silent, .skip, .join, .publish, .wait, .attempt: break
    }
    if action.isNothing { return LoadStorage.Change(action, of: nil, before, running, nil) }
    let snapshot = storage.observer == nil ? nil : snapshot(after: action)
    version &+= 1
    return LoadStorage.Change(action, of: machine.slots.running, before, running, snapshot)
  }

  @usableFromInline
  func snapshot(after action: LoadCore.Action) -> Box<LoadStorage.Snapshot> {
    Box(
      LoadSnapshot(
        core: machine.core,
        slots: machine.slots,
        isFailure: action == .end(.failed),
        decision: version
      )
    )
  }
}

// MARK: Performing

extension LoadStorage {
  /// Performs a change and returns a handle of the load that it started or continued.
  @inlinable
  func perform(
    _ change: Change,
    _ event: WorkEvent<Value, Failure>?
  ) -> LoadTask<Value, Failure> {
    let running = change.running
    switch change.action {
    case .none, .skip, .join: return task(change)
    case .silent, .publish: return LoadTask(nil)
    case .start(let ticket):
      count(running, in: false)
      start(ticket, of: change.request, running)
    case .replace(let ticket):
      count(running, in: change.before?.end(LoadEnd(.replaced)) ?? false)
      start(ticket, of: change.request, running)
    case .attempt(let ticket): begin(ticket, of: change.request, running)
    case .wait(let ticket, let retry):
      wait(ticket, retry, running)
      return LoadTask(nil)
    case .end(let end):
      if let before = change.before, before.end(LoadEnd(end, of: event)) { policy.activity?.end() }
      return LoadTask(nil)
    }
    return LoadTask(running)
  }
}

extension LoadEnd {
  /// The end of a load, which an event of the work may have brought about.
  @inlinable
  init(_ end: LoadCore.End, of event: WorkEvent<Value, Failure>?) {
    switch end {
    case .loaded: self.init(.loaded, event?.value)
    case .failed: self.init(.failed, nil, event?.failure)
    case .cancelled: self.init(.cancelled)
    }
  }
}
