// While a load runs.

extension LoadStateMachine {
  @inlinable
  mutating func whileLoading(_ run: Running, _ event: Event, _ now: Duration) -> Action {
    switch event {
    case .intent(.load(let request)): load(request, during: run, rules.duplicate)
    case .intent(.loadIfNeeded(let request)): load(request, during: run, .join)
    case .intent(.refresh): join(run)
    case .intent(.retry): run.activity.isWaiting ? attempt(run) : .skip(.noFailure)
    case .intent(.cancel): end(.settled(run.settled), .cancelled)
    case .intent(.reset): resetWhileLoading()
    case .intent(.set(let value)): write(value, during: run, now)
    case .intent(.invalidate): invalidate(run)
    case .cancelLoad(let load): load == run.load ? end(.settled(run.settled), .cancelled) : .none
    case .heard(let news): hear(news, of: run, now)
    case .begun(let ticket): run.activity.isAttempting(ticket) ? ask(run) : .none
    case .edited(let steps): edit(steps, of: run.shown.map(\.request) ?? run.request)
    case .close: end(.closed(run.settled), .cancelled)
    }
  }

  @inlinable
  mutating func hear(
    _ news: LoadNews<Value, Failure>,
    of run: Running,
    _ now: Duration
  ) -> Action {
    switch news {
    case .reported(let ticket, let report):
      run.activity.isAttempting(ticket) ? show(report, of: run) : .none
    case .succeeded(let ticket, let value):
      run.activity.isAttempting(ticket) ? succeed(run, value, now) : .none
    case .failed(let ticket, let error, let mayRetry):
      run.activity.isAttempting(ticket) ? fail(run, error, mayRetry) : .none
    case .gaveUp(let ticket):
      run.activity.isAttempting(ticket) ? end(.settled(run.settled), .cancelled) : .none
    case .waited(let ticket): run.activity.isWaiting(ticket) ? attempt(run) : .none
    case .expired(let ticket, let error): ticket == run.load ? expire(run, error) : .none
    }
  }

  @inlinable
  mutating func load(
    _ request: Request,
    during run: Running,
    _ duplicate: LoadPolicy.Duplicate
  ) -> Action {
    if request == run.request {
      switch duplicate {
      case .join: return join(run)
      case .replace: return replace(run, by: request, .load)
      }
    }
    switch rules.interruption {
    case .replace: return replace(run, by: request, .load)
    case .ignore: return .skip(.busy)
    }
  }

  /// Joins the load, unless it was invalidated after its attempt started.
  @inlinable
  mutating func join(_ run: Running) -> Action {
    if run.activity.isWaiting { return attempt(run) }
    return run.isOutdated ? replace(run, by: run.request, run.cause) : .join
  }

  @inlinable
  mutating func replace(
    _ run: Running,
    by request: Request,
    _ cause: LoadCause
  ) -> Action {
    .replace(begin(request, cause, over: run.settled, showing: run.shown))
  }

  @inlinable
  mutating func attempt(_ run: Running) -> Action {
    var run = run
    let ticket = newTicket()
    run.activity = .attempting(ticket)
    run.askedAt = ticket
    run.isOutdated = false
    phase = .loading(run)
    return .attempt(Attempt(run.load, ticket, of: run.request))
  }

  /// Marks the attempt as started now: its result includes edits saved while it was queued.
  @inlinable
  mutating func ask(_ run: Running) -> Action {
    var run = run
    run.askedAt = newTicket()
    phase = .loading(run)
    return .silent
  }

  @inlinable
  mutating func resetWhileLoading() -> Action {
    lastRequest = nil
    edits.removeAll()
    return end(.settled(.notRequested), .cancelled)
  }

  @inlinable
  mutating func write(_ value: Value, during run: Running, _ now: Duration) -> Action {
    var run = run
    run.settled = written(value, for: run.request, now)
    run.shown = run.settled.shown
    phase = .loading(run)
    return .publish
  }

  @inlinable
  mutating func invalidate(_ run: Running) -> Action {
    var run = run
    run.isOutdated = !run.activity.isWaiting
    run.settled = run.settled.stale
    phase = .loading(run)
    return .silent
  }

  @inlinable
  mutating func show(
    _ report: LoadReport<Value>,
    of run: Running
  ) -> Action {
    var run = run
    switch report {
    case .value(let value):
      run.shown = ShownValue(value, of: run.request, asOf: run.askedAt)
      return show(run)
    case .progress(let progress):
      if progress == run.progress { return .none }
      run.progress = progress
    }
    phase = .loading(run)
    return .publish
  }

  /// Publishes a partial value, unless it is known to equal the visible one.
  @usableFromInline
  mutating func show(_ run: Running) -> Action {
    let before = state.latest
    phase = .loading(run)
    guard let before, let after = state.latest else { return .publish }
    return areKnownEqual(before, after) ? .silent : .publish
  }

  @inlinable
  mutating func succeed(
    _ run: Running,
    _ value: Value,
    _ now: Duration
  ) -> Action {
    let settled = loaded(value, of: run.request, asOf: run.askedAt, now)
    return end(.settled(run.isOutdated ? settled.stale : settled), .loaded(value))
  }

  @inlinable
  mutating func fail(_ run: Running, _ error: Failure, _ mayRetry: Bool) -> Action {
    if mayRetry, run.retries < rules.retryLimit { return wait(run) }
    let failed = Settled.failed(error, of: run.request, run.cause, over: run.shown)
    return end(.settled(failed), .failed(error))
  }

  @inlinable
  mutating func expire(_ run: Running, _ error: Failure?) -> Action {
    guard let error else { return end(.settled(run.settled), .cancelled) }
    return fail(run, error, false)
  }

  @inlinable
  mutating func wait(_ run: Running) -> Action {
    var run = run
    let ticket = newTicket()
    run.retries += 1
    run.progress = nil
    run.activity = .waiting(ticket)
    phase = .loading(run)
    return .wait(ticket, retry: run.retries)
  }

  @inlinable
  mutating func end(_ next: Phase, _ outcome: LoadOutcome<Value, Failure>) -> Action {
    phase = next
    foldEdits()
    return .end(outcome)
  }
}
