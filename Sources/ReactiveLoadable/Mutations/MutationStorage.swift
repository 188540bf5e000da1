/// Performs the decisions of a ``MutationCore``: runs work, publishes, settles handles.
///
/// The lock that guards the core and the values also orders states and history, so both have the
/// order of the decisions. Work, observers and handles run outside the lock. Running work retains
/// the storage, and so all writes that wait behind it.
final class MutationStorage<Input: Sendable, Output: Sendable, Failure: Error> {
  typealias Values = MutationValues<Input, Output, Failure>
  typealias Work = @Sendable (Input) async throws(Failure) -> Output

  let states = BehaviorRelay(Loadable<Output, Failure>.notRequested)
  let history = BehaviorRelay<[Values.Record]>([])
  private let editor: MutationEditor<Input, Output, Failure>?
  private let policy: MutationPolicy
  private let work: Work
  private let failureOfTimeout: Failure?
  private let lock = BareLock()
  private var core: MutationCore
  private var values = Values()
  /// The writes that wait or run, by number.
  private var loads: [UInt: RunningLoad] = [:]
  /// A Boolean value that indicates whether a thread starts writes.
  private var isStarting = false
  /// The write that this thread starts next.
  private var next: Step.Start?

  init(
    policy: MutationPolicy,
    editor: MutationEditor<Input, Output, Failure>? = nil,
    work: @escaping Work
  ) {
    self.policy = policy
    self.editor = editor
    core = MutationCore(policy)
    self.work = work
    failureOfTimeout = policy.timeout?.failure.asTimeout(Failure.self)
  }

  func run(_ input: Input) -> LoadTask<Output, Failure> {
    LoadTask(StartedLoad(handle(.run, input: Box(input)).accepted, skipReason: .busy))
  }

  /// Handles an event, with the input of a new write or the result of the work.
  @discardableResult
  func handle(
    _ event: MutationCore.Event,
    input: Box<Input>? = nil,
    result: Box<Values.Outcome>? = nil
  ) -> Step {
    let step = decide(event, input, result)
    // The edits of a write are visible before its state, its record or its outcome.
    if let editor { edit(step, input, editor) }
    if let placed = step.states { states.deliver(placed) }
    if let placed = step.history { history.deliver(placed) }
    if let outcome = step.outcome?.value {
      let end = LoadEnd(outcome)
      for load in step.ended + step.stopped { load.end(end) }
    }
    for write in step.decision.changed where write.phase == .stopping(hasStarted: false) {
      handle(.gaveUp(write.id))
    }
    if let start = step.start { begin(start) }
    if step.decision.finishes {
      states.finish()
      history.finish()
    }
    return step
  }

  private func edit(
    _ step: Step,
    _ input: Box<Input>?,
    _ editor: MutationEditor<Input, Output, Failure>
  ) {
    var edits: [MutationEditor<Input, Output, Failure>.Step] = []
    if let id = step.decision.accepted, let input { edits.append(.begun(id, input.value)) }
    for write in step.decision.changed where !write.isOpen {
      if let outcome = step.outcome?.value, let input = step.before.input(of: write.id)?.value {
        edits.append(.ended(write.id, input, outcome))
      }
    }
    if !edits.isEmpty { editor.take(edits) }
  }
}

// SAFETY: `core`, `values`, `loads`, `isStarting` and `next` are touched under the lock only;
// everything else is immutable and Sendable.
extension MutationStorage: @unchecked Sendable {}

extension MutationStorage: LoadOwner {
  func cancelLoad(_ id: UInt) { handle(.cancelWrite(id)) }
}

// MARK: Under the lock

extension MutationStorage {
  /// A decision with the values for its performance outside the lock.
  struct Step {
    /// A write to start, with the ticket of its first attempt.
    struct Start {
      let id: UInt
      let load: RunningLoad
      let input: Box<Input>
      let ticket: AttemptCycle.Ticket
    }

    let decision: MutationCore.Decision
    /// The outcome of the writes that end.
    let outcome: Box<Values.Outcome>?
    /// The values before a change, so that none is released under the lock.
    let before: Values
    var accepted: RunningLoad?
    var ended: [RunningLoad] = []
    var stopped: [RunningLoad] = []
    var start: Start?
    var states: BehaviorRelay<Loadable<Output, Failure>>.Placed?
    var history: BehaviorRelay<[Values.Record]>.Placed?
  }

  private func decide(
    _ event: MutationCore.Event,
    _ input: Box<Input>?,
    _ result: Box<Values.Outcome>?
  ) -> Step {
    lock.acquire()
    defer { lock.release() }
    let decision = core.handle(event)
    var step = Step(decision: decision, outcome: decision.outcome(result), before: values)
    values.apply(decision, input, step.outcome)
    if let id = decision.accepted {
      let load = RunningLoad(id, of: self)
      loads[id] = load
      step.accepted = load
    }
    for write in decision.changed { take(write, &step) }
    if decision.publishesState { step.states = states.place(values.state(of: core)) }
    if decision.publishesHistory { step.history = history.place(values.records) }
    return step
  }

  private func take(_ write: MutationCore.Write, _ step: inout Step) {
    switch write.phase {
    case .starting(let cycle):
      guard let load = loads[write.id], let input = values.input(of: write.id) else { return }
      step.start = Step.Start(id: write.id, load: load, input: input, ticket: cycle.ticket)
    case .stopping:
      if let load = loads.removeValue(forKey: write.id) { step.stopped.append(load) }
    case .ended:
      // The load of a write that was stopped has ended already.
      if let load = loads.removeValue(forKey: write.id) { step.ended.append(load) }
    case .waiting, .running, .forgotten: break
    }
  }
}

// MARK: Starting

extension MutationStorage {
  /// Starts a write or, if a thread starts writes already, leaves it to that thread.
  ///
  /// A write that does not suspend ends inside its start and starts the next one. Without the loop
  /// a long queue of such writes would overflow the stack.
  private func begin(_ start: Step.Start) {
    var start: Step.Start? = start
    if policy.overlap != .concurrent, leave(&start) { return }
    while let current = start {
      limit(current)
      current.load.start(.work, current.ticket) {
        await self.write(current.input, as: current.id)
      }
      start = takeNext()
    }
  }

  /// Leaves a start to the thread that starts writes; returns false if this thread must do it.
  ///
  /// `start` receives the start that it replaces, whose write was stopped.
  private func leave(_ start: inout Step.Start?) -> Bool {
    lock.acquire()
    defer { lock.release() }
    if isStarting { swap(&next, &start) }
    defer { isStarting = true }
    return isStarting
  }

  private func takeNext() -> Step.Start? {
    lock.acquire()
    defer { lock.release() }
    isStarting = next != nil
    return next.take()
  }

  private func limit(_ start: Step.Start) {
    guard let timeout = policy.timeout, let failureOfTimeout else { return }
    let late = MutationCore.Event.attempt(.expired(isFailure: true), start.id, start.ticket)
    start.load.start(.limitOfLoad, start.ticket) { [weak self, policy] in
      guard await policy.clock.rest(for: timeout.limit) else { return }
      self?.handle(late, result: Box(.failed(failureOfTimeout)))
    }
  }
}

// MARK: The work

extension MutationStorage {
  /// Calls the work and waits before retries, as long as the phase of the write says so.
  private func write(_ input: Box<Input>, as id: UInt) async {
    var (event, result): (MutationCore.Event, Box<Values.Outcome>?) = (.start(id), nil)
    while let write = handle(event, result: result).decision.changed.first, write.id == id,
      let cycle = write.cycle
    {
      if cycle.isWaiting {
        let hasElapsed = await policy.clock.rest(for: policy.retry.delay(cycle.retries))
        (event, result) = (hasElapsed ? .attempt(.waited, id, cycle.ticket) : .gaveUp(id), nil)
      } else {
        let (news, its) = await attempt(input)
        (event, result) = (.attempt(news, id, cycle.ticket), its)
      }
    }
  }

  private func attempt(_ input: Box<Input>) async -> (AttemptCycle.Event, Box<Values.Outcome>?) {
    do throws(Failure) {
      return (.succeeded, Box(.loaded(try await work(input.value))))
    } catch {
      if policy.meansCancelled(error) { return (.gaveUp, nil) }
      return (.failed(mayRetry: policy.allowsRetry(error)), Box(.failed(error)))
    }
  }
}
