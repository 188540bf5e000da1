// Loads of a list: their start and their results.

extension PagedStateMachine {
  /// Starts a load of a key without a list.
  mutating func begin(_ key: Key, _ cause: LoadCause, _ reaction: inout Reaction) {
    let plan = Plan(
      key: key,
      cause: cause,
      request: PageRequest(key: key),
      goal: 1,
      pages: PageWindow(limit: rules.window)
    )
    begin(plan, showing: cause != .load || rules.load.previous == .always, &reaction)
  }

  mutating func begin(
    _ key: Key,
    _ cause: LoadCause,
    over listing: Listing,
    isDeep: Bool = false,
    _ reaction: inout Reaction
  ) {
    let first = isDeep ? listing.pages.firstRequest : nil
    let plan = Plan(
      key: key,
      cause: cause,
      request: first ?? PageRequest(key: key),
      goal: isDeep ? listing.pages.count : 1,
      pages: isDeep ? listing.pages.again : PageWindow(limit: rules.window)
    )
    begin(plan, showing: cause != .load || rules.load.previous != .never, &reaction)
  }

  mutating func begin(_ plan: Plan, showing: Bool, _ reaction: inout Reaction) {
    if settled.listing(of: plan.key) != nil {
      postponeLanes(&reaction)
    } else {
      stopLanes(.replaced, &reaction)
    }
    let load = newTicket()
    lastKey = plan.key
    reaction.join(load)
    reaction.step(.open(load))
    let run = Run(
      load: load,
      plan: plan,
      fetch: PageFetch(load),
      settled: settled,
      showsSettled: showing
    )
    fetch(run, &reaction)
    reaction.show()
  }

  /// Starts the current page of the plan.
  mutating func fetch(_ run: Run, _ reaction: inout Reaction) {
    var run = run
    let ticket = newTicket()
    run.fetch = PageFetch(ticket)
    run.plan.beginAttempt()
    phase = .loading(run)
    reaction.step(.start(Attempt(run.load, ticket, of: run.plan.request)))
  }

  mutating func attempt(_ run: Run, _ reaction: inout Reaction) {
    var run = run
    let ticket = newTicket()
    run.fetch.activity = .attempting(ticket)
    run.plan.beginAttempt()
    phase = .loading(run)
    reaction.join(run.load)
    reaction.step(.attempt(Attempt(run.load, ticket, of: run.plan.request)))
  }
}

// MARK: Results

extension PagedStateMachine {
  /// Records that a queued attempt starts: its result is newer than the edits while it waited.
  mutating func ask(_ ticket: Ticket, _ reaction: inout Reaction) {
    guard case .loading(var run) = phase, run.fetch.activity.isAttempting(ticket) else { return }
    run.plan.ask()
    phase = .loading(run)
    reaction.noteChange()
  }
}

extension PagedStateMachine {
  mutating func hear(_ news: News, of run: Run, _ now: Duration, _ reaction: inout Reaction) {
    switch news {
    case .reported: break
    case .succeeded(_, let page): take(page, run, now, &reaction)
    case .failed(_, let error, let mayRetry): fail(run, error, mayRetry, &reaction)
    case .gaveUp, .expired(_, nil): giveUp(run, .cancelled, &reaction)
    case .waited: attempt(run, &reaction)
    case .expired(_, let error?): fail(run, error, false, &reaction)
    }
  }

  private mutating func take(
    _ page: Page<Cursor, Item>,
    _ run: Run,
    _ now: Duration,
    _ reaction: inout Reaction
  ) {
    var run = run
    run.plan.take(page)
    guard var listing = run.plan.draft else { return }
    if let fault = fault(of: run.plan, listing) {
      listing.fail(.end, setup.failure(fault.0), fault.1, now)
    } else if case .idle(let request) = listing.append.rest, wantsMore(run.plan, listing) {
      run.plan.request = request
      if run.plan.goal > 1 || run.fetch.retries > 0 { reaction.show() }
      return fetch(run, &reaction)
    }
    listing.staleAt = run.plan.isOutdated ? .distantPast : rules.load.freshness.end(from: now)
    land(run.plan.edited(listing), run, &reaction)
  }

  private func wantsMore(_ plan: Plan, _ listing: Listing) -> Bool {
    listing.pages.count < plan.goal || listing.items.count == 0
  }

  /// Returns the fault of the last page and the request of a retry; `nil` if the page is valid.
  private func fault(of plan: Plan, _ listing: Listing) -> (PagingError, Request)? {
    guard case .idle(let request) = listing.append.rest else { return nil }
    if request == plan.request { return (.repeatedCursor, request) }
    return plan.emptyPages > rules.emptyPageLimit ? (.emptyPages(plan.emptyPages), request) : nil
  }

  /// Replaces the settled list by a new one.
  private mutating func land(_ listing: Listing, _ run: Run, _ reaction: inout Reaction) {
    let before = run.settled.listing
    var listing = listing
    if let before, before.key == run.plan.key {
      for end in ListEnd.allCases {
        guard let load = before[end].load else { continue }
        pass(load, on: &listing[end], &reaction)
      }
      listing.adoptView(of: before)
    } else if let before {
      recent.remember(before)
    }
    recent.forget(listing.key)
    phase = .settled(.listed(listing))
    goOn(&reaction)
    lookAgain(&reaction)
    reaction.end(run.load, .loaded(settled.listing?.list ?? listing.list))
  }

  private mutating func fail(
    _ run: Run,
    _ error: Failure,
    _ mayRetry: Bool,
    _ reaction: inout Reaction
  ) {
    if mayRetry, run.fetch.retries < rules.load.retryLimit { return wait(run, &reaction) }
    if let listing = run.settled.listing, listing.key != run.plan.key { recent.remember(listing) }
    if run.shown == nil { stopLanes(.failed(error), &reaction) }
    let shown = run.showsSettled ? settled.listing : nil
    phase = .settled(.failed(error, run.plan, over: shown))
    reaction.end(run.load, .failed(error))
    goOn(&reaction)
  }

  private mutating func wait(_ run: Run, _ reaction: inout Reaction) {
    var run = run
    let ticket = newTicket()
    run.fetch.retries += 1
    run.fetch.activity = .waiting(ticket)
    phase = .loading(run)
    reaction.step(.wait(load: run.load, ticket, retry: run.fetch.retries))
    reaction.show()
  }

  /// Ends a load, and starts the pages that have waited for it.
  mutating func giveUp(
    _ run: Run,
    _ outcome: LoadOutcome<List, Failure>,
    _ reaction: inout Reaction
  ) {
    stop(run, outcome, &reaction)
    goOn(&reaction)
  }

  mutating func stop(
    _ run: Run,
    _ outcome: LoadOutcome<List, Failure>,
    _ reaction: inout Reaction
  ) {
    phase = .settled(run.settled)
    reaction.end(run.load, outcome)
  }
}
