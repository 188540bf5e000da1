// The decisions of a load core, by its phase.

// MARK: While no load runs

extension LoadCore {
  mutating func whileSettled(
    _ event: Event,
    _ comparisons: Comparisons,
    _ now: Duration
  ) -> Decision {
    switch event {
    case .intent(.load): start(.load, comparisons)
    case .intent(.loadIfNeeded): loadUnlessFresh(comparisons, isNeeded: true, now)
    case .intent(.refresh): refresh(comparisons)
    case .intent(.revalidate): revalidate(comparisons, now)
    case .intent(.retry): retry(comparisons)
    case .intent(.cancel): .none
    case .intent(.reset): reset()
    case .intent(.set): set(age: nil, now)
    case .set(let age): set(age: age, now)
    case .intent(.invalidate): invalidate()
    // Events of a load that has ended are dropped.
    case .attempt, .cancelLoad, .started, .restored: .none
    case .close: close()
    }
  }

  private mutating func loadUnlessFresh(
    _ comparisons: Comparisons,
    isNeeded: Bool,
    _ now: Duration
  ) -> Decision {
    guard case .loaded(_, let staleAt) = settled, comparisons.settledMatches else {
      return start(.load, comparisons, isNeeded: isNeeded)
    }
    let isFresh = staleAt.map { now < $0 } ?? true
    return isFresh ? Decision(.skip(.fresh)) : start(.refresh, comparisons)
  }

  /// Loads the settled request again if its value is stale or it has failed.
  private mutating func revalidate(_ comparisons: Comparisons, _ now: Duration) -> Decision {
    guard comparisons.hasRequest else { return Decision(.skip(.noRequest)) }
    switch settled {
    case .notRequested: return Decision(.skip(.noRequest))
    case .loaded: return loadUnlessFresh(comparisons, isNeeded: false, now)
    case .failed: return start(.retry, comparisons)
    }
  }

  private mutating func refresh(_ comparisons: Comparisons) -> Decision {
    guard comparisons.hasRequest else { return Decision(.skip(.noRequest)) }
    if comparisons.settledMatches { return start(.refresh, comparisons) }
    return start(settled.hasFailed ? .retry : .load, comparisons)
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

  private mutating func set(age: Duration?, _ now: Duration) -> Decision {
    settled = loaded(asOf: tickets.next(), age: age, now)
    return Decision(.publish, .set)
  }

  private mutating func invalidate() -> Decision {
    settled = settled.stale
    return Decision(.silent, .invalidate)
  }

  private mutating func close() -> Decision {
    phase = .closed
    return Decision(.silent)
  }

  private mutating func start(
    _ cause: LoadCause,
    _ comparisons: Comparisons,
    isNeeded: Bool = false
  ) -> Decision {
    let shown = startLoad(cause, comparisons, showing: .none, isNeeded: isNeeded)
    return Decision(.publish, .start(shown))
  }
}

// MARK: Settled or loading

extension LoadCore {
  /// Starts a load, and returns the slot of the value that stays visible.
  mutating func startLoad(
    _ cause: LoadCause,
    _ comparisons: Comparisons,
    showing shown: VisibleSlot,
    isNeeded: Bool
  ) -> VisibleSlot {
    let ticket = tickets.next()
    let remainingSlot = remainingSlot(
      cause == .load ? policy.previous : .always,
      comparisons,
      shown
    )
    phase = .loading(
      Run(
        cycle: AttemptCycle(ticket),
        cause: cause,
        shown: remainingSlot,
        startTicket: ticket,
        isNeeded: isNeeded
      )
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

  /// Returns a loaded state with a value of another source; `nil` as its age is a new value.
  private func loaded(asOf ticket: Ticket, age: Duration?, _ now: Duration) -> Settled {
    guard let age else { return loaded(asOf: ticket, now) }
    return .loaded(asOf: ticket, staleAt: policy.freshness.end(from: now, age: age))
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

// MARK: While a load runs

extension LoadCore {
  mutating func whileLoading(
    _ run: Run,
    _ event: Event,
    _ comparisons: Comparisons,
    _ now: Duration
  ) -> Decision {
    switch event {
    case .intent(.load): load(run, comparisons, policy.duplicate, isNeeded: false)
    case .intent(.loadIfNeeded): load(run, comparisons, .join, isNeeded: true)
    case .intent(.refresh): join(run, comparisons)
    case .intent(.revalidate): run.cycle.isWaiting ? Decision(.join) : join(run, comparisons)
    case .intent(.retry): run.cycle.isWaiting ? attempt(run) : Decision(.skip(.noFailure))
    case .intent(.cancel): cancel()
    case .intent(.reset): resetLoad()
    case .intent(.set): set(run, comparisons, age: nil, now)
    case .set(let age): set(run, comparisons, age: age, now)
    case .intent(.invalidate): invalidate(run)
    case .cancelLoad(let load): load == run.cycle.first ? cancel() : .none
    case .attempt(let event, let ticket, let progress):
      receive(event, of: ticket, progress, run, comparisons, now)
    case .started(let ticket): run.cycle.isAttempting(ticket) ? markStarted(run) : .none
    case .restored(let ticket, let age, let isStale):
      run.cycle.isAttempting(ticket) ? restore(run, age: age, isStale: isStale, now) : .none
    case .close: closeLoad()
    }
  }

  private mutating func load(
    _ run: Run,
    _ comparisons: Comparisons,
    _ duplicate: LoadPolicy.Duplicate,
    isNeeded: Bool
  ) -> Decision {
    switch (comparisons.runningMatches, duplicate, policy.interruption) {
    case (true, .join, _): join(run, comparisons)
    case (true, .replace, _): replace(run, by: .load, comparisons, isNeeded: false)
    case (false, _, .replace): replace(run, by: .load, comparisons, isNeeded: isNeeded)
    case (false, _, .ignore): Decision(.skip(.busy))
    }
  }

  /// Joins the load, unless it was invalidated after its attempt started.
  private mutating func join(_ run: Run, _ comparisons: Comparisons) -> Decision {
    if run.cycle.isWaiting { return attempt(run) }
    if !run.isOutdated { return Decision(.join) }
    // A record from before the invalidation is not its result.
    return replace(run, by: run.cause, comparisons, isNeeded: false)
  }

  private mutating func replace(
    _ run: Run,
    by cause: LoadCause,
    _ comparisons: Comparisons,
    isNeeded: Bool
  ) -> Decision {
    let shown = startLoad(cause, comparisons, showing: run.shown, isNeeded: isNeeded)
    return Decision(.publish, .start(shown))
  }

  private mutating func attempt(_ run: Run) -> Decision {
    var run = run
    run.cycle.resume(&tickets)
    return attempted(run)
  }

  mutating func attempted(_ run: Run) -> Decision {
    var run = run
    run.startTicket = run.cycle.ticket
    run.isOutdated = false
    phase = .loading(run)
    return Decision(.silent)
  }

  /// Marks the attempt as started now: its result includes edits saved while it was queued.
  private mutating func markStarted(_ run: Run) -> Decision {
    var run = run
    run.startTicket = tickets.next()
    phase = .loading(run)
    return Decision(.silent)
  }

  mutating func cancel() -> Decision {
    phase = .settled
    return Decision(.end(.cancelled), .restore)
  }

  private mutating func resetLoad() -> Decision {
    (phase, settled) = (.settled, .notRequested)
    return Decision(.end(.cancelled), .reset)
  }

  private mutating func closeLoad() -> Decision {
    phase = .closed
    return Decision(.end(.cancelled), .restore)
  }

  private mutating func set(
    _ run: Run,
    _ comparisons: Comparisons,
    age: Duration?,
    _ now: Duration
  ) -> Decision {
    var run = run
    let (before, hadFailed) = (run.shown, settled.hasFailed)
    settled = loaded(asOf: tickets.next(), age: age, now)
    let isAside = comparisons.hasRequest && !comparisons.runningMatches
    if isAside { run.shown = shown(aside: run.shown) } else { run.shown = .settled }
    phase = .loading(run)
    if !isAside { return Decision(.publish, .set) }
    let isHidden = run.shown == before && run.shown != .settled && !hadFailed
    return Decision(isHidden ? .silent : .publish, .setAside)
  }

  /// Returns the visible slot after a value of another request was set.
  private func shown(aside shown: VisibleSlot) -> VisibleSlot {
    if case .partial = shown { return shown }
    return policy.previous == .always ? .settled : .none
  }

  private mutating func invalidate(_ run: Run) -> Decision {
    var run = run
    run.isOutdated = !run.cycle.isWaiting
    settled = settled.stale
    phase = .loading(run)
    return Decision(.silent, .invalidate)
  }
}
