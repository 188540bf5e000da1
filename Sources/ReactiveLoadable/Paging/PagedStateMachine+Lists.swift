// Lists: first pages, refreshes, and lists that are remembered.

extension PagedStateMachine {
  mutating func perform(
    _ intent: PagedIntent<Key, Item>,
    _ now: Duration,
    _ reaction: inout Reaction
  ) {
    switch intent {
    case .load(let key): load(key, ifNeededAt: nil, &reaction)
    case .loadIfNeeded(let key): load(key, ifNeededAt: now, &reaction)
    case .next: ask(.end, &reaction)
    case .previous: ask(.start, &reaction)
    case .visible(let index): see(index, &reaction)
    case .visibleItem(let id): see(id, &reaction)
    case .refresh: refresh(isDeep: false, &reaction)
    case .deepRefresh: refresh(isDeep: true, &reaction)
    case .retry: retry(&reaction)
    case .cancel: cancel(&reaction)
    case .clear: clear(&reaction)
    case .reset:
      clear(&reaction)
      recent.removeAll()
    case .invalidate: invalidate(&reaction)
    case .edit(let edit): make(edit, &reaction)
    }
  }

  /// What is settled, whether or not a load runs over it.
  var settled: Settled {
    get {
      switch phase {
      case .settled(let settled), .closed(let settled): settled
      case .loading(let run): run.settled
      }
    }
    set {
      switch phase {
      case .settled: phase = .settled(newValue)
      case .closed: phase = .closed(newValue)
      case .loading(var run):
        run.settled = newValue
        phase = .loading(run)
      }
    }
  }

  // MARK: Loading a key

  /// Loads the list of a key; if a time is given, only if it is not there or stale by then.
  private mutating func load(_ key: Key, ifNeededAt now: Duration?, _ reaction: inout Reaction) {
    if case .loading(let run) = phase {
      if run.plan.key == key, now != nil || rules.load.duplicate == .join {
        return join(run, &reaction)
      }
      if run.plan.key != key, rules.load.interruption == .ignore { return }
      stop(run, .replaced, &reaction)
    }
    recall(key, &reaction)
    guard let listing = settled.listing(of: key) else {
      return begin(key, .load, &reaction)
    }
    guard let now else { return begin(key, .load, over: listing, &reaction) }
    if case .listed = settled, listing.staleAt.map({ now < $0 }) ?? true { return }
    begin(key, .refresh, over: listing, &reaction)
  }

  /// Makes the remembered list of a key the settled one, unless that is one of the key already.
  private mutating func recall(_ key: Key, _ reaction: inout Reaction) {
    guard settled.key != key, let listing = recent[key] else { return }
    recent.forget(key)
    leave(&reaction)
    settled = .listed(listing)
    lastKey = key
    reaction.change = .shown
  }

  /// Stops what goes on at the ends of the settled list, and remembers it.
  mutating func leave(_ reaction: inout Reaction, _ outcome: LoadOutcome<List, Failure> = .replaced)
  {
    stopLanes(outcome, &reaction)
    if let listing = settled.listing { recent.remember(listing) }
  }

  // MARK: Refreshing

  private mutating func refresh(isDeep: Bool, _ reaction: inout Reaction) {
    if case .loading(let run) = phase {
      let deepens = isDeep && run.plan.draft == nil && run.plan.goal == 1
      return deepens ? deepen(run, &reaction) : join(run, &reaction)
    }
    guard let key = settled.key ?? lastKey else { return }
    guard let listing = settled.listing(of: key) else { return begin(key, .load, &reaction) }
    begin(key, .refresh, over: listing, isDeep: isDeep, &reaction)
  }

  /// Has a refresh go on as a deep one; it begins again if it would begin with another page.
  private mutating func deepen(_ run: Run, _ reaction: inout Reaction) {
    guard let listing = run.settled.listing(of: run.plan.key), listing.pages.count > 1,
      let first = listing.pages.firstRequest
    else { return join(run, &reaction) }
    var run = run
    run.plan.goal = listing.pages.count
    run.plan.pages = listing.pages.again
    reaction.load = run.load
    if first == run.plan.request, !run.fetch.activity.isWaiting, !run.plan.isOutdated {
      phase = .loading(run)
    } else {
      run.plan.request = first
      fetch(run, &reaction)
    }
    reaction.change = .shown
  }

  /// Joins a load, unless what it brings was declared stale after it was asked for.
  private mutating func join(_ run: Run, _ reaction: inout Reaction) {
    if run.fetch.activity.isWaiting { return attempt(run, &reaction) }
    if run.plan.isOutdated { return restart(run, &reaction) }
    reaction.load = run.load
  }

  private mutating func restart(_ run: Run, _ reaction: inout Reaction) {
    reaction.steps.append(.end(load: run.load, .replaced))
    phase = .settled(run.settled)
    var plan = run.plan
    plan.draft = nil
    plan.emptyPages = 0
    plan.request =
      run.settled.listing(of: plan.key).flatMap { plan.goal > 1 ? $0.pages.firstRequest : nil }
      ?? PageRequest(key: plan.key)
    begin(plan, showing: run.showsSettled, &reaction)
  }

  // MARK: Beginning

  /// Begins to load a key of which no list is there.
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

  private mutating func begin(
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

  private mutating func begin(_ plan: Plan, showing: Bool, _ reaction: inout Reaction) {
    if settled.listing(of: plan.key) != nil {
      postponeLanes(&reaction)
    } else {
      stopLanes(.replaced, &reaction)
    }
    let load = newTicket()
    lastKey = plan.key
    reaction.load = load
    reaction.steps.append(.open(load))
    let run = Run(
      load: load,
      plan: plan,
      fetch: Fetch(plan.request, load),
      settled: settled,
      showsSettled: showing
    )
    fetch(run, &reaction)
    reaction.change = .shown
  }

  /// Begins the page that the plan is at.
  private mutating func fetch(_ run: Run, _ reaction: inout Reaction) {
    var run = run
    let ticket = newTicket()
    run.fetch = Fetch(run.plan.request, ticket)
    run.plan.isOutdated = run.plan.isOutdated && run.plan.draft != nil
    phase = .loading(run)
    reaction.steps.append(.start(Attempt(run.load, ticket, of: run.plan.request)))
  }

  private mutating func attempt(_ run: Run, _ reaction: inout Reaction) {
    var run = run
    let ticket = newTicket()
    run.fetch.activity = .attempting(ticket)
    run.plan.isOutdated = run.plan.isOutdated && run.plan.draft != nil
    phase = .loading(run)
    reaction.load = run.load
    reaction.steps.append(.attempt(Attempt(run.load, ticket, of: run.plan.request)))
    if reaction.change == .none { reaction.change = .silent }
  }
}

// MARK: What comes of it

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
      listing.append = .resting(.failed(setup.failure(fault.0), fault.1))
    } else if case .idle(let request) = listing.append.rest, wantsMore(run.plan, listing) {
      run.plan.request = request
      reaction.change = run.plan.goal > 1 || run.fetch.retries > 0 ? .shown : .silent
      return fetch(run, &reaction)
    }
    listing.staleAt = run.plan.isOutdated ? .distantPast : rules.load.freshness.end(from: now)
    land(run.plan.edited(listing), run, &reaction)
  }

  private func wantsMore(_ plan: Plan, _ listing: Listing) -> Bool {
    listing.pages.count < plan.goal || listing.items.count == 0
  }

  /// What is wrong with the last page, and what to ask for when that is retried.
  private func fault(of plan: Plan, _ listing: Listing) -> (PagingFault, Request)? {
    guard case .idle(let request) = listing.append.rest else { return nil }
    if request == plan.request { return (.repeatedCursor, request) }
    return plan.emptyPages >= rules.emptyPageLimit ? (.emptyPages(plan.emptyPages), request) : nil
  }

  /// Puts a new list in the place of the settled one.
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
    reaction.steps.append(.end(load: run.load, .loaded(settled.listing?.list ?? listing.list)))
    reaction.change = .shown
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
    reaction.steps.append(.end(load: run.load, .failed(error)))
    reaction.change = .shown
    goOn(&reaction)
  }

  private mutating func wait(_ run: Run, _ reaction: inout Reaction) {
    var run = run
    let ticket = newTicket()
    run.fetch.retries += 1
    run.fetch.activity = .waiting(ticket)
    phase = .loading(run)
    reaction.steps.append(.wait(load: run.load, ticket, retry: run.fetch.retries))
    reaction.change = .shown
  }

  /// Ends a load, and has the pages loaded that have waited for it.
  private mutating func giveUp(
    _ run: Run,
    _ outcome: LoadOutcome<List, Failure>,
    _ reaction: inout Reaction
  ) {
    stop(run, outcome, &reaction)
    goOn(&reaction)
  }

  private mutating func stop(
    _ run: Run,
    _ outcome: LoadOutcome<List, Failure>,
    _ reaction: inout Reaction
  ) {
    phase = .settled(run.settled)
    reaction.steps.append(.end(load: run.load, outcome))
    reaction.change = .shown
  }
}

// MARK: Retrying, cancelling, forgetting

extension PagedStateMachine {
  private mutating func retry(_ reaction: inout Reaction) {
    switch phase {
    case .closed: break
    case .loading(let run): if run.fetch.activity.isWaiting { attempt(run, &reaction) }
    case .settled(.failed(_, var plan, _)):
      plan.cause = .retry
      // What is read anew is read after them.
      if plan.draft == nil { plan.edits = [] }
      begin(plan, showing: true, &reaction)
    case .settled: retryLanes(&reaction)
    }
  }

  mutating func cancel(_ load: Ticket, _ reaction: inout Reaction) {
    if case .loading(let run) = phase, run.load == load {
      giveUp(run, .cancelled, &reaction)
    } else {
      stopLane(load, .cancelled, &reaction)
    }
  }

  private mutating func cancel(_ reaction: inout Reaction) {
    if case .loading(let run) = phase { stop(run, .cancelled, &reaction) }
    stopLanes(.cancelled, &reaction)
  }

  private mutating func clear(_ reaction: inout Reaction) {
    cancel(&reaction)
    leave(&reaction)
    lastKey = nil
    if case .settled(.notRequested) = phase {
      if reaction.change == .none { reaction.change = .silent }
    } else {
      phase = .settled(.notRequested)
      reaction.change = .shown
    }
  }

  private mutating func invalidate(_ reaction: inout Reaction) {
    settled.listing?.staleAt = .distantPast
    recent.invalidate()
    settled.draftedPlan?.isOutdated = true
    if case .loading(var run) = phase {
      run.plan.isOutdated = !run.fetch.activity.isWaiting || run.plan.draft != nil
      phase = .loading(run)
    }
    reaction.change = .silent
  }

  mutating func close(_ reaction: inout Reaction) {
    cancel(&reaction)
    phase = .closed(settled)
    if reaction.change == .none { reaction.change = .silent }
  }

  private mutating func make(_ edit: ListEdit<Item>, _ reaction: inout Reaction) {
    if recent.make(edit) { reaction.change = .silent }
    if isFor(settled.listing?.key, edit), settled.listing?.make(edit) == true {
      reaction.change = .shown
      if case .remove = edit { fillUp(&reaction) }
    }
    if note(edit), reaction.change == .none { reaction.change = .silent }
  }

  /// What is put in goes to the list that is shown or on its way, not to one that is left.
  private func isFor(_ key: Key?, _ edit: ListEdit<Item>) -> Bool {
    guard case .insert = edit else { return true }
    return key == keyInQuestion
  }

  /// Notes an edit for a list that is on its way, or has come in part.
  private mutating func note(_ edit: ListEdit<Item>) -> Bool {
    var isNoted = false
    if let plan = settled.draftedPlan, isFor(plan.key, edit) {
      settled.draftedPlan?.edits.append(edit)
      isNoted = true
    }
    guard case .loading(var run) = phase else { return isNoted }
    run.plan.edits.append(edit)
    phase = .loading(run)
    return true
  }
}
