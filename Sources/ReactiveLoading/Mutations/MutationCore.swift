/// The decisions of a ``Mutation`` without its inputs and results: numbers, phases, attempts.
///
/// An event changes the phases of writes, which describe the running work. A storage keeps the
/// inputs, outputs and failures in ``MutationValues``. After every event it makes values and work
/// agree with the phases:
///
/// ```
/// event ──▶ MutationCore ──▶ changes of the phases ──▶ values, tasks, handles
///                       └──▶ outcome
/// ```
///
/// The core is not generic: it is compiled once, and explored once for all types of values. See
/// <doc:WritingWithMutations#M1-Every-write-runs-once>.
struct MutationCore: Equatable, Sendable {
  /// The number of a write, counted from 1 in the order of the calls.
  typealias ID = UInt

  enum Event: Equatable, Sendable {
    /// A call; with a key, the turn of the write among those of its key.
    case run(Turn? = nil)
    /// All earlier writes of the key of a write have returned.
    case turn(ID)
    /// A handle cancels its write.
    case cancelWrite(ID)
    case cancel
    case reset
    /// Writes that wait before a retry start their attempt now.
    case resume
    /// The work has returned or timed out, or the delay before a retry has elapsed.
    ///
    /// Work that is never called, because its write was stopped before, counts as cancelled.
    case attempt(AttemptCycle.Event, AttemptCycle.Ticket)
    /// The mutation is deallocated.
    case close
  }

  /// The outcome of a write, without its output and its error.
  typealias Outcome = AnyLoadOutcome.Kind

  /// The turn of a new write among those of its key.
  struct Turn: Hashable, Sendable {
    /// The number of the key, which is not zero.
    let key: UInt
    /// True if no earlier write of the key waits or has not returned, in any mutation.
    let isFirst: Bool
  }

  enum Phase: Equatable, Sendable {
    case waiting
    case running(AttemptCycle)
    /// Its outcome is final, and its work, an attempt with this ticket, has not returned.
    case stopping(AttemptCycle.Ticket)
    /// Removed from the history by a reset before its work returned.
    case discarded(AttemptCycle.Ticket)
  }

  struct Write: Equatable, Sendable {
    let id: ID
    /// The number of its key; zero without keys.
    var key: UInt = 0
    var phase: Phase
  }

  private(set) var overlap: MutationOverlap
  let whenReleased: MutationPolicy.WhenReleased
  private(set) var retryLimit: Int
  var isReleased = false
  var lastID: ID = 0
  var tickets = TicketCounter()
  /// The writes that have not returned, in the order of their numbers.
  ///
  /// Without keys, writes start in that order, so all started writes precede the waiting ones.
  // NB: A slice, so that the first write leaves without a move of all others.
  var writes: ArraySlice<Write> = []
  /// The number of results, and of those with an output, since the last reset.
  var results: UInt = 0
  var outputs: UInt = 0

  init(_ policy: MutationPolicy) {
    overlap = policy.overlap
    whenReleased = policy.whenReleased
    retryLimit = policy.retry.limit
  }

  /// Applies a policy from now on; a mutation in a state does not know it when it is created.
  mutating func apply(_ policy: MutationPolicy) {
    (overlap, retryLimit) = (policy.overlap, policy.retry.limit)
  }

  /// True if any write waits or runs.
  var isLoading: Bool { writes.contains(where: \.phase.isOpen) }

  /// True if the streams of the mutation finish.
  var hasEnded: Bool { isReleased && !isLoading }

  /// The retry number of the write in flight; 0 if there are several.
  var attempt: Int {
    guard let index = writes.firstIndex(where: \.phase.isOpen),
      !writes[(index + 1)...].contains(where: \.phase.isOpen)
    else { return 0 }
    return writes[index].phase.cycle?.retries ?? 0
  }

  /// The parts of the published state that can change: loading, its retry number, and the result.
  var visible: (Bool, Int, UInt) { isLoading ? (true, attempt, outputs) : (false, 0, results) }

  /// Handles an event; returns the outcome of the writes that have one from now on.
  ///
  /// `changes` receives the changes of the phases, in the order of the writes.
  mutating func handle(_ event: Event, _ changes: inout [Change]) -> Outcome? {
    let outcome =
      switch event {
      case .run(let turn): run(turn, &changes)
      case .turn(let id): startTurn(of: id, &changes)
      case .cancelWrite(let id): stop(id, .cancelled, &changes)
      case .cancel: stopAll(.cancelled, &changes)
      case .reset: reset(&changes)
      case .resume: resume(&changes)
      case .attempt(let event, let ticket): attempt(event, ticket, &changes)
      case .close: close(&changes)
      }
    startNext(&changes)
    return outcome
  }
}

extension MutationCore.Phase {
  /// True if the write waits or runs.
  var isOpen: Bool { self == .waiting || cycle != nil }

  /// The attempts of a running write.
  var cycle: AttemptCycle? {
    if case .running(let cycle) = self { cycle } else { nil }
  }

  /// Returns true if a ticket belongs to the work of the write, which has not returned.
  func has(_ ticket: AttemptCycle.Ticket) -> Bool {
    switch self {
    case .running(let cycle): cycle.ticket == ticket || cycle.first == ticket
    case .stopping(let current), .discarded(let current): current == ticket
    case .waiting: false
    }
  }
}

// MARK: Changes

extension MutationCore {
  /// A change of the phase of a write.
  struct Change: Equatable, Sendable {
    let id: ID
    /// The phase before; `nil` for a new write.
    let old: Phase?
    /// The phase from now on; `nil` after the end.
    let new: Phase?

    /// The change of the work after which it agrees with the phase.
    var work: WorkChange { WorkChange(from: old?.cycle, to: new?.cycle) }

    /// True if the write has its outcome from now on.
    var isOutcome: Bool { old?.isOpen ?? true && new?.isOpen != true }
  }
}

extension MutationCore: CustomStringConvertible {
  /// The overlap and the writes as text, as in `serial, 2 running attempt 1, 0 retries, 3 waiting`.
  var description: String {
    let open = writes.map { "\($0.id) \($0.phase)" }
    return (["\(overlap)"] + open).joined(separator: ", ")
  }
}

extension MutationCore.Phase: CustomStringConvertible {
  var description: String {
    switch self {
    case .waiting: "waiting"
    case .running(let cycle): "running \(cycle)"
    case .stopping: "stopping"
    case .discarded: "discarded"
    }
  }
}
