import ReactiveRelays

/// The storage of a ``Mutation``: runs the work, publishes states and history, ends handles.
///
/// The lock of the relay that publishes the states guards core and values, so states and history
/// have the order of the decisions. Work, observers and handles run outside the lock.
final class MutationStorage<Input: Sendable, Output: Sendable, Failure: Error>: RelayPerformer,
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
  private var open: [UInt: OpenWrite] = [:]
  /// The storage itself until all work has returned, so that releasing the mutation loses no write.
  private var retained: MutationStorage?
  /// A Boolean value that indicates whether a thread starts writes.
  private var isStarting = false
  /// The write that this thread starts next.
  private var next: (OpenWrite, AttemptCycle)?

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
    policy.name(states.core, of: "Mutation")
    super.init(
      policy,
      queueClient: nil,
      timeoutFailure: policy.timeoutFailure(of: Failure.self),
      relay: states.core,
      elapsed: nil
    )
  }

  /// The name of a mutation whose policy has none, with its types.
  @usableFromInline
  override var defaultName: String { "Mutation<\(Input.self), \(Output.self)>" }

  /// The input of a write that runs, waits, or is in the history.
  @usableFromInline
  override func request(of load: RunningLoad) -> AnyBox? {
    locked { values.input(of: load.id) }.map { Box($0) }
  }

  override var policyType: String { "MutationPolicy" }
  override var isWriting: Bool { true }

  func run(_ input: Input) -> LoadTask<Output, Failure> {
    let accepted = handle(.run, LoadSlots.Payload(request: Box(input)))
    return LoadTask(StartedLoad(accepted, skipReason: .busy))
  }

  override func cancelLoad(_ id: UInt) { handle(.cancelWrite(id)) }

  override func handle(_ event: WorkEvent) {
    guard case .attempt(let attempt, let ticket, _) = event.core else { return }
    handle(.attempt(attempt, ticket), event.payload)
  }

  override func attemptSkipped(_ ticket: UInt) { handle(.attempt(.threwCancellation, ticket)) }
}

// MARK: Deciding

extension MutationStorage {
  /// Handles an event, with the input of a new write or the result of the work.
  ///
  /// Returns the load of a new write.
  @discardableResult
  func handle(
    _ event: MutationCore.Event,
    _ payload: LoadSlots.Payload = LoadSlots.Payload()
  ) -> RunningLoad? {
    var changes = MutationChanges()
    let events = observedEvents(defaultName)
    let time = events?.now ?? .zero
    // The values before are released last, outside the lock.
    var before: Values?
    var pending: BehaviorRelay<[Values.Record]>.PendingDelivery?
    states.core.transition {
      before = values
      changes = change(event, payload)
      if let events { events.append(changes.observed(after: event, payload), at: time) }
      if changes.decision.publishesHistory { pending = history.commit(values.records) }
      return changes.decision.publishesState ? values.state(of: core) : nil
    } beforeDelivery: {
      events?.deliver()
      // The edits of a write are visible before its state, its record or its outcome.
      if let editor { edit(changes, editor) }
    }
    if let pending { history.deliver(pending) }
    if let end = changes.outcome {
      for write in changes.ended { write.load.end(end) }
    }
    for start in changes.started { perform(start.write, start.cycle) }
    if changes.decision.finishes {
      states.finish()
      history.finish()
    }
    withExtendedLifetime(before) {}
    return changes.accepted?.load
  }

  /// Changes core, values and writes; called under the lock.
  private func change(
    _ event: MutationCore.Event,
    _ payload: LoadSlots.Payload
  ) -> MutationChanges {
    let decision = core.handle(event)
    var changes = MutationChanges(decision: decision, outcome: decision.loadOutcome(payload))
    values.apply(decision, payload.request.map(input), changes.outcome.map { LoadOutcome($0) })
    if let id = decision.accepted, let request = payload.request {
      let call = LoadCall(request: request, function: function)
      let write = OpenWrite(load: RunningLoad(id, of: self), call: call)
      (open[id], changes.accepted) = (write, write)
    }
    for write in decision.changed {
      if let cycle = write.cycle {
        if let write = open[write.id] { changes.started.append((write, cycle)) }
      } else if let write = open.removeValue(forKey: write.id) {
        changes.ended.append(write)
      }
    }
    retained = core.writes.isEmpty ? nil : self
    return changes
  }

  private func edit(
    _ changes: MutationChanges,
    _ editor: MutationEditor<Input, Output, Failure>
  ) {
    var edits: [MutationEditor<Input, Output, Failure>.Step] = []
    if let write = changes.accepted {
      edits.append(.started(write.load.id, input(write.call.request)))
    }
    if let end = changes.outcome {
      for write in changes.ended {
        edits.append(.ended(write.load.id, input(write.call.request), LoadOutcome(end)))
      }
    }
    if !edits.isEmpty { editor.apply(edits) }
  }

  private func input(_ request: AnyBox) -> Input { request.assumed(of: Input.self).value }
}

// MARK: Descriptions

extension MutationStorage {
  /// The numbers of writes that run, with those that stop, and that wait.
  var openWrites: (running: Int, waiting: Int) {
    let (all, waiting) = locked { (core.writes.count, core.writes.count { $0.phase == .waiting }) }
    return (all - waiting, waiting)
  }

  /// The settings that differ from the defaults, for a debugger.
  var policyInWords: String? {
    let core = locked { self.core }
    let words: [String?] = [
      core.overlap == .serial ? nil : "overlap \(core.overlap)",
      core.whenReleased == .finish ? nil : "when released \(core.whenReleased)",
      core.historyLimit == 20 ? nil : "history of \(core.historyLimit)",
    ]
    return (words + [policy.settingsInWords]).policyText
  }
}

// MARK: Performing

extension MutationStorage {
  /// Starts the work of a write, or continues it.
  private func perform(_ write: OpenWrite, _ cycle: AttemptCycle) {
    if !cycle.isFirst {
      proceed(cycle, write.call, write.load)
    } else if isConcurrent {
      start(cycle, write.call, write.load)
    } else {
      startOnTrampoline(write, cycle)
    }
  }

  /// Starts a write or, if a thread starts writes already, leaves it to that thread.
  ///
  /// A write that does not suspend ends inside its start and starts the next one. Without the loop
  /// a long queue of such writes would overflow the stack.
  private func startOnTrampoline(_ write: OpenWrite, _ cycle: AttemptCycle) {
    if leave(write, cycle) { return }
    var (write, cycle) = (write, cycle)
    while true {
      start(cycle, write.call, write.load)
      guard let next = takeNext() else { return }
      (write, cycle) = next
    }
  }

  /// Leaves a start to the thread that starts writes; returns false if this thread must do it.
  private func leave(_ write: OpenWrite, _ cycle: AttemptCycle) -> Bool {
    locked {
      if isStarting { next = (write, cycle) }
      defer { isStarting = true }
      return isStarting
    }
  }

  private func takeNext() -> (OpenWrite, AttemptCycle)? {
    locked {
      isStarting = next != nil
      return next.take()
    }
  }
}

/// A write that waits or runs.
struct OpenWrite {
  let load: RunningLoad
  let call: LoadCall
}

/// A decision, with the writes that it starts and ends outside the lock.
struct MutationChanges {
  var decision = MutationCore.Decision()
  /// The end of the writes that have an outcome now.
  var outcome: AnyLoadOutcome?
  var accepted: OpenWrite?
  var ended: [OpenWrite] = []
  var started: [(write: OpenWrite, cycle: AttemptCycle)] = []
}
