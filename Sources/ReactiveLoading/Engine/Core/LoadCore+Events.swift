// The events, comparisons and decisions of a load core.

extension LoadCore {
  package enum Event: Hashable, Sendable {
    case intent(LoadIntentKind)
    /// An event of the running load; a report has a progress, or else a partial value.
    case attempt(AttemptCycle.Event, of: Ticket, progress: LoadProgress? = nil)
    /// A handle cancels its load.
    case cancelLoad(Ticket)
    /// A queued attempt starts.
    case started(Ticket)
    /// The owner is deallocated.
    case close
  }

  /// The results of comparisons, made by the shell before the decision.
  ///
  /// The compared request is that of the intent; without one, the request that a refresh or a retry
  /// runs again.
  struct Comparisons: Hashable, Sendable {
    /// True if there is a compared request.
    var hasRequest = false
    /// True if the running load has the compared request.
    var runningMatches = false
    /// True if the settled value belongs to the compared request.
    var settledMatches = false
    /// True if the partial value belongs to the compared request.
    var partialMatches = false
    /// True if a reported value equals the visible one.
    var equalsVisible = false

    init(hasRequest: Bool = false) { self.hasRequest = hasRequest }
  }

  struct Decision: Hashable, Sendable {
    let action: Action
    let slotChange: SlotChange

    init(_ action: Action, _ slotChange: SlotChange = .none) {
      self.action = action
      self.slotChange = slotChange
    }

    /// Nothing has changed.
    static var none: Self { Self(.none) }
  }

  /// The effect of an event on the caller and on the published state.
  ///
  /// What starts, continues or ends follows from the ``run`` before and after; see ``WorkChange``.
  enum Action: Hashable, Sendable {
    /// Nothing has changed.
    case none
    /// Nothing has changed, and no load starts, for a reason.
    case skip(SkipReason)
    /// Nothing has changed: the intent joins the running load.
    case join
    /// Something has changed, but not the published state.
    case silent
    /// The published state has changed.
    case publish
    /// The published state has changed: the running load has ended.
    case end(Outcome)
  }

  /// The end of a load.
  enum Outcome: Hashable, Sendable {
    case loaded, failed, cancelled
  }

  /// The change of the slots.
  enum SlotChange: Hashable, Sendable {
    case none
    /// A load of the compared request starts; only the shown partial value stays.
    case start(VisibleSlot)
    /// The value that was set becomes the settled value.
    case set
    /// The reported value becomes the partial value.
    case show
    /// The result becomes the settled value.
    case succeed
    /// The failure becomes the settled state, over the shown value.
    case fail(over: VisibleSlot)
    /// The settled state is visible again.
    case restore
    /// All values and requests are removed.
    case reset
  }
}

extension LoadCore.Action {
  /// True if the published state has changed.
  var publishes: Bool {
    switch self {
    case .none, .skip, .join, .silent: false
    case .publish, .end: true
    }
  }

  /// True if anything has changed.
  var isChange: Bool {
    switch self {
    case .none, .skip, .join: false
    case .silent, .publish, .end: true
    }
  }

  /// True if the event had no effect.
  var isNothing: Bool {
    switch self {
    case .none, .skip: true
    case .join, .silent, .publish, .end: false
    }
  }
}

extension LoadCore.SlotChange {
  /// True if a load of the compared request starts.
  var starts: Bool {
    if case .start = self { true } else { false }
  }
}

extension LoadCore {
  /// Returns whether an event is a partial value of the current attempt.
  func showsValue(of event: Event) -> Bool {
    guard case .attempt(.reported, let ticket, progress: nil) = event else { return false }
    return run?.cycle.isAttempting(ticket) ?? false
  }
}

extension LoadCore.Event {
  /// True if the event has a value of a load.
  var hasValue: Bool {
    switch self {
    case .attempt(.succeeded, _, _), .attempt(.reported, _, progress: nil): true
    case .attempt, .started, .intent, .cancelLoad, .close: false
    }
  }
}
