import ReactiveRelays

/// The storage of a ``Mutation``: runs the work, publishes states and history, ends handles.
///
/// The lock of the relay that publishes the states guards core and values, so states and history
/// have the order of the decisions. Work, observers and handles run outside the lock.
final class MutationStorage<Input: Sendable, Output: Sendable, Failure: Error>: LoadOwner,
  // SAFETY: every `var` is touched under the relay's lock only; all else is immutable.
  @unchecked Sendable
{
  typealias Values = MutationValues<Input, Output, Failure>
  typealias Work = LoadWork<Input, Output, Failure>

  let states = BehaviorRelay(Loadable<Output, Failure>.notRequested)
  let history = BehaviorRelay<[Values.Record]>([])
  let performer: LoadPerformer
  private let editor: MutationEditor<Input, Output, Failure>?
  private let function: LoadFunction
  private let isConcurrent: Bool
  private var core: MutationCore
  private var values: Values
  /// The phases that values and work agree with.
  private var performed: [MutationCore.Write] = []
  /// The writes that wait or run, by number.
  private var open: [UInt: OpenWrite] = [:]
  /// The storage itself until all work has returned, so that releasing the mutation loses no write.
  private var retained: MutationStorage?
  /// True if a thread starts writes.
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
    values = Values(historyLimit: policy.historyLimit)
    let policy = policy.load
    policy.name(states.core, of: "Mutation")
    performer = LoadPerformer(
      policy,
      queueClient: nil,
      timeoutFailure: policy.timeoutFailure(of: Failure.self),
      isWriting: true
    )
  }

  var statesRelay: RelayCore? { states.core }

  var defaultName: String { "Mutation<\(Input.self), \(Output.self)>" }

  /// The input of a write that runs, waits, or is in the history.
  func request(of load: RunningLoad) -> AnyBox? {
    states.core.locked { values.input(of: load.id) }.map { Box($0) }
  }

  func run(_ input: Input) -> LoadTask<Output, Failure> {
    let accepted = handle(.run, LoadSlots.Payload(request: Box(input)))
    return LoadTask(StartedLoad(accepted, skipReason: .busy))
  }

  func handle(_ event: LoadCore.Event, _ payload: LoadSlots.Payload) {
    switch event {
    case .attempt(let attempt, let ticket, _): handle(.attempt(attempt, ticket), payload)
    case .cancelLoad(let id): handle(.cancelWrite(id))
    case .intent, .started, .close: break
    }
  }
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
    let events = observedEvents
    let time = events?.now ?? .zero
    // The values before are released last, outside the lock.
    var before: Values.Contents?
    var pending: BehaviorRelay<[Values.Record]>.PendingDelivery?
    states.core.transition {
      before = values.contents
      changes = change(event, payload)
      if let events { events.append(changes.observed(after: event, payload), at: time) }
      if changes.publishesHistory { pending = history.commit(values.records) }
      return changes.publishesState ? values.state(of: core) : nil
    } beforeDelivery: {
      events?.deliver()
      // The edits of a write are visible before its state, its record or its outcome.
      if let editor { edit(changes, editor) }
    }
    if let pending { history.deliver(pending) }
    perform(changes)
    if changes.finishes {
      states.finish()
      history.finish()
    }
    withExtendedLifetime(before) {}
    return changes.accepted?.load
  }

  /// Changes the core, and makes values and writes agree with it; called under the lock.
  private func change(
    _ event: MutationCore.Event,
    _ payload: LoadSlots.Payload
  ) -> MutationChanges {
    let (visible, hadEnded, last) = (core.visible, core.hasEnded, core.lastID)
    var changes = MutationChanges()
    changes.outcome = core.handle(event).map { AnyLoadOutcome($0, payload.value, payload.failure) }
    if core.lastID > last, let request = payload.request {
      let call = LoadCall(request: request, function: function)
      changes.accepted = OpenWrite(load: RunningLoad(core.lastID, of: self), call: call)
      open[core.lastID] = changes.accepted
    }
    let phases = core.changes(since: &performed)
    for change in phases {
      if let write = open[change.id] { changes.writes.append((write, change)) }
      if change.isOutcome { open[change.id] = nil }
    }
    changes.publishesHistory =
      event == .reset
      ? values.reset()
      : values.apply(phases, payload.request.map(input), changes.outcome.map { LoadOutcome($0) })
    changes.publishesState = visible != core.visible
    changes.finishes = !hadEnded && core.hasEnded
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
    let (all, waiting) = states.core.locked {
      (core.writes.count, core.writes.count { $0.phase == .waiting })
    }
    return (all - waiting, waiting)
  }

  /// The settings that differ from the defaults, for a debugger.
  var policyInWords: String? {
    let (core, historyLimit) = states.core.locked { (self.core, values.historyLimit) }
    return [core.writesInWords(historyLimit), loadPolicy.settingsInWords].policyText
  }
}

// MARK: Performing

extension MutationStorage {
  /// Makes the work agree with the phases of the writes.
  private func perform(_ changes: MutationChanges) {
    if let outcome = changes.outcome {
      for (write, change) in changes.writes where change.isOutcome { write.load.end(outcome) }
    }
    for (write, change) in changes.writes {
      guard let cycle = change.new?.cycle else { continue }
      switch change.work {
      case .none, .end: break
      case .start, .replace:
        if isConcurrent {
          performer.start(cycle, write.call, write.load)
        } else {
          startOnTrampoline(write, cycle)
        }
      case .proceed: performer.proceed(cycle, write.call, write.load)
      }
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
      performer.start(cycle, write.call, write.load)
      guard let next = takeNext() else { return }
      (write, cycle) = next
    }
  }

  /// Leaves a start to the thread that starts writes; returns false if this thread must do it.
  private func leave(_ write: OpenWrite, _ cycle: AttemptCycle) -> Bool {
    states.core.locked {
      if isStarting { next = (write, cycle) }
      defer { isStarting = true }
      return isStarting
    }
  }

  private func takeNext() -> (OpenWrite, AttemptCycle)? {
    states.core.locked {
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

/// The changes of the writes by an event, to perform outside the lock.
struct MutationChanges {
  /// The end of the writes that have an outcome from now on.
  var outcome: AnyLoadOutcome?
  var accepted: OpenWrite?
  /// The changes of the writes that waited or ran before, or wait or run from now on.
  var writes: [(write: OpenWrite, change: MutationCore.Change)] = []
  var publishesState = false
  var publishesHistory = false
  var finishes = false

  /// The writes that have the outcome.
  var ended: [OpenWrite] { writes.compactMap { $0.change.isOutcome ? $0.write : nil } }
}
