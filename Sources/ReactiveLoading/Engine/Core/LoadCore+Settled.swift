// While no load runs.

extension LoadCore {
  mutating func whileSettled(
    _ event: Event,
    _ comparisons: Comparisons,
    _ now: Duration
  ) -> Decision {
    switch event {
    case .intent(.load): start(.load, comparisons)
    case .intent(.loadIfNeeded): loadIfNeeded(comparisons, now)
    case .intent(.refresh): refresh(comparisons)
    case .intent(.retry): retry(comparisons)
    case .intent(.cancel): .none
    case .intent(.reset): reset()
    case .intent(.set): set(now)
    case .intent(.invalidate): invalidate()
    // Events of a load that has ended are dropped.
    case .attempt, .cancelLoad, .started: .none
    case .close: close()
    }
  }

  private mutating func loadIfNeeded(_ comparisons: Comparisons, _ now: Duration) -> Decision {
    guard case .loaded(_, let staleAt) = settled, comparisons.settledMatches else {
      return start(.load, comparisons)
    }
    let isFresh = staleAt.map { now < $0 } ?? true
    return isFresh ? Decision(.skip(.fresh)) : start(.refresh, comparisons)
  }

  private mutating func refresh(_ comparisons: Comparisons) -> Decision {
    guard comparisons.hasRequest else { return Decision(.skip(.noRequest)) }
    return start(comparisons.settledMatches ? .refresh : .load, comparisons)
  }

  private mutating func retry(_ comparisons: Comparisons) -> Decision {
    switch settled {
    case .failed: start(.retry, comparisons)
    case .notRequested, .loaded: Decision(.skip(.noFailure))
    }
  }

  private mutating func reset() -> Decision {
    let wasRequested = settled != .notRequested
    settled = .notRequested
    return Decision(wasRequested ? .publish : .silent, .reset)
  }

  private mutating func set(_ now: Duration) -> Decision {
    settled = loaded(asOf: tickets.next(), now)
    return Decision(.publish, .set)
  }

  private mutating func invalidate() -> Decision {
    settled = settled.stale
    return Decision(.silent)
  }

  private mutating func close() -> Decision {
    phase = .closed
    return Decision(.silent)
  }

  private mutating func start(_ cause: LoadCause, _ comparisons: Comparisons) -> Decision {
    let shown = startLoad(cause, comparisons, showing: .none)
    return Decision(.publish, .start(shown))
  }
}

// MARK: Settled or loading

extension LoadCore {
  /// Starts a load, and returns the slot of the value that stays visible.
  mutating func startLoad(
    _ cause: LoadCause,
    _ comparisons: Comparisons,
    showing shown: VisibleSlot
  ) -> VisibleSlot {
    let ticket = tickets.next()
    let remainingSlot = remainingSlot(
      cause == .load ? policy.previous : .always,
      comparisons,
      shown
    )
    phase = .loading(
      Run(cycle: AttemptCycle(ticket), cause: cause, shown: remainingSlot, startTicket: ticket)
    )
    return remainingSlot
  }

  /// Returns the slot of the value that stays visible; the partial value comes first.
  private func remainingSlot(
    _ previous: LoadPolicy.Previous,
    _ comparisons: Comparisons,
    _ shown: VisibleSlot
  ) -> VisibleSlot {
    if case .partial = shown, previous.keeps(comparisons.partialMatches) { return shown }
    return settled.asOf != nil && previous.keeps(comparisons.settledMatches) ? .settled : .none
  }

  /// Returns a loaded state with a value that was requested at this ticket.
  func loaded(asOf ticket: Ticket, _ now: Duration) -> Settled {
    .loaded(asOf: ticket, staleAt: policy.freshness.end(from: now))
  }
}

extension LoadPolicy.Previous {
  /// Returns whether a value stays visible that belongs to the new request, or to another one.
  fileprivate func keeps(_ answers: Bool) -> Bool {
    switch self {
    case .ofSameRequest: answers
    case .always: true
    case .never: false
    }
  }
}
