// While no load runs.

extension LoadCore {
  mutating func whileSettled(_ event: Event, _ facts: Facts, _ now: Duration) -> Decision {
    switch event {
    case .intent(.load): start(.load, facts)
    case .intent(.loadIfNeeded): loadIfNeeded(facts, now)
    case .intent(.refresh): refresh(facts)
    case .intent(.retry): retry(facts)
    case .intent(.cancel): .none
    case .intent(.reset): reset()
    case .intent(.set): set(now)
    case .intent(.invalidate): invalidate()
    // Events of a load that has ended are dropped.
    case .heard, .cancelLoad, .begun: .none
    case .close: close()
    }
  }

  private mutating func loadIfNeeded(_ facts: Facts, _ now: Duration) -> Decision {
    guard case .loaded(_, let staleAt) = settled, facts.settledAnswers else {
      return start(.load, facts)
    }
    let isFresh = staleAt.map { now < $0 } ?? true
    return isFresh ? Decision(.skip(.fresh)) : start(.refresh, facts)
  }

  private mutating func refresh(_ facts: Facts) -> Decision {
    guard facts.hasRequest else { return Decision(.skip(.noRequest)) }
    return start(facts.settledAnswers ? .refresh : .load, facts)
  }

  private mutating func retry(_ facts: Facts) -> Decision {
    switch settled {
    case .failed: start(.retry, facts)
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

  private mutating func start(_ cause: LoadCause, _ facts: Facts) -> Decision {
    let shown = begin(cause, facts, showing: .none)
    return Decision(.publish, .begin(shown))
  }
}

// MARK: Settled or loading

extension LoadCore {
  /// Starts a load, and returns the slot of the value that stays visible.
  mutating func begin(_ cause: LoadCause, _ facts: Facts, showing shown: Shown) -> Shown {
    let ticket = tickets.next()
    let staying = staying(cause == .load ? rules.previous : .always, facts, shown)
    phase = .loading(
      Run(cycle: AttemptCycle(ticket), cause: cause, shown: staying, askedAt: ticket)
    )
    return staying
  }

  /// Returns the slot of the value that stays visible; the partial value comes first.
  private func staying(
    _ previous: LoadPolicy.Previous,
    _ facts: Facts,
    _ shown: Shown
  ) -> Shown {
    if case .early = shown, previous.keeps(facts.earlyAnswers) { return shown }
    return settled.asOf != nil && previous.keeps(facts.settledAnswers) ? .settled : .none
  }

  /// Returns a loaded state with a value that was requested at this ticket.
  func loaded(asOf ticket: Ticket, _ now: Duration) -> Settled {
    .loaded(asOf: ticket, staleAt: rules.freshness.end(from: now))
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
