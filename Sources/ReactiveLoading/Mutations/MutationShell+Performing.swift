import ReactiveRelays

// What follows a decision, outside the lock: the steps of edits, the work, the ends of handles.

// MARK: Edits

extension MutationShell {
  /// Performs the steps of edits, and starts the writes that have waited for them.
  final func edit(_ changes: MutationChanges) {
    guard let editor, changes.hasSteps else { return }
    let number = changes.lastStep
    var isPerformed = false
    func finish() {
      if isPerformed { return }
      isPerformed = true
      for next in locked({ stepOrder.finish(number) }) { start(next.write, next.cycle) }
    }
    editor.edit(changes, finish)
    // Refused steps follow another decision.
    finish()
  }

  /// Holds a start until the steps up to a number are performed; returns false if they are.
  private final func hold(
    _ write: OpenWrite,
    _ cycle: AttemptCycle,
    after number: UInt
  ) -> Bool {
    locked {
      stepOrder.hold(after: number) {
        WriteTrampoline.Start(mutation: self, write: write, cycle: cycle)
      }
    }
  }
}

// MARK: Performing

extension MutationShell {
  /// Makes the work agree with the phases of the writes.
  final func perform(_ changes: MutationChanges, _ payload: LoadSlots.Payload) {
    endAndCount(changes)
    for (write, change) in changes.writes {
      guard let cycle = change.new?.cycle else { continue }
      switch change.work {
      case .none, .end: break
      case .start, .replace:
        if !changes.isBehind || !hold(write, cycle, after: changes.lastStep) { start(write, cycle) }
      case .proceed: performer.proceed(cycle, call(write), write.load, after: payload.failure)
      }
    }
  }

  /// Ends the writes that have an outcome, and counts a new one, which may replace one of them.
  private final func endAndCount(_ changes: MutationChanges) {
    // NB: An array of the ended writes would be allocated for each write.
    var ended = changes.writes.lazy.filter { $0.change.isOutcome }.makeIterator()
    if let accepted = changes.accepted {
      let replaced = changes.outcome == nil ? nil : ended.next()?.write
      let wasCounted = changes.outcome.flatMap { replaced?.load.end($0) } ?? false
      performer.count(accepted.load, isReplacement: wasCounted)
    }
    guard let outcome = changes.outcome else { return }
    while let next = ended.next() { performer.end(next.write.load, outcome) }
  }

  private final func start(_ write: OpenWrite, _ cycle: AttemptCycle) {
    if isConcurrent {
      performer.start(cycle, call(write), write.load)
    } else {
      startOnTrampoline(write, cycle)
    }
  }

  /// Starts a write or, if a thread starts writes already, leaves it to that thread.
  private final func startOnTrampoline(_ write: OpenWrite, _ cycle: AttemptCycle) {
    if leave(write, cycle) { return }
    performer.start(cycle, call(write), write.load)
    while let next = takeNext(after: write) {
      next.mutation.performer.start(next.cycle, next.mutation.call(next.write), next.write.load)
    }
  }

  /// Leaves a start to the thread that starts writes; returns false if this thread must do it.
  private final func leave(_ write: OpenWrite, _ cycle: AttemptCycle) -> Bool {
    let start = { WriteTrampoline.Start(mutation: self, write: write, cycle: cycle) }
    if let turns = write.turns { return turns.withTrampoline { $0.leave(start) } }
    return locked { trampoline.leave(start) }
  }

  private final func takeNext(after write: OpenWrite) -> WriteTrampoline.Start? {
    if let turns = write.turns { return turns.withTrampoline { $0.takeNext() } }
    return locked { trampoline.takeNext() }
  }

  private final func call(_ write: OpenWrite) -> LoadCall {
    LoadCall(request: write.input, function: function)
  }
}

/// The changes of the writes by an event, to perform outside the lock.
struct MutationChanges {
  /// The end of the writes that have an outcome from now on.
  var outcome: AnyLoadOutcome?
  var accepted: OpenWrite?
  /// The changes of the writes that waited or ran before, or wait or run from now on.
  var writes: [(write: OpenWrite, change: MutationCore.Change)] = []
  var removed = MutationValues.Removed()
  /// The writes with keys that have returned, and leave the turns of their keys.
  var left: [(turns: WriteTurns, id: MutationCore.ID)] = []
  /// The calls of scopes for the writes that have succeeded, at their reserved places.
  var scopeCalls: [(loads: ScopeLoads, place: UInt)] = []
  /// The number of the last decision with steps of edits: this one, if it has steps.
  var lastStep: UInt = 0
  /// True if threads had not performed the steps of earlier decisions.
  var isBehind = false
  var publishesState = false
  var publishesHistory = false
  var finishes = false

  /// True if targets are edited: a write begins or ends.
  var hasSteps: Bool { accepted != nil || outcome != nil }

  /// The writes that have the outcome.
  var ended: [OpenWrite] { writes.compactMap { $0.change.isOutcome ? $0.write : nil } }
}
