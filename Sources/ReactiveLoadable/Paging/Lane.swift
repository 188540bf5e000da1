extension PagedStateMachine {
  /// The state of one end of a list in the state machine of a ``PagedLoader``.
  indirect enum Lane: Sendable {
    /// The state of an end without a load.
    indirect enum Rest: Sendable {
      /// Another page exists, with this request.
      case idle(Request)
      case failed(Failure, Request)
      case complete
    }

    /// A load of a page at an end.
    struct Run: Sendable {
      /// The ticket of the load in its handles.
      let load: Ticket
      /// The request of the current page.
      var request: Request
      var fetch: PageFetch
      /// The number of pages of this load without new items.
      var emptyPages = 0
      /// The state of the end after a cancel.
      var rest: Rest
    }

    case resting(Rest)
    /// A load that starts when the running refresh ends.
    case waiting(Ticket, over: Rest)
    case loading(Run)

    /// The state of the end after its load is cancelled.
    var rest: Rest {
      switch self {
      case .resting(let rest), .waiting(_, let rest): rest
      case .loading(let run): run.rest
      }
    }

    /// The load that runs or waits.
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
