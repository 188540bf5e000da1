/// The storage of a ``Loader``: runs the work, publishes states, ends handles.
///
/// The lock of the relay that publishes the states guards `moment`, so the order of the states is
/// the order of the decisions. A decision that runs code of the caller, such as an edit, is made on
/// a copy outside the lock, and committed if no other thread has committed first. All others are
/// made in place. Work, observers and waiting tasks run outside the lock.
@usableFromInline
final class LoadStorage<Request: Hashable & Sendable, Value: Sendable, Failure: Error> {
  @usableFromInline let states: BehaviorRelay<Loadable<Value, Failure>>
  @usableFromInline let policy: LoadPolicy
  @usableFromInline let failureOfTimeout: Box<Failure>?
  @usableFromInline let work: LoadWork<Request, Value, Failure>
  @usableFromInline let elapsed: ElapsedTime?
  @usableFromInline let place: QueuePlace?
  @usableFromInline let streams = OwnedStreams()
  /// The machine and the running load; accessed under the lock of the relay only.
  @exclusivity(unchecked) @usableFromInline var moment: LoadMoment

  /// The observer of every decision, called outside the lock before the state is delivered.
  @usableFromInline let observer: Observer?

  /// A closure whose result is released after the state is delivered.
  @usableFromInline typealias Observer = @Sendable (LoadSnapshot) -> AnyObject?

  init(policy: LoadPolicy, work: LoadWork<Request, Value, Failure>) {
    self.policy = policy
    self.work = work
    failureOfTimeout = policy.timeout.map { Box($0.failure.asTimeout(Failure.self)) }
    elapsed = policy.freshness.isTimed ? ElapsedTime(on: policy.clock) : nil
    place = policy.place
    observer = nil
    moment = LoadMoment(LoadMachine(policy.rules))
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
    from settled: LoadMachine,
    to states: BehaviorRelay<Loadable<Value, Failure>>,
    observer: @escaping Observer
  ) {
    self.policy = policy
    self.work = work
    failureOfTimeout = policy.timeout.map { Box($0.failure.asTimeout(Failure.self)) }
    self.elapsed = elapsed
    self.place = place
    self.observer = observer
    moment = LoadMoment(settled)
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
      let (requests, version) = states.core.locked { moment.requests() }
      let facts = requests.facts(about: request)
      let (result, task) = decideInPlace(ifVersionIs: version) { machine, leaving in
        machine.load(request, intent, facts, at: now, leaving: &leaving)
      }
      switch result {
      case .done: return task
      case .overtaken: continue
      case .hasEdits:
        return decide { machine, now in machine.load(request, intent, at: now) }
      }
    }
  }

  /// Adds, confirms or rolls back edits of a mutation.
  func edit(_ steps: [LoadEdits<Request, Value>.Step]) {
    decide { machine, _ in machine.edit(steps) }
  }

  /// The running load.
  var running: RunningLoad? { states.core.locked { moment.running } }

  /// The request that is loading, or else the request of the visible value or failure.
  var keyInQuestion: Request? {
    states.core.locked { moment.machine.requestInQuestion }?.assumed(of: Request.self).value
  }

  /// Cancels the running load; the loader never loads again.
  func stop() { handle(.close) }

  func close() {
    stop()
    states.finish()
  }
}

// SAFETY: `moment` is touched under the relay's lock only; everything else is immutable and Sendable.
extension LoadStorage: @unchecked Sendable {}

extension LoadStorage: IntentPerformer {
  @usableFromInline
  func cancelLoad(_ id: UInt) { handle(.cancelLoad(id)) }

  @usableFromInline
  func begins(_ ticket: UInt) { handle(.begun(ticket)) }

  @inlinable
  func handle(_ event: WorkEvent<Value, Failure>) {
    if event.isPartialValue {
      decide(event.incoming) { machine, now in machine.handle(event, at: now) }
    } else {
      handle(event.core, event.incoming)
    }
  }

  /// Handles an event that needs no facts about values.
  @inlinable
  func handle(_ event: LoadCore.Event, _ incoming: LoadSlots.Incoming = LoadSlots.Incoming()) {
    let now = elapsed?.now() ?? .zero
    let (result, _) = decideInPlace(incoming) { machine, leaving in
      machine.handle(event, LoadCore.Facts(), incoming, at: now, leaving: &leaving)
    }
    if result == .done { return }
    decide(incoming) { machine, now in
      machine.handle(event, LoadCore.Facts(), incoming, at: now)
    }
  }
}

// MARK: Deciding

extension LoadStorage {
  /// Makes a decision and returns a handle of the load that it started or joined.
  ///
  /// The decision runs code of the caller, so it is made on a copy. `incoming` has the values of
  /// the event that leads to it.
  @inlinable @discardableResult
  func decide(
    _ incoming: LoadSlots.Incoming = LoadSlots.Incoming(),
    _ body: (inout LoadMachine, _ now: Duration) -> LoadCore.Decision
  ) -> LoadTask<Value, Failure> {
    let now = elapsed?.now() ?? .zero
    while true {
      var moment = states.core.locked { self.moment }
      let version = moment.version
      let action = body(&moment.machine, now).action
      let change = moment.change(by: action, for: self, isObserved: observer != nil)
      if action.isNothing { return perform(change, incoming) }
      let state: Loadable<Value, Failure>? = action.publishes ? moment.view().state() : nil
      var leftover: AnyObject?
      defer { withExtendedLifetime(leftover) {} }
      if commit(&moment, of: version, state, before: { leftover = report(change) }) {
        return perform(change, incoming)
      }
    }
  }

  /// Commits a moment that was decided on a copy, unless another version has been committed.
  ///
  /// On success, `moment` receives the previous one, and `prepare` is called before the delivery.
  @inlinable
  func commit(
    _ moment: inout LoadMoment,
    of version: UInt,
    _ state: Loadable<Value, Failure>?,
    before prepare: () -> Void
  ) -> Bool {
    var isCommitted = false
    _ = states.core.accept {
      state ?? .notRequested
    } if: {
      isCommitted = self.moment.version == version
      if isCommitted { swap(&self.moment, &moment) }
      return isCommitted && state != nil
    } beforeDelivery: {
      if isCommitted { prepare() }
    }
    return isCommitted
  }

  /// The result of an attempt to decide in place.
  @usableFromInline
  enum InPlace {
    case done
    /// Another decision was made first.
    case overtaken
    /// Edits must be applied to the state, which runs code of the caller.
    case hasEdits
  }

  /// Makes a decision that runs no code of the caller, under the lock; returns the task if done.
  @inlinable
  func decideInPlace(
    _ incoming: LoadSlots.Incoming = LoadSlots.Incoming(),
    ifVersionIs version: UInt? = nil,
    _ body: (inout LoadMachine, _ leaving: inout LoadSlots) -> LoadCore.Decision
  ) -> (InPlace, LoadTask<Value, Failure>) {
    var change = LoadChange(.none, before: nil, running: nil)
    var result = InPlace.done
    // Values that leave the slots are released outside the lock.
    var leaving = LoadSlots()
    var leftover: AnyObject?
    defer {
      withExtendedLifetime(leaving) {}
      withExtendedLifetime(leftover) {}
    }
    _ = states.core.accept {
      moment.view().state()
    } if: {
      if let version, version != moment.version {
        result = .overtaken
        return false
      }
      if moment.hasEdits {
        result = .hasEdits
        return false
      }
      let action = body(&moment.machine, &leaving).action
      change = moment.change(by: action, for: self, isObserved: observer != nil)
      return action.publishes
    } beforeDelivery: {
      if result == .done { leftover = report(change) }
    }
    return (result, result == .done ? perform(change, incoming) : LoadTask(nil))
  }

  /// Reports a change to the observer; returns an object to release after the delivery.
  @usableFromInline
  func report(_ change: LoadChange) -> AnyObject? { change.snapshot.flatMap { observer?($0) } }
}

// MARK: Performing

extension LoadStorage {
  /// Performs a change and returns a handle of the load that it started, continued or joined.
  @inlinable
  func perform(
    _ change: LoadChange,
    _ incoming: LoadSlots.Incoming
  ) -> LoadTask<Value, Failure> {
    let running = change.running
    switch change.action {
    case .none, .silent, .publish: return LoadTask(nil)
    case .skip(let reason): return LoadTask(nil, skipReason: reason)
    case .join: running?.escalate()
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
      if change.before?.end(LoadEnd(end, incoming)) == true { policy.activity?.end() }
      return LoadTask(nil)
    }
    return LoadTask(running)
  }
}
