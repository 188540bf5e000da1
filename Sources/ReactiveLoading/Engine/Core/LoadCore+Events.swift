// The decisions of a load core about the events of its load.

extension LoadCore {
  mutating func receive(
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

  /// Shows a value that the first attempt has read; a fresh one is the result of a needed load.
  mutating func restore(
    _ run: Run,
    age: Duration,
    isStale: Bool,
    _ now: Duration
  ) -> Decision {
    // A value that was set during the read is newer.
    if let asOf = settled.asOf, asOf > run.cycle.first { return .none }
    let isCurrent = !isStale && !run.isOutdated
    let staleAt = isCurrent ? policy.freshness.end(from: now, age: age) : .distantPast
    // All edits apply to it, because the record has none of them.
    settled = .loaded(asOf: 0, staleAt: staleAt)
    if run.isNeeded, now < staleAt {
      phase = .settled
      return Decision(.end(.loaded), .succeed)
    }
    var run = run
    // The load function is called now, so its result is newer than edits during the read.
    run.startTicket = tickets.next()
    run.shown = policy.previous == .never && run.cause == .load ? .none : .settled
    phase = .loading(run)
    return Decision(run.shown == .none ? .silent : .publish, .set)
  }
}
