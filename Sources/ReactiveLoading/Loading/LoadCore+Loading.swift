// While a load runs.

extension LoadCore {
  mutating func whileLoading(
    _ run: Run,
    _ event: Event,
    _ facts: Facts,
    _ now: Duration
  ) -> Decision {
    switch event {
    case .intent(.load): load(run, facts, rules.duplicate)
    case .intent(.loadIfNeeded): load(run, facts, .join)
    case .intent(.refresh): join(run, facts)
    case .intent(.retry): run.cycle.isWaiting ? attempt(run) : Decision(.skip(.noFailure))
    case .intent(.cancel): cancel()
    case .intent(.reset): reset()
    case .intent(.set): set(run, now)
    case .intent(.invalidate): invalidate(run)
    case .cancelLoad(let load): load == run.cycle.first ? cancel() : .none
    case .heard(let event, let ticket, let progress):
      hear(event, of: ticket, progress, run, facts, now)
    case .begun(let ticket): run.cycle.isAttempting(ticket) ? ask(run) : .none
    case .close: close()
    }
  }

  private mutating func load(
    _ run: Run,
    _ facts: Facts,
    _ duplicate: LoadPolicy.Duplicate
  ) -> Decision {
    switch (facts.isRunning, duplicate, rules.interruption) {
    case (true, .join, _): join(run, facts)
    case (true, .replace, _): replace(run, by: .load, facts)
    case (false, _, .replace): replace(run, by: .load, facts)
    case (false, _, .ignore): Decision(.skip(.busy))
    }
  }

  /// Joins the load, unless it was invalidated after its attempt started.
  private mutating func join(_ run: Run, _ facts: Facts) -> Decision {
    if run.cycle.isWaiting { return attempt(run) }
    return run.isOutdated ? replace(run, by: run.cause, facts) : Decision(.join)
  }

  private mutating func replace(_ run: Run, by cause: LoadCause, _ facts: Facts) -> Decision {
    let shown = begin(cause, facts, showing: run.shown)
    return Decision(.publish, .begin(shown))
  }

  private mutating func attempt(_ run: Run) -> Decision {
    var run = run
    run.cycle.resume(&tickets)
    return attempted(run)
  }

  private mutating func attempted(_ run: Run) -> Decision {
    var run = run
    run.askedAt = run.cycle.ticket
    run.isOutdated = false
    phase = .loading(run)
    return Decision(.silent)
  }

  /// Marks the attempt as started now: its result includes edits saved while it was queued.
  private mutating func ask(_ run: Run) -> Decision {
    var run = run
    run.askedAt = tickets.next()
    phase = .loading(run)
    return Decision(.silent)
  }

  private mutating func cancel() -> Decision {
    phase = .settled
    return Decision(.end(.cancelled), .restore)
  }

  private mutating func reset() -> Decision {
    (phase, settled) = (.settled, .notRequested)
    return Decision(.end(.cancelled), .reset)
  }

  private mutating func close() -> Decision {
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
  private mutating func hear(
    _ event: AttemptCycle.Event,
    of ticket: Ticket,
    _ progress: LoadProgress?,
    _ before: Run,
    _ facts: Facts,
    _ now: Duration
  ) -> Decision {
    var run = before
    switch run.cycle.handle(event, of: ticket, retryLimit: rules.retryLimit, &tickets) {
    case .none: return .none
    case .report: return report(progress, run, facts)
    case .succeed: return succeed(run, now)
    case .fail: return fail(run)
    case .cancel: return cancel()
    case .wait: return wait(run)
    case .attempt: return attempted(run)
    }
  }

  /// Shows a progress, unless it is shown already, or a partial value.
  private mutating func report(_ progress: LoadProgress?, _ run: Run, _ facts: Facts) -> Decision {
    var run = run
    if let progress {
      if progress == run.progress { return .none }
      run.progress = progress
      phase = .loading(run)
      return Decision(.publish)
    }
    run.shown = .early(asOf: run.askedAt)
    phase = .loading(run)
    return Decision(facts.isKnownEqual ? .silent : .publish, .show)
  }

  private mutating func succeed(_ run: Run, _ now: Duration) -> Decision {
    let result = loaded(asOf: run.askedAt, now)
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
    phase = .loading(run)
    return Decision(.publish)
  }
}
