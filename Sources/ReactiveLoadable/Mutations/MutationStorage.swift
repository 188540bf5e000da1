/// Performs the actions of a ``Mutation``'s machine: runs work, publishes, settles handles.
///
/// The lock that guards the machine also orders states and history, so both have the order of the
/// decisions. Work, observers and handles run outside the lock. Running work retains the storage,
/// and so all writes that wait behind it.
final class MutationStorage<Input: Sendable, Output: Sendable, Failure: Error> {
  typealias Machine = MutationStateMachine<Input, Output, Failure>
  typealias Run = MutationRun<Input, Output, Failure>
  typealias Work = @Sendable (Input) async throws(Failure) -> Output

  let states = BehaviorRelay(Loadable<Output, Failure>.notRequested)
  let history = BehaviorRelay<[Machine.Record]>([])
  private let editor: MutationEditor<Input, Output, Failure>?
  private let policy: MutationPolicy
  private let work: Work
  private let failureOfTimeout: Failure?
  private let succession = Succession()
  private let lock = BareLock()
  private var machine: Machine
  /// The writes that wait or run, by number.
  private var runs: [UInt: Run] = [:]

  init(
    policy: MutationPolicy,
    editor: MutationEditor<Input, Output, Failure>? = nil,
    work: @escaping Work
  ) {
    self.policy = policy
    self.editor = editor
    machine = Machine(policy)
    self.work = work
    failureOfTimeout = policy.timeout?.failure.asTimeout(Failure.self)
  }

  func run(_ input: Input) -> LoadTask<Output, Failure> {
    LoadTask(handle(.run(input)).accepted, skipReason: .busy)
  }

  @discardableResult
  func handle(_ event: Machine.Event) -> Step {
    let step = decide(event)
    // The edits of a write are visible before its state, its record or its outcome.
    if !step.edits.isEmpty { editor?.take(step.edits) }
    if let placed = step.states { states.deliver(placed) }
    if let placed = step.history { history.deliver(placed) }
    perform(step)
    return step
  }

  private func decide(_ event: Machine.Event) -> Step {
    lock.acquire()
    defer { lock.release() }
    // The step retains the old machine, so that no value is released under the lock.
    var step = Step(before: machine)
    for action in machine.handle(event) { take(action, of: event, &step) }
    if step.showsState { step.states = states.place(machine.state) }
    if step.showsHistory { step.history = history.place(machine.records) }
    return step
  }

  private func perform(_ step: Step) {
    for told in step.told { told.run.load.end(LoadEnd(told.outcome)) }
    for stopped in step.stopped where stopped.run.stop(stopped.outcome) {
      handle(.gaveUp(stopped.run.id))
    }
    if let begun = step.begun { begin(begun) }
    if step.finishes {
      states.finish()
      history.finish()
    }
  }
}

// SAFETY: `machine` and `runs` are touched under the lock only; everything else is immutable and
// Sendable.
extension MutationStorage: @unchecked Sendable {}

extension MutationStorage: LoadOwner {
  func cancelLoad(_ id: UInt) { handle(.cancelRun(id)) }
}

// MARK: The work

extension MutationStorage {
  private func begin(_ begun: Step.Begun) {
    let start: @Sendable () -> Void = { [self] in
      limit(begun.run)
      begun.run.start { await self.write(begun.input, as: begun.run.id) }
    }
    switch policy.overlap {
    case .concurrent: start()
    case .serial, .ignore, .replace: succession.perform(start)
    }
  }

  private func limit(_ run: Run) {
    guard let timeout = policy.timeout, let failureOfTimeout else { return }
    run.load.start(.limitOfLoad, 1) { [weak self, policy] in
      guard await policy.clock.rest(for: timeout.limit) else { return }
      self?.handle(.expired(run.id, failureOfTimeout))
    }
  }

  private func write(_ input: Input, as id: UInt) async {
    while true {
      guard let retry = handle(await attempt(input, as: id)).retry else { return }
      guard handle(await wait(retry, as: id)).attempts else { return }
    }
  }

  private func attempt(_ input: Input, as id: UInt) async -> Machine.Event {
    do throws(Failure) {
      return .succeeded(id, try await work(input))
    } catch {
      if policy.meansCancelled(error) { return .gaveUp(id) }
      return .failed(id, error, mayRetry: policy.allowsRetry(error))
    }
  }

  private func wait(_ retry: Int, as id: UInt) async -> Machine.Event {
    await policy.clock.rest(for: policy.retry.delay(retry)) ? .waited(id) : .gaveUp(id)
  }
}

// MARK: Under the lock

extension MutationStorage {
  /// The work that a transition leaves for outside the lock.
  struct Step {
    typealias Begun = (run: Run, input: Input)
    typealias Ended = (run: Run, outcome: LoadOutcome<Output, Failure>)

    let before: Machine
    var accepted: RunningLoad?
    var told: [Ended] = []
    var stopped: [Ended] = []
    var begun: Begun?
    var retry: Int?
    var attempts = false
    var showsState = false
    var showsHistory = false
    var states: BehaviorRelay<Loadable<Output, Failure>>.Placed?
    var history: BehaviorRelay<[Machine.Record]>.Placed?
    var edits: [MutationEditor<Input, Output, Failure>.Step] = []
    var finishes = false
  }

  private func take(_ action: Machine.Action, of event: Machine.Event, _ step: inout Step) {
    switch action {
    case .skip: break
    case .accept(let id): accept(id, event, &step)
    case .tell(let id, let outcome):
      if let run = end(id, outcome, &step) { step.told.append((run, outcome)) }
    case .stop(let id, let outcome):
      if let run = end(id, outcome, &step) { step.stopped.append((run, outcome)) }
    case .begin(let id, let input): step.begun = runs[id].map { ($0, input) }
    case .wait(_, let retry): step.retry = retry
    case .attempt: step.attempts = true
    case .showState: step.showsState = true
    case .showHistory: step.showsHistory = true
    case .finish: step.finishes = true
    }
  }

  private func accept(_ id: UInt, _ event: Machine.Event, _ step: inout Step) {
    guard case .run(let input) = event else { return }
    let run = Run(id: id, input, of: self)
    runs[id] = run
    step.accepted = run.load
    if editor != nil { step.edits.append(.begun(id, input)) }
  }

  private func end(
    _ id: UInt,
    _ outcome: LoadOutcome<Output, Failure>,
    _ step: inout Step
  ) -> Run? {
    guard let run = runs.removeValue(forKey: id) else { return nil }
    if editor != nil { step.edits.append(.ended(id, run.input, outcome)) }
    return run
  }
}
