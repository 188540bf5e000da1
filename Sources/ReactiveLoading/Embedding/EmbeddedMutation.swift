import Atomics

/// The state of a ``Mutation`` as a value, for a state whose owner has the writes performed.
///
/// It has the calls and contracts of a mutation: a ``MutationCore`` decides, and inputs and results
/// are in boxes. An ``EmbeddedPerformer`` performs the work of each write. Its steps are the edits
/// that the owner makes in the values that the writes edit.
package struct EmbeddedMutation<Input: Sendable, Output: Sendable>: Sendable {
  private var core = MutationCore(MutationPolicy())
  private var values = MutationValues(historyLimit: MutationPolicy().historyLimit)
  private var policy: EmbeddedMutationPolicy?
  private var keys = WriteKeys()
  /// The starts and ends of writes whose edits have not been made or ended yet.
  private var pending: [EmbeddedWriteStep] = []
  /// The numbers of the writes that the last call or event has changed.
  package private(set) var changed: [UInt] = []
  /// The number of the last change, unique among all mutations; zero before the first change.
  package private(set) var version: UInt = 0

  package init() {}

  package var state: Loadable<Output, LoadError> { values.state(of: core).state() }

  package var history: [MutationRecord<Input, Output, LoadError>] {
    values.records.map { MutationRecord($0) }
  }

  /// True if a write waits, runs, or has not returned.
  package var hasWrites: Bool { !core.writes.isEmpty }

  package func uses(_ policy: EmbeddedMutationPolicy) -> Bool { self.policy === policy }

  /// Applies a policy from now on.
  package mutating func apply(_ policy: EmbeddedMutationPolicy) {
    self.policy = policy
    core.apply(policy.policy)
    values.setHistoryLimit(policy.policy.historyLimit)
    version = TicketCounter.newBlock()
  }
}

// MARK: Calls and events

extension EmbeddedMutation {
  package mutating func run(_ input: Input) {
    let input = WriteInput(input)
    guard let key = policy?.key?(input) else {
      return handle(.run(), LoadSlots.Payload(request: input))
    }
    let (number, isFirst) = keys.number(of: key)
    let last = core.lastID
    handle(
      .run(MutationCore.Turn(key: number, isFirst: isFirst)),
      LoadSlots.Payload(request: input)
    )
    if core.lastID != last { keys.enter(number, key) }
  }

  package mutating func cancel() { handle(.cancel) }

  package mutating func reset() { handle(.reset) }

  /// Handles an event of a performer, unless it is about no write.
  package mutating func handle(_ event: LoadCore.Event, _ payload: LoadSlots.Payload) {
    switch event {
    case .attempt(let attempt, let ticket, _): handle(.attempt(attempt, ticket), payload)
    case .cancelLoad(let id): handle(.cancelWrite(id))
    case .intent, .started, .set, .restored, .close: break
    }
  }

  /// Ends the oldest running write that matches, as its work does.
  package mutating func finish(_ result: Result<Output, LoadError>, where matches: (Input) -> Bool)
  {
    for write in core.writes {
      guard let cycle = write.phase.cycle, let input = values.input(of: write.id),
        matches(input.assumed(of: Input.self).value)
      else { continue }
      switch result {
      case .success(let output):
        return handle(.attempt(.succeeded, cycle.ticket), LoadSlots.Payload(value: Box(output)))
      case .failure(let error):
        let event = AttemptCycle.Event.failed(mayRetry: false)
        return handle(.attempt(event, cycle.ticket), LoadSlots.Payload(failure: Box(error)))
      }
    }
  }

  private mutating func handle(
    _ event: MutationCore.Event,
    _ payload: LoadSlots.Payload = LoadSlots.Payload()
  ) {
    // Numbers and tickets are unique in the process, so that copies never give one to two writes.
    let (block, before) = (TicketCounter.newBlock(), core)
    core.tickets.skip(to: block)
    core.lastID = block
    var changes: [MutationCore.Change] = []
    let outcome = core.handle(event, &changes)
      .map { AnyLoadOutcome($0, payload.value, payload.failure) }
    startTurns(of: before, &changes)
    TicketCounter.check(core.tickets.last, of: block)
    let isNew = core.lastID != block
    if !isNew { core.lastID = before.lastID }
    changed = changes.map(\.id)
    if changes.isEmpty, event != .reset { return core = before }
    version = block
    if isNew, let input = payload.request { add(core.lastID, input) }
    apply(changes, outcome, isReset: event == .reset)
  }

  private mutating func add(_ id: MutationCore.ID, _ input: AnyBox) {
    values.add(id, input, nil)
    pending.append(EmbeddedWriteStep(id: id, input: input, end: nil))
  }

  private mutating func apply(
    _ changes: [MutationCore.Change],
    _ outcome: AnyLoadOutcome?,
    isReset: Bool
  ) {
    var removed = MutationValues.Removed()
    for change in changes {
      if change.isOutcome, let outcome, let input = values.input(of: change.id) {
        pending.append(EmbeddedWriteStep(id: change.id, input: input, end: outcome.editResult))
      }
      _ = values.apply(change, outcome, &removed)
    }
    if let outcome { values.settle(outcome, &removed) }
    if isReset { _ = values.reset(&removed) }
  }

  /// Starts the next write of each key whose write has returned.
  private mutating func startTurns(of before: MutationCore, _ changes: inout [MutationCore.Change])
  {
    if keys.isEmpty { return }
    for change in changes where change.new == nil {
      let left = before.writes.first { $0.id == change.id }
      guard let key = left?.key, key != 0 else { continue }
      keys.leave(key)
      guard let next = core.writes.first(where: { $0.key == key }), next.phase == .waiting
      else { continue }
      _ = core.handle(.turn(next.id), &changes)
    }
  }
}

// MARK: For the owner

extension EmbeddedMutation {
  /// The numbers of the writes that have not returned.
  package var ids: [UInt] { core.writes.map(\.id) }

  /// Returns the work of a write; `nil` if it has returned.
  package func work(of id: UInt) -> EmbeddedWork? {
    // They are in the order of their numbers.
    var (start, end) = (core.writes.startIndex, core.writes.endIndex)
    while start < end {
      let middle = start + (end - start) / 2
      if core.writes[middle].id < id { start = middle + 1 } else { end = middle }
    }
    guard start < core.writes.endIndex, core.writes[start].id == id else { return nil }
    switch core.writes[start].phase {
    case .waiting: return .waits
    case .running(let cycle):
      return .runs(EmbeddedAttempt(load: id, requestNumber: id, cycle: cycle, cause: .load))
    case .stopping(let ticket), .discarded(let ticket): return .stops(ticket)
    }
  }

  /// Returns the input of a write that waits or runs, or has ended lately.
  package func input(of id: UInt) -> WriteInput<Input>? {
    // SAFETY: all inputs of a state are created by `run`.
    values.input(of: id).map { unsafeDowncast($0, to: WriteInput<Input>.self) }
  }

  /// True if edits must be made or ended.
  package var hasSteps: Bool { !pending.isEmpty }

  /// Returns the starts and ends of writes since the last call.
  package mutating func takeSteps() -> [EmbeddedWriteStep] {
    defer { pending = [] }
    return pending
  }
}

/// The input of a write, which all copies of its state share, so that none of them starts it again.
// SAFETY: the properties are constants, whose types are Sendable.
package final class WriteInput<Input: Sendable>: Box<Input>, @unchecked Sendable {
  private let hasStarted = ManagedAtomic(false)

  /// Returns true for the first call.
  package func takeStart() -> Bool { !hasStarted.exchange(true, ordering: .relaxed) }
}

extension AnyLoadOutcome {
  /// The end of the edits of a write with this outcome.
  fileprivate var editResult: EditResult { kind == .loaded ? .saved(value) : .rolledBack }
}
