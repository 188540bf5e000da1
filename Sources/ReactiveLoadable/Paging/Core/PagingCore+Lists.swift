// Loads and reloads of the list of a key.

extension PagingCore {
  /// Loads the list of a key; with a time, only if it is not cached or is stale at that time.
  mutating func load(_ key: KeyNumber, ifNeededAt now: Duration?) {
    if case .loading(let run) = phase {
      if run.plan.key == key, now != nil || rules.load.duplicate == .join {
        return join(run)
      }
      if run.plan.key != key, rules.load.interruption == .ignore { return decision.skip(.busy) }
      stop(run, .replaced)
    }
    recall(key)
    guard let list = list(of: key) else { return begin(key, .load) }
    guard let now else { return begin(key, .load) }
    if settled == .listed, list.staleAt.map({ now < $0 }) ?? true { return decision.skip(.fresh) }
    begin(key, .refresh)
  }

  mutating func refresh(isDeep: Bool, startsSame: Bool) {
    if case .loading(let run) = phase {
      let deepens = isDeep && run.plan.draftPages == nil && run.plan.goal == 1
      return deepens ? deepen(run, startsSame) : join(run)
    }
    guard let key = settledKey ?? lastKey else { return decision.skip(.noRequest) }
    guard list(of: key) != nil else { return begin(key, .load) }
    begin(key, .refresh, isDeep: isDeep)
  }

  /// Turns a refresh into a deep one; it restarts unless its page is the first page of the list.
  private mutating func deepen(_ run: Run, _ startsSame: Bool) {
    guard let list = list(of: run.plan.key), list.pages > 1 else { return join(run) }
    var run = run
    run.plan.goal = list.pages
    decision.join(run.load)
    decision.move(.deepen)
    if startsSame, !run.attempts.isWaiting, !run.plan.isOutdated {
      phase = .loading(run)
    } else {
      fetch(run)
    }
    decision.show()
  }

  /// Joins a load; restarts it if its result was invalidated after the request.
  mutating func join(_ run: Run) {
    if run.attempts.isWaiting { return resume(run) }
    if run.plan.isOutdated { return restart(run) }
    decision.join(run.load)
  }

  private mutating func restart(_ run: Run) {
    decision.end(run.load, .replaced)
    phase = .settled
    var plan = run.plan
    plan.draftPages = nil
    plan.emptyPages = 0
    decision.move(.startOver(isDeep: plan.goal > 1 && list(of: plan.key) != nil))
    begin(plan, showing: run.showsSettled)
  }

  /// Loads a failed list again.
  mutating func retry() {
    switch phase {
    case .closed: break
    case .loading(let run):
      guard run.attempts.isWaiting else { return decision.skip(.noFailure) }
      resume(run)
    case .settled:
      guard case .failed(var plan) = settled else { return retryEdges() }
      plan.cause = .retry
      decision.move(.planAgain)
      begin(plan, showing: true)
    }
  }
}

// MARK: Starting

extension PagingCore {
  /// Starts a load of a key.
  mutating func begin(_ key: KeyNumber, _ cause: LoadCause, isDeep: Bool = false) {
    let plan = Plan(key: key, cause: cause, goal: isDeep ? list?.pages ?? 1 : 1)
    decision.move(.plan(key, isDeep: isDeep))
    let previous = rules.load.previous
    let shows = list(of: key) == nil ? previous == .always : previous != .never
    begin(plan, showing: cause != .load || shows)
  }

  private mutating func begin(_ plan: Plan, showing: Bool) {
    if list(of: plan.key) != nil {
      postponeEdges()
    } else {
      stopEdges(.replaced)
    }
    let load = tickets.next()
    lastKey = plan.key
    decision.join(load)
    decision.step(.open(load))
    fetch(
      Run(load: load, plan: plan, attempts: AttemptCycle(load), showsSettled: showing)
    )
    decision.show()
  }

  /// Starts the current page of a run.
  private mutating func fetch(_ run: Run) {
    var run = run
    run.attempts = AttemptCycle(tickets.next())
    ask(run)
    decision.step(.start(.list, load: run.load, run.attempts.ticket))
  }

  /// Starts the next attempt of a run that waits.
  private mutating func resume(_ run: Run) {
    var run = run
    run.attempts.resume(&tickets)
    attempt(run)
  }

  private mutating func attempt(_ run: Run) {
    ask(run)
    decision.join(run.load)
    decision.step(.attempt(.list, load: run.load, run.attempts.ticket))
  }

  /// Records that a page is requested: edits and invalidations so far are older than its result.
  private mutating func ask(_ run: Run) {
    var run = run
    if run.plan.draftPages == nil { run.plan.isOutdated = false }
    phase = .loading(run)
    decision.move(.ask)
  }

  /// Records that a queued attempt starts: its result is newer than the edits while it waited.
  mutating func begun(_ ticket: Ticket) {
    guard case .loading(let run) = phase, run.attempts.isAttempting(ticket) else { return }
    decision.move(.ask)
    decision.noteChange()
  }
}

// MARK: Results

extension PagingCore {
  /// Handles an event of a run other than a page.
  mutating func handle(_ event: AttemptCycle.Event, of ticket: Ticket, _ run: Run) {
    var run = run
    switch run.attempts.handle(event, of: ticket, retryLimit: rules.load.retryLimit, &tickets) {
    case .none, .report, .succeed: break
    case .fail: fail(run)
    case .cancel: giveUp(run)
    case .attempt: attempt(run)
    case .wait:
      phase = .loading(run)
      let attempts = run.attempts
      decision.step(.wait(load: run.load, attempts.ticket, retry: attempts.retries))
      decision.show()
    }
  }

  /// Handles a page of the new list; returns true if the list is complete, with its fault, if any.
  mutating func take(_ added: Added) -> (lands: Bool, PagingError?) {
    guard case .loading(var run) = phase else { return (false, nil) }
    run.plan.draftPages = added.pages
    run.plan.emptyPages = added.new == 0 ? run.plan.emptyPages + 1 : 0
    let shows = run.plan.goal > 1 || run.attempts.retries > 0
    phase = .loading(run)
    if !added.leadsOn { return (true, nil) }
    if let fault = fault(added, run.plan.emptyPages) { return (true, fault) }
    if added.pages >= run.plan.goal, added.count > 0 { return (true, nil) }
    if shows { decision.show() }
    fetch(run)
    return (false, nil)
  }

  /// Returns the fault of a page after which another one exists, if the list cannot continue.
  func fault(_ added: Added, _ emptyPages: Int) -> PagingError? {
    if added.repeats { return .repeatedCursor }
    return emptyPages > rules.emptyPageLimit ? .emptyPages(emptyPages) : nil
  }

  /// Replaces the settled list by the new one.
  mutating func land(_ added: Added, _ fault: PagingError?, at now: Duration) {
    guard case .loading(let run) = phase else { return }
    var new = List(
      key: run.plan.key,
      count: added.count,
      pages: added.pages,
      append: Edge(rest: added.leadsOn ? .idle : .complete),
      prepend: Edge(rest: added.otherLeadsOn ? .idle : .complete)
    )
    if fault != nil { new.append.fail(at: now) }
    new.staleAt = run.plan.isOutdated ? .distantPast : rules.load.freshness.end(from: now)
    if let before = list, before.key == new.key {
      for end in ListEnd.allCases {
        if let load = before[end].load { pass(load, to: end, of: &new) }
      }
      new.adoptView(of: before)
    } else {
      remember()
    }
    recent.removeAll { $0.key == new.key }
    (phase, settled, list) = (.settled, .listed, new)
    decision.move(.land)
    if let fault { decision.move(.fail(.end, fault)) }
    goOn()
    for end in ListEnd.allCases { lookAgain(at: end) }
    decision.end(run.load, .loaded)
  }

  private mutating func fail(_ run: Run) {
    if list?.key != run.plan.key { remember() }
    if !run.showsSettled || list == nil { stopEdges(.failed(.list)) }
    if !run.showsSettled { list = nil }
    (phase, settled) = (.settled, .failed(run.plan))
    decision.move(.failList(keepsList: run.showsSettled))
    decision.end(run.load, .failed(.list))
    goOn()
  }

  /// Cancels a load, and starts the pages that have waited for it.
  mutating func giveUp(_ run: Run) {
    stop(run, .cancelled)
    goOn()
  }

  mutating func stop(_ run: Run, _ outcome: PagingDecision.Outcome) {
    phase = .settled
    decision.end(run.load, outcome)
  }
}

// MARK: Cached lists

extension PagingCore {
  /// Settles the cached list of a key, unless the settled list is that of the key already.
  private mutating func recall(_ key: KeyNumber) {
    guard settledKey != key, let index = recent.firstIndex(where: { $0.key == key }) else { return }
    let recalled = recent.remove(at: index)
    leave()
    decision.move(.recall(key))
    (list, settled, lastKey) = (recalled, .listed, key)
    decision.show()
  }

  /// Ends the loads at the ends of the settled list, and caches the list.
  mutating func leave() {
    stopEdges(.replaced)
    remember()
  }

  private mutating func remember() {
    guard let list else { return }
    recent.removeAll { $0.key == list.key }
    recent.insert(list, at: 0)
    recent.removeLast(max(recent.count - rules.cachedLists, 0))
    decision.move(.remember)
  }
}

extension PagingCore.List {
  /// Adopts the visible row of the list that this one replaces.
  fileprivate mutating func adoptView(of before: Self) {
    guard let seen = before.visible else { return }
    _ = see(min(max(seen, 0), count - 1))
  }

  /// Records the visible row by its offset; returns false if the offset is out of bounds.
  mutating func see(_ offset: Int) -> Bool {
    guard 0..<count ~= offset else { return false }
    visible = offset
    return true
  }
}

extension PagingCore.Edge {
  /// Settles the end after a page has loaded.
  mutating func settle(leadsOn: Bool) { self = Self(rest: leadsOn ? .idle : .complete) }

  /// Settles the end after a page has failed.
  mutating func fail(at now: Duration) {
    (rest, activity, failures) = (.failed, .resting, failures.adding(at: now))
  }
}
