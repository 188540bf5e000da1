/// The storage of a ``Mutation``: runs the work, publishes states and history, ends handles.
///
/// The lock of the relay that publishes the states guards core and values, so states and history
/// have the order of the decisions. Work, observers and handles run outside the lock.
final class MutationStorage<Input: Sendable, Output: Sendable, Failure: Error>: LoadPerformer,
  // SAFETY: every `var` is touched under the relay's lock only; all else is immutable.
  @unchecked Sendable
{
  typealias Values = MutationValues<Input, Output, Failure>
  typealias Work = LoadWork<Input, Output, Failure>

  let states = BehaviorRelay(Loadable<Output, Failure>.notRequested)
  let history = BehaviorRelay<[Values.Record]>([])
  private let editor: MutationEditor<Input, Output, Failure>?
  private let function: LoadFunction
  private let isConcurrent: Bool
  private var core: MutationCore
  private var values = Values()
  /// The writes that wait or run, by number.
  private var open: [UInt: Open] = [:]
  /// The storage itself until all work has returned, so that releasing the mutation loses no write.
  private var retained: MutationStorage?
  /// A Boolean value that indicates whether a thread starts writes.
  private var isStarting = false
  /// The write that this thread starts next.
  private var next: Start?

  init(
    policy: MutationPolicy,
    editor: MutationEditor<Input, Output, Failure>? = nil,
    work: Work
  ) {
    self.editor = editor
    function = work.function
    isConcurrent = policy.overlap == .concurrent
    core = MutationCore(policy)
    let policy = policy.load
    super.init(policy, place: nil, timeoutFailure: policy.timeoutFailure(of: Failure.self))
  }

  func run(_ input: Input) -> LoadTask<Output, Failure> {
    let accepted = handle(.run, LoadSlots.Incoming(request: Box(input)))
    return LoadTask(StartedLoad(accepted, skipReason: .busy))
  }

  override func cancelLoad(_ id: UInt) { handle(.cancelWrite(id)) }

  override func handle(_ event: WorkEvent) {
    guard case .heard(let attempt, let ticket, _) = event.core else { return }
    handle(.attempt(attempt, ticket), event.incoming)
  }

  override func isNotCalled(_ ticket: UInt) { handle(.attempt(.gaveUp, ticket)) }
}

// MARK: Deciding

extension MutationStorage {
  /// A write that waits or runs.
  private struct Open {
    let load: RunningLoad
    let call: LoadCall
  }

  /// The work of a write, to start or to continue.
  private struct Start {
    let write: Open
    let cycle: AttemptCycle
  }

  /// A decision with the values for its performance outside the lock.
  private struct Step {
    var decision = MutationCore.Decision()
    /// The values before, so that none is released under the lock.
    var before = Values()
    var accepted: RunningLoad?
    /// The writes that have an outcome now.
    var ended: [Open] = []
    var continued: [Start] = []
    var history: BehaviorRelay<[Values.Record]>.Placed?
  }

  /// Handles an event, with the input of a new write or the result of the work.
  ///
  /// Returns the load of a new write.
  @discardableResult
  func handle(
    _ event: MutationCore.Event,
    _ incoming: LoadSlots.Incoming = LoadSlots.Incoming()
  ) -> RunningLoad? {
    var step = Step()
    var end: LoadEnd?
    states.core.transition {
      step.decision = core.handle(event)
      end = step.decision.end(incoming)
      apply(&step, incoming, end)
      return step.decision.publishesState ? values.state(of: core) : nil
    } beforeDelivery: {
      // The edits of a write are visible before its state, its record or its outcome.
      if let editor { edit(step, incoming, end, editor) }
    }
    if let placed = step.history { history.deliver(placed) }
    if let end {
      for write in step.ended { write.load.end(end) }
    }
    for start in step.continued { perform(start) }
    if step.decision.finishes {
      states.finish()
      history.finish()
    }
    return step.accepted
  }

  /// Changes values and loads after a decision; called under the lock.
  private func apply(_ step: inout Step, _ incoming: LoadSlots.Incoming, _ end: LoadEnd?) {
    let decision = step.decision
    step.before = values
    values.apply(decision, incoming.request.map(input), end.map { LoadOutcome($0) })
    if let id = decision.accepted, let request = incoming.request {
      let write = Open(
        load: RunningLoad(id, of: self),
        call: LoadCall(request: request, function: function)
      )
      open[id] = write
      step.accepted = write.load
    }
    for write in decision.changed {
      if let cycle = write.cycle {
        if let write = open[write.id] { step.continued.append(Start(write: write, cycle: cycle)) }
      } else if let write = open.removeValue(forKey: write.id) {
        step.ended.append(write)
      }
    }
    if decision.publishesHistory { step.history = history.place(values.records) }
    retained = core.writes.isEmpty ? nil : self
  }

  private func input(_ request: AnyBox) -> Input { request.assumed(of: Input.self).value }

  private func edit(
    _ step: Step,
    _ incoming: LoadSlots.Incoming,
    _ end: LoadEnd?,
    _ editor: MutationEditor<Input, Output, Failure>
  ) {
    var edits: [MutationEditor<Input, Output, Failure>.Step] = []
    if let id = step.decision.accepted, let request = incoming.request {
      edits.append(.begun(id, input(request)))
    }
    if let end {
      for write in step.ended {
        edits.append(.ended(write.load.id, input(write.call.request), LoadOutcome(end)))
      }
    }
    if !edits.isEmpty { editor.take(edits) }
  }
}

// MARK: Performing

extension MutationStorage {
  private func perform(_ start: Start) {
    let (cycle, write) = (start.cycle, start.write)
    if cycle.isWaiting {
      wait(cycle.ticket, cycle.retries, write.load)
    } else if cycle.retries > 0 {
      begin(cycle.ticket, write.call, write.load)
    } else if isConcurrent {
      self.start(cycle.ticket, write.call, write.load)
    } else {
      startInTurn(start)
    }
  }

  /// Starts a write or, if a thread starts writes already, leaves it to that thread.
  ///
  /// A write that does not suspend ends inside its start and starts the next one. Without the loop
  /// a long queue of such writes would overflow the stack.
  private func startInTurn(_ start: Start) {
    if leave(start) { return }
    var start: Start? = start
    while let current = start {
      self.start(current.cycle.ticket, current.write.call, current.write.load)
      start = takeNext()
    }
  }

  /// Leaves a start to the thread that starts writes; returns false if this thread must do it.
  private func leave(_ start: Start) -> Bool {
    states.core.locked {
      if isStarting { next = start }
      defer { isStarting = true }
      return isStarting
    }
  }

  private func takeNext() -> Start? {
    states.core.locked {
      isStarting = next != nil
      return next.take()
    }
  }
}
