extension PagedStateMachine {
  /// What a storage is to do about an event.
  struct Reaction: Sendable {
    enum Change: Sendable {
      /// Nothing has changed.
      case none
      /// Something has changed, but nothing that shows.
      case silent
      /// The state has changed.
      case shown
    }

    enum Step: Sendable {
      /// There is a load of this number, for handles.
      case open(Ticket)
      /// Begin a page.
      case start(Attempt)
      /// Begin a page once more.
      case attempt(Attempt)
      /// Wait before a page is begun once more.
      case wait(load: Ticket, Ticket, retry: Int)
      /// Stop what a load does, which goes on later, with a newer ticket than this one.
      case halt(load: Ticket, Ticket)
      case end(load: Ticket, LoadOutcome<List, Failure>)
    }

    private(set) var change = Change.none
    private(set) var steps: [Step] = []
    /// The load that the intent has begun or joined first; `nil` when there was nothing to do.
    private(set) var load: Ticket?
    /// The reason why the intent began and joined no load.
    private(set) var skipReason = SkipReason.noLoad

    /// Has a step done, with which something has changed, though it may not show.
    mutating func step(_ step: Step) {
      steps.append(step)
      noteChange()
    }

    /// Has a load end, which shows.
    mutating func end(_ load: Ticket, _ outcome: LoadOutcome<List, Failure>) {
      steps.append(.end(load: load, outcome))
      show()
    }

    /// Answers the intent with a load, unless it has an answer.
    mutating func join(_ load: Ticket) { if self.load == nil { self.load = load } }

    /// Notes why the intent begins no load.
    mutating func skip(_ reason: SkipReason) { skipReason = reason }

    /// Something has changed, but nothing that shows.
    mutating func noteChange() { if change == .none { change = .silent } }

    /// The state has changed.
    mutating func show() { change = .shown }
  }
}
