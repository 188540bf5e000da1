/// The decisions of a ``Mutation`` without its inputs and results: numbers, phases, attempts.
///
/// It takes one event and returns one decision. A storage keeps the inputs, outputs and failures in
/// ``MutationValues``, which follow the decision, so that core and values always agree:
///
/// ```
/// event ──▶ MutationCore ──▶ writes whose phase changed ──▶ values, tasks, handles
///                       └──▶ what to publish
/// ```
///
/// The phase of a write describes its running work. The core is not generic: it is compiled once,
/// and explored once for all types of values. See
/// <doc:WritingWithMutations#M1-Every-write-runs-once>.
struct MutationCore: Equatable, Sendable {
  /// The number of a write, counted from 1 in the order of the calls.
  typealias ID = UInt

  enum Event: Hashable, Sendable {
    case run
    /// A handle cancels its write.
    case cancelWrite(ID)
    case cancel
    case reset
    /// The work has returned or timed out, or the delay before a retry has elapsed.
    ///
    /// Work that is never called, because its write was stopped before, counts as cancelled.
    case attempt(AttemptCycle.Event, AttemptCycle.Ticket)
    /// The mutation is deallocated.
    case close
  }

  /// The outcome of a write, without its output and its error.
  enum Outcome: Hashable, Sendable { case loaded, failed, cancelled, replaced }

  enum Phase: Hashable, Sendable {
    case waiting
    case running(AttemptCycle)
    /// Its outcome is final, and its work, an attempt with this ticket, has not returned.
    case stopping(AttemptCycle.Ticket)
    /// Removed from the history by a reset before its work returned.
    case discarded(AttemptCycle.Ticket)
    case ended
  }

  struct Write: Hashable, Sendable {
    let id: ID
    var phase: Phase
  }

  struct Decision: Hashable, Sendable {
    /// The number of the new write; `nil` if the call is skipped.
    var accepted: ID?
    /// The writes with a new phase or a new attempt, in the order of the changes.
    var changed: [Write] = []
    /// The outcome of the changed writes that had none.
    var outcome: Outcome?
    /// The ended writes that leave the history.
    var removed: [ID] = []
    /// A Boolean value that indicates whether state and history are cleared after the changes.
    var isReset = false
    var publishesState = false
    var publishesHistory = false
    /// A Boolean value that indicates whether the streams finish.
    var finishes = false
  }

  let overlap: MutationOverlap
  let whenReleased: MutationPolicy.WhenReleased
  let retryLimit: Int
  let historyLimit: Int
  var isReleased = false
  var lastID: ID = 0
  var tickets = TicketCounter()
  /// The writes that have not returned, in the order of their numbers.
  ///
  /// Writes start in that order, so all started writes precede the waiting ones.
  var writes: [Write] = []
  /// The ended writes of the history, in the order of their ends.
  var ended: [ID] = []
  /// The number of results, and of those with an output, since the last reset.
  var results: UInt = 0
  var outputs: UInt = 0

  init(_ policy: MutationPolicy) {
    overlap = policy.overlap
    whenReleased = policy.whenReleased
    retryLimit = policy.retry.limit
    historyLimit = max(policy.historyLimit, 0)
  }

  /// A Boolean value that indicates whether any write waits or runs.
  var isLoading: Bool { writes.contains(where: \.isOpen) }

  /// The retry number of the write in flight; 0 if there are several.
  var attempt: Int {
    guard let index = writes.firstIndex(where: \.isOpen),
      !writes[(index + 1)...].contains(where: \.isOpen)
    else { return 0 }
    return writes[index].cycle?.retries ?? 0
  }

  mutating func handle(_ event: Event) -> Decision {
    let (before, hadEnded) = (visible, hasEnded)
    var decision = Decision()
    switch event {
    case .run: run(&decision)
    case .cancelWrite(let id): stop(id, .cancelled, &decision)
    case .cancel: stopAll(.cancelled, &decision)
    case .reset: reset(&decision)
    case .attempt(let event, let ticket): attempt(event, ticket, &decision)
    case .close: close(&decision)
    }
    startNext(&decision)
    decision.publishesState = before != visible
    decision.finishes = !hadEnded && hasEnded
    return decision
  }

  /// The parts of the published state that can change: loading, its retry number, and the result.
  private var visible: (Bool, Int, UInt) {
    isLoading ? (true, attempt, outputs) : (false, 0, results)
  }

  private var hasEnded: Bool { isReleased && !isLoading }
}

extension MutationCore.Write {
  /// A Boolean value that indicates whether the write waits or runs.
  var isOpen: Bool { phase == .waiting || cycle != nil }

  /// The attempts of a running write.
  var cycle: AttemptCycle? {
    if case .running(let cycle) = phase { cycle } else { nil }
  }

  /// Returns true if a ticket belongs to the work of the write, which has not returned.
  func has(_ ticket: AttemptCycle.Ticket) -> Bool {
    switch phase {
    case .running(let cycle): cycle.ticket == ticket || cycle.first == ticket
    case .stopping(let current), .discarded(let current): current == ticket
    case .waiting, .ended: false
    }
  }
}

extension MutationCore: CustomStringConvertible {
  /// The overlap and the writes as text, as in `serial, 2 running attempt 1, 0 retries, 3 waiting`.
  var description: String {
    let open = writes.map { "\($0.id) \($0.phase)" }
    return (["\(overlap)"] + open + ended.map { "\($0) ended" }).joined(separator: ", ")
  }
}

extension MutationCore.Phase: CustomStringConvertible {
  var description: String {
    switch self {
    case .waiting: "waiting"
    case .running(let cycle): "running \(cycle)"
    case .stopping: "stopping"
    case .discarded: "discarded"
    case .ended: "ended"
    }
  }
}
