extension PagedStateMachine {
  /// An end of a list, as the machine of a ``PagedLoader`` knows it.
  indirect enum Lane: Sendable {
    /// An end where no page is on its way.
    indirect enum Rest: Sendable {
      /// There is more, by this request.
      case idle(Request)
      case failed(Failure, Request)
      case complete
    }

    /// A page on its way to an end.
    struct Run: Sendable {
      /// The ticket by which its handles know it.
      let load: Ticket
      /// The page that it is at.
      var request: Request
      var fetch: PageFetch
      /// How many pages of it had nothing new.
      var emptyPages = 0
      /// What a cancel goes back to.
      var rest: Rest
    }

    case resting(Rest)
    /// A page was asked for that is to come when the refresh is over.
    case waiting(Ticket, over: Rest)
    case loading(Run)

    /// The same end when what is on its way is stopped.
    var rest: Rest {
      switch self {
      case .resting(let rest), .waiting(_, let rest): rest
      case .loading(let run): run.rest
      }
    }

    /// The load that is on its way, or waits.
    var load: Ticket? {
      switch self {
      case .resting: nil
      case .waiting(let load, _): load
      case .loading(let run): run.load
      }
    }

    var shown: PageEnd<Failure> {
      switch self {
      case .resting(.idle): .idle
      case .resting(.failed(let error, _)): .failed(error)
      case .resting(.complete): .complete
      case .waiting: .loading
      case .loading(let run): .loading(attempt: run.fetch.retries)
      }
    }
  }
}

/// One of the two ends of a list.
enum ListEnd: CaseIterable, Sendable {
  case end
  case start

  var other: Self { self == .end ? .start : .end }
}
