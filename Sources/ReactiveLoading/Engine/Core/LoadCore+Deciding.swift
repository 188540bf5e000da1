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
    case .intent(.loadIfNeeded): loadIfNeeded(comparisons, now)
    case .intent(.refresh): refresh(comparisons)
    case .intent(.revalidate): revalidate(comparisons, now)
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

  /// Loads the settled request again if its value is stale or it has failed.
  private mutating func revalidate(_ comparisons: Comparisons, _ now: Duration) -> Decision {
    guard comparisons.hasRequest else { return Decision(.skip(.noRequest)) }
    switch settled {
    case .notRequested: return Decision(.skip(.noRequest))
    case .loaded: return loadIfNeeded(comparisons, now)
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

// MARK: While a load runs

extension LoadCore {
  mutating func whileLoading(
    _ run: Run,
    _ event: Event,
    _ comparisons: Comparisons,
    _ now: Duration
  ) -> Decision {
    switch event {
    case .intent(.load): load(run, comparisons, policy.duplicate)
    case .intent(.loadIfNeeded): load(run, comparisons, .join)
    case .intent(.refresh): join(run, comparisons)
    case .intent(.revalidate): run.cycle.isWaiting ? Decision(.join) : join(run, comparisons)
    case .intent(.retry): run.cycle.isWaiting ? attempt(run) : Decision(.skip(.noFailure))
    case .intent(.cancel): cancel()
    case .intent(.reset): resetLoad()
    case .intent(.set): set(run, now)
    case .intent(.invalidate): invalidate(run)
    case .cancelLoad(let load): load == run.cycle.first ? cancel() : .none
    case .attempt(let event, let ticket, let progress):
      receive(event, of: ticket, progress, run, comparisons, now)
    case .started(let ticket): run.cycle.isAttempting(ticket) ? markStarted(run) : .none
    case .close: closeLoad()
    }
  }

  private mutating func load(
    _ run: Run,
    _ comparisons: Comparisons,
    _ duplicate: LoadPolicy.Duplicate
  ) -> Decision {
    switch (comparisons.runningMatches, duplicate, policy.interruption) {
    case (true, .join, _): join(run, comparisons)
    case (true, .replace, _): replace(run, by: .load, comparisons)
    case (false, _, .replace): replace(run, by: .load, comparisons)
    case (false, _, .ignore): Decision(.skip(.busy))
    }
  }

  /// Joins the load, unless it was invalidated after its attempt started.
  private mutating func join(_ run: Run, _ comparisons: Comparisons) -> Decision {
    if run.cycle.isWaiting { return attempt(run) }
    return run.isOutdated ? replace(run, by: run.cause, comparisons) : Decision(.join)
  }

  private mutating func replace(
    _ run: Run,
    by cause: LoadCause,
    _ comparisons: Comparisons
  ) -> Decision {
    let shown = startLoad(cause, comparisons, showing: run.shown)
    return Decision(.publish, .start(shown))
  }

  private mutating func attempt(_ run: Run) -> Decision {
    var run = run
    run.cycle.resume(&tickets)
    return attempted(run)
  }

  private mutating func attempted(_ run: Run) -> Decision {
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

  private mutating func cancel() -> Decision {
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

  private mutating func set(_ run: Run, _ now: Duration) -> Decision {
    var run = run
    settled = loaded(asOf: tickets.next(), now)
    run.shown = .settled
    phase = .loading(run)
    return Decision(.publish, .set)
  }

  private mutating func invalidate(_ run: Run) -> Decision {
    var run = run
    run.isOutdated = !run.cycle.isWaiting
    settled = settled.stale
    phase = .loading(run)
    return Decision(.silent)
  }
}

// MARK: Events of the load

extension LoadCore {
  private mutating func receive(
    _ event: AttemptCycle.Event,
    of ticket: Ticket,
    _ progress: LoadProgress?,
    _ before: Run,
    _ comparisons: Comparisons,
    _ now: Duration
  ) -> Decision {
    var run = before
    switch run.cycle.handle(event, of: ticket, retryLimit: policy.retryLimit, &tickets) {
    case .none: return .none
    case .report: return report(progress, run, comparisons)
    case .succeed: return succeed(run, now)
    case .fail: return fail(run)
    case .cancel: return cancel()
    case .wait: return wait(run)
    case .attempt: return attempted(run)
    }
  }

  /// Shows a progress, unless it is shown already, or a partial value.
  private mutating func report(
    _ progress: LoadProgress?,
    _ run: Run,
    _ comparisons: Comparisons
  ) -> Decision {
    var run = run
    if let progress {
      if progress == run.progress { return .none }
      run.progress = progress
      phase = .loading(run)
      return Decision(.publish)
    }
    run.shown = .partial(asOf: run.startTicket)
    phase = .loading(run)
    return Decision(comparisons.equalsVisible ? .silent : .publish, .show)
  }

  private mutating func succeed(_ run: Run, _ now: Duration) -> Decision {
    let result = loaded(asOf: run.startTicket, now)
    (phase, settled) = (.settled, run.isOutdated ? result.stale : result)
    return Decision(.end(.loaded), .succeed)
  }

  private mutating func fail(_ run: Run) -> Decision {
    let asOf = shownAsOf
    (phase, settled) = (.settled, .failed(run.cause, over: asOf))
    return Decision(.end(.failed), .fail(over: run.shown))
  }

  private mutating func wait(_ run: Run) -> Decision {
    var run = run
    run.progress = nil
    // The next attempt starts later than the invalidation.
    run.isOutdated = false
    phase = .loading(run)
    return Decision(.publish)
  }
}
