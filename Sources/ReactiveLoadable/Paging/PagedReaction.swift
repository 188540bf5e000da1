extension PagedStateMachine {
  /// The reaction of the machine to an event, which the storage performs.
  struct Reaction: Sendable {
    enum Change: Sendable {
      /// The machine is unchanged.
      case none
      /// The machine has changed, but not its public state.
      case silent
      /// The public state has changed.
      case shown
    }

    enum Step: Sendable {
      /// Create a load with this ticket, for handles.
      case open(Ticket)
      /// Start a page.
      case start(Attempt)
      /// Start another attempt of a page.
      case attempt(Attempt)
      /// Wait before another attempt of a page.
      case wait(load: Ticket, Ticket, retry: Int)
      /// Stop the work of a load, which continues later with a newer ticket than this one.
      case halt(load: Ticket, Ticket)
      case end(load: Ticket, LoadOutcome<List, Failure>)
    }

    private(set) var change = Change.none
    private(set) var steps: [Step] = []
    /// The load that the intent started or joined first; `nil` if none was needed.
    private(set) var load: Ticket?
    /// The reason why the intent started and joined no load.
    private(set) var skipReason = SkipReason.noLoad

    /// Adds a step and records that the machine has changed.
    mutating func step(_ step: Step) {
      steps.append(step)
      noteChange()
    }

    /// Ends a load and records that the public state has changed.
    mutating func end(_ load: Ticket, _ outcome: LoadOutcome<List, Failure>) {
      steps.append(.end(load: load, outcome))
      show()
    }

    /// Returns a load to the caller of the intent, unless another load was joined first.
    mutating func join(_ load: Ticket) { if self.load == nil { self.load = load } }

    /// Records the reason why the intent starts no load.
    mutating func skip(_ reason: SkipReason) { skipReason = reason }

    /// Records that the machine has changed, but not its public state.
    mutating func noteChange() { if change == .none { change = .silent } }

    /// Records that the public state has changed.
    mutating func show() { change = .shown }
  }
}
