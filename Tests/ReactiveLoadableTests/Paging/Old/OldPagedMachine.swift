// The old machine of paged lists, for a comparison with the new one; it will be deleted.


@testable import ReactiveLoadable

// MARK: PagedStateMachine.swift

/// The pure state machine of a ``PagedLoader``: one event in, one reaction out.
///
/// It uses no lock, task or clock. Every attempt and every wait of a page has a unique ticket. An
/// event with an outdated ticket changes nothing, so a page is never added to a list that did not
/// request it. One run at a time loads a list. While no run loads the list, each end has at most
/// one load. See <doc:PagingContract>.
struct OldPagedStateMachine<
  Key: Hashable & Sendable,
  Cursor: Hashable & Sendable,
  Item: Identifiable & Sendable,
  Failure: Error
>: Sendable where Item.ID: Sendable {
  typealias Ticket = UInt
  typealias List = PagedList<Key, Item, Failure>
  typealias Request = PageRequest<Key, Cursor>
  typealias Attempt = LoadAttempt<Request>
  typealias News = LoadNews<Page<Cursor, Item>, Failure>

  enum Event: Sendable {
    case intent(PagedIntent<Key, Item>)
    /// A handle cancels its load.
    case cancelLoad(Ticket)
    case heard(News)
    /// An attempt that has waited in a queue starts.
    case begun(Ticket)
    /// The loader is released.
    case close
  }

  indirect enum Phase: Sendable {
    case settled(Settled)
    case loading(Run)
    case closed(Settled)
  }

  /// The configuration of a loader, without its load function.
  struct Setup: Sendable {
    var rules: PagingPolicy.Rules
    /// The key of a loader that has only one.
    let onlyKey: Key?
    /// The conversion of a fault of the pages to a failure.
    let failure: @Sendable (PagingError) -> Failure
  }

  private(set) var setup: Setup
  var phase = Phase.settled(.notRequested)
  var recent: RecentLists
  /// The key of the last load, including a cancelled one; a clear removes it.
  var lastKey: Key?
  private var lastTicket: Ticket = 0

  init(_ setup: Setup) {
    self.setup = setup
    recent = RecentLists(limit: setup.rules.cachedLists)
  }

  var rules: PagingPolicy.Rules { setup.rules }

  var state: Loadable<List, Failure> {
    switch phase {
    case .settled(let settled), .closed(let settled): settled.state
    case .loading(let run): .loading(run.loading)
    }
  }

  /// The key of the list that is loading, or else of the settled list.
  var keyInQuestion: Key? {
    if case .loading(let run) = phase { run.plan.key } else { settled.key }
  }

  /// Returns true if the list of a key is cached, so that it needs no request.
  func remembers(_ key: Key) -> Bool {
    settled.listing(of: key) != nil || recent[key] != nil
  }

  /// Applies another configuration, including to running loads.
  mutating func obey(_ rules: PagingPolicy.Rules) {
    let before = setup.rules
    setup.rules = rules
    if before.cachedLists != rules.cachedLists { recent.keep(rules.cachedLists) }
    guard before.window != rules.window else { return }
    settled.listing?.keep(rules.window)
    if case .loading(var run) = phase {
      run.plan.pages.keep(rules.window)
      run.plan.draft?.keep(rules.window)
      phase = .loading(run)
    }
  }

  /// Handles an event at a time with an arbitrary origin; only timed policies need the time.
  mutating func handle(_ event: Event, at now: Duration = .zero) -> Reaction {
    var reaction = Reaction()
    switch phase {
    case .closed: break
    case .settled, .loading:
      switch event {
      case .intent(let intent): perform(intent, now, &reaction)
      case .cancelLoad(let load): cancel(load, &reaction)
      case .heard(let news): hear(news, now, &reaction)
      case .begun(let ticket): ask(ticket, &reaction)
      case .close: close(&reaction)
      }
    }
    return reaction
  }

  /// Makes all later tickets newer than this one.
  mutating func skipTickets(to ticket: Ticket) { lastTicket = max(lastTicket, ticket) }

  mutating func newTicket() -> Ticket {
    lastTicket += 1
    return lastTicket
  }
}

// MARK: PagedStateMachine+Intents.swift

// Intents, and the settled state that they apply to.

extension OldPagedStateMachine {
  mutating func perform(
    _ intent: PagedIntent<Key, Item>,
    _ now: Duration,
    _ reaction: inout Reaction
  ) {
    switch intent {
    case .load(let key): load(key, ifNeededAt: nil, &reaction)
    case .loadIfNeeded(let key): load(key, ifNeededAt: now, &reaction)
    case .next: ask(.end, now, &reaction)
    case .previous: ask(.start, now, &reaction)
    case .visible(at: let index): see(index, now, &reaction)
    case .visibleItem(let id): see(id, now, &reaction)
    case .refresh: refresh(isDeep: false, &reaction)
    case .refreshAllPages: refresh(isDeep: true, &reaction)
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

  /// The settled state, even while a load of the list runs.
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
}

// MARK: Retrying, cancelling, clearing

extension OldPagedStateMachine {
  mutating func retry(_ reaction: inout Reaction) {
    switch phase {
    case .closed: break
    case .loading(let run):
      guard run.fetch.activity.isWaiting else { return reaction.skip(.noFailure) }
      attempt(run, &reaction)
    case .settled(.failed(_, var plan, _)):
      plan.cause = .retry
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

  mutating func cancel(_ reaction: inout Reaction) {
    if case .loading(let run) = phase { stop(run, .cancelled, &reaction) }
    stopLanes(.cancelled, &reaction)
  }

  mutating func clear(_ reaction: inout Reaction) {
    cancel(&reaction)
    leave(&reaction)
    lastKey = nil
    if case .settled(.notRequested) = phase {
      reaction.noteChange()
    } else {
      phase = .settled(.notRequested)
      reaction.show()
    }
  }

  mutating func invalidate(_ reaction: inout Reaction) {
    settled.listing?.staleAt = .distantPast
    recent.invalidate()
    settled.draftedPlan?.isOutdated = true
    if case .loading(var run) = phase {
      run.plan.isOutdated = !run.fetch.activity.isWaiting || run.plan.draft != nil
      phase = .loading(run)
    }
    reaction.noteChange()
  }

  mutating func close(_ reaction: inout Reaction) {
    cancel(&reaction)
    phase = .closed(settled)
    reaction.noteChange()
  }

  mutating func make(_ edit: ListEdit<Item>, _ reaction: inout Reaction) {
    if recent.make(edit) { reaction.noteChange() }
    if isFor(settled.listing?.key, edit), settled.listing?.make(edit) == true {
      reaction.show()
      if case .remove = edit { fillUp(&reaction) }
    }
    if note(edit) { reaction.noteChange() }
  }

  /// Returns true unless the edit inserts an item and the list is not that of the current key.
  private func isFor(_ key: Key?, _ edit: ListEdit<Item>) -> Bool {
    guard case .insert = edit else { return true }
    return key == keyInQuestion
  }

  /// Records an edit for a list that is loading, or that has loaded in part.
  private mutating func note(_ edit: ListEdit<Item>) -> Bool {
    var isNoted = false
    if let plan = settled.draftedPlan, isFor(plan.key, edit) {
      settled.draftedPlan?.note(edit)
      isNoted = true
    }
    guard case .loading(var run) = phase else { return isNoted }
    run.plan.note(edit)
    phase = .loading(run)
    return true
  }
}

// MARK: PagedStateMachine+Lists.swift

// Loads and reloads of the list of a key.

extension OldPagedStateMachine {
  // MARK: Loading a key

  /// Loads the list of a key; with a time, only if it is not cached or is stale at that time.
  mutating func load(_ key: Key, ifNeededAt now: Duration?, _ reaction: inout Reaction) {
    if case .loading(let run) = phase {
      if run.plan.key == key, now != nil || rules.load.duplicate == .join {
        return join(run, &reaction)
      }
      if run.plan.key != key, rules.load.interruption == .ignore { return reaction.skip(.busy) }
      stop(run, .replaced, &reaction)
    }
    recall(key, &reaction)
    guard let listing = settled.listing(of: key) else {
      return begin(key, .load, &reaction)
    }
    guard let now else { return begin(key, .load, over: listing, &reaction) }
    if case .listed = settled, listing.staleAt.map({ now < $0 }) ?? true {
      return reaction.skip(.fresh)
    }
    begin(key, .refresh, over: listing, &reaction)
  }

  /// Settles the cached list of a key, unless the settled list is that of the key already.
  private mutating func recall(_ key: Key, _ reaction: inout Reaction) {
    guard settled.key != key, let listing = recent[key] else { return }
    recent.forget(key)
    leave(&reaction)
    settled = .listed(listing)
    lastKey = key
    reaction.show()
  }

  /// Ends the loads at the ends of the settled list, and caches the list.
  mutating func leave(_ reaction: inout Reaction) {
    stopLanes(.replaced, &reaction)
    if let listing = settled.listing { recent.remember(listing) }
  }

  // MARK: Refreshing

  mutating func refresh(isDeep: Bool, _ reaction: inout Reaction) {
    if case .loading(let run) = phase {
      let deepens = isDeep && run.plan.draft == nil && run.plan.goal == 1
      return deepens ? deepen(run, &reaction) : join(run, &reaction)
    }
    guard let key = settled.key ?? lastKey else { return reaction.skip(.noRequest) }
    guard let listing = settled.listing(of: key) else { return begin(key, .load, &reaction) }
    begin(key, .refresh, over: listing, isDeep: isDeep, &reaction)
  }

  /// Turns a refresh into a deep one; it restarts if its first page differs.
  private mutating func deepen(_ run: Run, _ reaction: inout Reaction) {
    guard let listing = run.settled.listing(of: run.plan.key), listing.pages.count > 1,
      let first = listing.pages.firstRequest
    else { return join(run, &reaction) }
    var run = run
    run.plan.goal = listing.pages.count
    run.plan.pages = listing.pages.again
    reaction.join(run.load)
    if first == run.plan.request, !run.fetch.activity.isWaiting, !run.plan.isOutdated {
      phase = .loading(run)
    } else {
      run.plan.request = first
      fetch(run, &reaction)
    }
    reaction.show()
  }

  /// Joins a load; restarts it if its result was invalidated after the request.
  mutating func join(_ run: Run, _ reaction: inout Reaction) {
    if run.fetch.activity.isWaiting { return attempt(run, &reaction) }
    if run.plan.isOutdated { return restart(run, &reaction) }
    reaction.join(run.load)
  }

  mutating func restart(_ run: Run, _ reaction: inout Reaction) {
    reaction.end(run.load, .replaced)
    phase = .settled(run.settled)
    var plan = run.plan
    plan.startOver(
      with: run.settled.listing(of: plan.key).flatMap {
        plan.goal > 1 ? $0.pages.firstRequest : nil
      } ?? PageRequest(key: plan.key)
    )
    begin(plan, showing: run.showsSettled, &reaction)
  }
}

// MARK: PagedStateMachine+Pages.swift

// Results of the pages that are added at the ends.

extension OldPagedStateMachine {
  mutating func hear(_ news: News, _ now: Duration, _ reaction: inout Reaction) {
    if case .loading(let run) = phase, run.fetch.has(news) {
      return hear(news, of: run, now, &reaction)
    }
    for end in ListEnd.allCases {
      if case .loading(let run) = settled.listing?[end], run.fetch.has(news) {
        return hear(news, of: run, at: end, now, &reaction)
      }
    }
  }

  private mutating func hear(
    _ news: News,
    of run: Lane.Run,
    at end: ListEnd,
    _ now: Duration,
    _ reaction: inout Reaction
  ) {
    switch news {
    case .reported: break
    case .succeeded(_, let page): take(page, of: run, at: end, now, &reaction)
    case .failed(_, _, let mayRetry) where mayRetry && run.fetch.retries < rules.load.retryLimit:
      waitLane(end, run, &reaction)
    case .failed(_, let error, _), .expired(_, let error?):
      settled.listing?.fail(end, error, run.request, now)
      reaction.end(run.load, .failed(error))
    case .gaveUp, .expired(_, nil): stopLane(run.load, .cancelled, &reaction)
    case .waited: attemptLane(end, run, &reaction)
    }
  }

  private mutating func waitLane(_ end: ListEnd, _ run: Lane.Run, _ reaction: inout Reaction) {
    var run = run
    let ticket = newTicket()
    run.fetch.retries += 1
    run.fetch.activity = .waiting(ticket)
    settled.listing?[end] = .loading(run)
    reaction.step(.wait(load: run.load, ticket, retry: run.fetch.retries))
    reaction.show()
  }

  private mutating func take(
    _ page: Page<Cursor, Item>,
    of run: Lane.Run,
    at end: ListEnd,
    _ now: Duration,
    _ reaction: inout Reaction
  ) {
    guard let before = settled.listing else { return }
    var listing = before
    let count = listing.take(page, of: run.request, at: end)
    let trims = listing.trim(end.other)
    if trims {
      if let load = listing[end.other].load { reaction.end(load, .replaced) }
      listing.rest(end.other)
    }
    settled.listing = listing
    let emptyPages = count == 0 ? run.emptyPages + 1 : 0
    switch listing.rest(at: end) {
    case .idle(run.request):
      land(run, at: end, .repeatedCursor, run.request, now, &reaction)
    case .idle(let request) where emptyPages > rules.emptyPageLimit:
      land(run, at: end, .emptyPages(emptyPages), request, now, &reaction)
    case .idle(let request) where emptyPages > 0:
      let retries = run.fetch.retries
      var run = run
      run.emptyPages = emptyPages
      run.rest = .idle(request)
      run.request = request
      fetchLane(end, run, &reaction)
      let changes = listing.duplicateCount != before.duplicateCount || listing.total != before.total
      if trims || changes || retries > 0 { reaction.show() }
    case .idle, .failed, .complete: land(run, at: end, &reaction)
    }
  }

  /// Ends a run that has loaded its page.
  private mutating func land(_ run: Lane.Run, at end: ListEnd, _ reaction: inout Reaction) {
    settled.listing?.rest(end)
    reaction.show()
    lookAgain(at: end, &reaction)
    guard let list = settled.listing?.list else { return }
    reaction.end(run.load, .loaded(list))
  }

  /// Ends a run with a fault of its page; a retry uses this request.
  private mutating func land(
    _ run: Lane.Run,
    at end: ListEnd,
    _ fault: PagingError,
    _ request: Request,
    _ now: Duration,
    _ reaction: inout Reaction
  ) {
    let error = setup.failure(fault)
    settled.listing?.fail(end, error, request, now)
    reaction.show()
    reaction.end(run.load, .failed(error))
  }
}

// MARK: PagedStateMachine+Runs.swift

// Loads of a list: their start and their results.

extension OldPagedStateMachine {
  /// Starts a load of a key without a list.
  mutating func begin(_ key: Key, _ cause: LoadCause, _ reaction: inout Reaction) {
    let plan = Plan(
      key: key,
      cause: cause,
      request: PageRequest(key: key),
      goal: 1,
      pages: OldPageWindow(limit: rules.window)
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
      pages: isDeep ? listing.pages.again : OldPageWindow(limit: rules.window)
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
      fetch: OldPageFetch(load),
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
    run.fetch = OldPageFetch(ticket)
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

extension OldPagedStateMachine {
  /// Records that a queued attempt starts: its result is newer than the edits while it waited.
  mutating func ask(_ ticket: Ticket, _ reaction: inout Reaction) {
    guard case .loading(var run) = phase, run.fetch.activity.isAttempting(ticket) else { return }
    run.plan.ask()
    phase = .loading(run)
    reaction.noteChange()
  }
}

extension OldPagedStateMachine {
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

// MARK: PagedStateMachine+Ends.swift

// Loads of pages at the two ends of a list.

extension OldPagedStateMachine {
  // MARK: Requests

  mutating func ask(_ end: ListEnd, _ now: Duration, _ reaction: inout Reaction) {
    switch phase {
    case .closed: break
    case .settled(.notRequested):
      guard let key = lastKey ?? setup.onlyKey else { return reaction.skip(.noRequest) }
      begin(key, .load, &reaction)
    case .loading(let run):
      if pagedListing == nil { reaction.join(run.load) } else { requestAgain(end, now, &reaction) }
    case .settled: requestAgain(end, now, &reaction)
    }
  }

  /// The list whose ends may load: that of the current key, not a visible list of another key.
  private var pagedListing: Listing? { keyInQuestion.flatMap(settled.listing) }

  /// Requests a page at an end, unless it has failed and waits for a retry or for its delay.
  private mutating func requestAgain(_ end: ListEnd, _ now: Duration, _ reaction: inout Reaction) {
    if let listing = pagedListing, case .resting(.failed) = listing[end] {
      switch rules.afterFailure {
      case .waitForRetry: return reaction.skip(.waitingForRetry)
      case .retry(let first):
        guard listing.failures(at: end).allowAsking(at: now, after: first) else {
          return reaction.skip(.waitingForRetry)
        }
      }
    }
    askLane(end, &reaction)
  }

  private mutating func askLane(_ end: ListEnd, _ reaction: inout Reaction) {
    guard let lane = pagedListing?[end] else { return reaction.skip(.noRequest) }
    switch lane {
    case .resting(.complete): reaction.skip(.endOfList)
    case .resting(.idle(let request)), .resting(.failed(_, let request)):
      openLane(end, request, over: lane.rest, &reaction)
    case .waiting(let load, _): reaction.join(load)
    case .loading(let run): joinLane(end, run, &reaction)
    }
  }

  private mutating func openLane(
    _ end: ListEnd,
    _ request: Request,
    over rest: Lane.Rest,
    _ reaction: inout Reaction
  ) {
    let load = newTicket()
    reaction.step(.open(load))
    reaction.join(load)
    if case .loading = phase {
      settled.listing?[end] = .waiting(load, over: rest)
    } else {
      beginLane(end, load, request, over: rest, &reaction)
    }
    reaction.show()
  }

  private mutating func beginLane(
    _ end: ListEnd,
    _ load: Ticket,
    _ request: Request,
    over rest: Lane.Rest,
    _ reaction: inout Reaction
  ) {
    let run = Lane.Run(load: load, request: request, fetch: OldPageFetch(load), rest: rest)
    fetchLane(end, run, &reaction)
    reaction.show()
  }

  /// Starts the current page of a run.
  mutating func fetchLane(_ end: ListEnd, _ run: Lane.Run, _ reaction: inout Reaction) {
    var run = run
    let ticket = newTicket()
    run.fetch = OldPageFetch(ticket)
    settled.listing?[end] = .loading(run)
    reaction.step(.start(Attempt(run.load, ticket, of: run.request)))
  }

  /// Joins a load; if the load waits for a retry, the attempt starts immediately.
  private mutating func joinLane(_ end: ListEnd, _ run: Lane.Run, _ reaction: inout Reaction) {
    reaction.join(run.load)
    if run.fetch.activity.isWaiting { attemptLane(end, run, &reaction) }
  }

  mutating func attemptLane(_ end: ListEnd, _ run: Lane.Run, _ reaction: inout Reaction) {
    var run = run
    let ticket = newTicket()
    run.fetch.activity = .attempting(ticket)
    settled.listing?[end] = .loading(run)
    reaction.step(.attempt(Attempt(run.load, ticket, of: run.request)))
  }

  mutating func retryLanes(_ reaction: inout Reaction) {
    reaction.skip(.noFailure)
    for end in ListEnd.allCases {
      switch pagedListing?[end] {
      case .resting(.failed(let error, let request)):
        openLane(end, request, over: .failed(error, request), &reaction)
      case .loading(let run) where run.fetch.activity.isWaiting: joinLane(end, run, &reaction)
      case .resting, .waiting, .loading, nil: break
      }
    }
  }

  // MARK: Visibility

  mutating func see(_ id: Item.ID, _ now: Duration, _ reaction: inout Reaction) {
    guard let listing = pagedListing, let place = listing.place(of: id) else { return }
    see(place - listing.items.bounds.lowerBound, now, &reaction)
  }

  /// Records a visible row, and requests or joins a page at each end near that row.
  mutating func see(_ index: Int, _ now: Duration, _ reaction: inout Reaction) {
    guard pagedListing != nil, settled.listing?.see(offset: index) == true else { return }
    reaction.noteChange()
    for end in ListEnd.allCases
    where pagedListing?.wantsMore(at: end, within: rules.prefetchDistance) == true {
      if let load = pagedListing?[end].load {
        reaction.join(load)
      } else {
        requestAgain(end, now, &reaction)
      }
    }
  }

  /// Requests pages at the ends that are near the visible row.
  mutating func lookAgain(_ reaction: inout Reaction) {
    for end in ListEnd.allCases { lookAgain(at: end, &reaction) }
  }

  /// Requests a page at an end if that end is near the visible row.
  ///
  /// After a page has loaded, only the end of that page is checked: in a window that is too small
  /// for the view, the page has dropped another page at the other end, and the two ends would load
  /// in turn forever. A failed end is loaded only by a newly visible row, as the policy configures.
  mutating func lookAgain(at end: ListEnd, _ reaction: inout Reaction) {
    guard let listing = pagedListing, listing.wantsMore(at: end, within: rules.prefetchDistance),
      case .resting(.idle) = listing[end]
    else { return }
    askLane(end, &reaction)
  }

  /// Requests pages after a removal, even if the list has no row left.
  mutating func fillUp(_ reaction: inout Reaction) {
    lookAgain(&reaction)
    guard let listing = pagedListing, listing.items.count == 0,
      case .resting(.idle) = listing.append
    else { return }
    askLane(.end, &reaction)
  }
}

// MARK: Around loads of the list

extension OldPagedStateMachine {
  /// Stops the loads at the ends, which continue after the load of the list.
  mutating func postponeLanes(_ reaction: inout Reaction) {
    for end in ListEnd.allCases {
      guard case .loading(let run) = settled.listing?[end] else { continue }
      settled.listing?[end] = .waiting(run.load, over: run.rest)
      reaction.step(.halt(load: run.load, newTicket()))
    }
  }

  /// Starts the pages that were requested during a load of the list.
  mutating func goOn(_ reaction: inout Reaction) {
    for end in ListEnd.allCases {
      guard case .waiting(let load, let rest) = settled.listing?[end] else { continue }
      switch rest {
      case .idle(let request), .failed(_, let request):
        beginLane(end, load, request, over: rest, &reaction)
      case .complete: stopLane(load, .skipped(.endOfList), &reaction)
      }
    }
  }

  /// Moves a requested page to an end of a new list; ends the load if that end needs no page.
  func pass(_ load: Ticket, on lane: inout Lane, _ reaction: inout Reaction) {
    switch lane.rest {
    case .idle: lane = .waiting(load, over: lane.rest)
    case .failed(let error, _): reaction.end(load, .failed(error))
    case .complete: reaction.end(load, .skipped(.endOfList))
    }
  }

  /// Ends the running and waiting loads at both ends.
  mutating func stopLanes(_ outcome: LoadOutcome<List, Failure>, _ reaction: inout Reaction) {
    for end in ListEnd.allCases {
      if let load = settled.listing?[end].load { stopLane(load, outcome, &reaction) }
    }
    guard settled.listing?.visible != nil else { return }
    settled.listing?.visible = nil
    reaction.noteChange()
  }

  /// Ends the load with this ticket at either end, if it is running or waiting.
  mutating func stopLane(
    _ load: Ticket,
    _ outcome: LoadOutcome<List, Failure>,
    _ reaction: inout Reaction
  ) {
    for end in ListEnd.allCases {
      guard let lane = settled.listing?[end], lane.load == load else { continue }
      settled.listing?[end] = .resting(lane.rest)
      settled.listing?.visible = nil
      reaction.end(load, outcome)
    }
  }
}

// MARK: PagedReaction.swift

extension OldPagedStateMachine {
  /// The reaction of the machine to an event, which the storage performs.
  struct Reaction: Sendable {
    enum Change: Sendable {
      /// The machine is unchanged.
      case none
      /// The machine has changed, but not its public state.
      case silent
      /// The public state has changed.
      case shown
    }

    enum Step: Sendable {
      /// Create a load with this ticket, for handles.
      case open(Ticket)
      /// Start a page.
      case start(Attempt)
      /// Start another attempt of a page.
      case attempt(Attempt)
      /// Wait before another attempt of a page.
      case wait(load: Ticket, Ticket, retry: Int)
      /// Stop the work of a load, which continues later with a newer ticket than this one.
      case halt(load: Ticket, Ticket)
      case end(load: Ticket, LoadOutcome<List, Failure>)
    }

    private(set) var change = Change.none
    private(set) var steps: [Step] = []
    /// The load that the intent started or joined first; `nil` if none was needed.
    private(set) var load: Ticket?
    /// The reason why the intent started and joined no load.
    private(set) var skipReason = SkipReason.noLoad

    /// Adds a step and records that the machine has changed.
    mutating func step(_ step: Step) {
      steps.append(step)
      noteChange()
    }

    /// Ends a load and records that the public state has changed.
    mutating func end(_ load: Ticket, _ outcome: LoadOutcome<List, Failure>) {
      steps.append(.end(load: load, outcome))
      show()
    }

    /// Returns a load to the caller of the intent, unless another load was joined first.
    mutating func join(_ load: Ticket) { if self.load == nil { self.load = load } }

    /// Records the reason why the intent starts no load.
    mutating func skip(_ reason: SkipReason) { skipReason = reason }

    /// Records that the machine has changed, but not its public state.
    mutating func noteChange() { if change == .none { change = .silent } }

    /// Records that the public state has changed.
    mutating func show() { change = .shown }
  }
}

// MARK: Listing.swift

extension OldPagedStateMachine {
  /// A list with its items, its pages and the loads at its ends.
  struct Listing: Sendable {
    typealias Page = ReactiveLoadable.Page<Cursor, Item>
    typealias Request = PageRequest<Key, Cursor>
    typealias Lane = OldPagedStateMachine.Lane

    let key: Key
    private(set) var items = OldSharedItems<Item>()
    private var index = OldItemIndex<Item>()
    /// The state of the end.
    var append: Lane
    /// The state of the start.
    var prepend: Lane
    private(set) var total: Int?
    private(set) var duplicateCount = 0
    private(set) var pages: OldPageWindow<Key, Cursor>
    private var appendFailures = EndFailures()
    private var prependFailures = EndFailures()
    /// The time at which the list becomes stale; `nil` for never.
    var staleAt: Duration?
    /// The place of the row that became visible last; a cancel removes it.
    var visible: Int?

    var list: PagedList<Key, Item, Failure> {
      PagedList(key: key, items.elements, append: append.shown, prepend: prepend.shown, total: total, duplicateCount: duplicateCount)
    }

    subscript(end: ListEnd) -> Lane {
      get {
        switch end {
        case .end: append
        case .start: prepend
        }
      }
      set {
        switch end {
        case .end: append = newValue
        case .start: prepend = newValue
        }
      }
    }

    func place(of id: Item.ID) -> Int? { index.place(of: id, in: items) }
  }
}

// MARK: Pages

extension OldPagedStateMachine.Listing {
  /// Creates a list from its first page.
  init(_ page: Page, of request: Request, in pages: OldPageWindow<Key, Cursor>) {
    key = request.key
    self.pages = pages
    append = .resting(.complete)
    prepend = .resting(.complete)
    _ = take(page, of: request, at: .end)
    for end in ListEnd.allCases { rest(end) }
  }

  /// Adds a page at an end; returns the number of its new items.
  mutating func take(_ page: Page, of request: Request, at end: ListEnd) -> Int {
    let count = add(page, at: end)
    pages.add(OldPageRecord(page, request, count: count), at: end)
    return count
  }

  /// Sets the limit of pages for later additions.
  mutating func keep(_ window: Int?) { pages.keep(window) }

  /// Drops the pages at an end that exceed the window; returns true if it has dropped any.
  mutating func trim(_ end: ListEnd) -> Bool {
    guard let count = pages.trim(end) else { return false }
    items = end == .end ? items.droppingLast(count) : items.droppingFirst(count)
    return true
  }

  /// Returns the state of an end without a load.
  func rest(at end: ListEnd) -> Lane.Rest {
    pages.request(at: end).map(Lane.Rest.idle) ?? .complete
  }

  private mutating func add(_ page: Page, at end: ListEnd) -> Int {
    let before = items
    let (new, duplicates) = index.newItems(of: page.items, for: items)
    switch end {
    case .end:
      items = items.appending(new)
      index.note(before.bounds.upperBound..<items.bounds.upperBound, of: items, after: before)
    case .start:
      items = items.prepending(new)
      index.note(items.bounds.lowerBound..<before.bounds.lowerBound, of: items, after: before)
    }
    self.duplicateCount += duplicates
    total = page.total ?? total
    return new.count
  }
}

// MARK: Ends

extension OldPagedStateMachine.Listing {
  /// Returns the failures at an end since the last page that loaded there.
  func failures(at end: ListEnd) -> EndFailures {
    switch end {
    case .end: appendFailures
    case .start: prependFailures
    }
  }

  /// Settles an end after a page has loaded.
  mutating func rest(_ end: ListEnd) {
    self[end] = .resting(rest(at: end))
    set(EndFailures(), at: end)
  }

  /// Settles an end after a page has failed; a retry uses this request.
  mutating func fail(_ end: ListEnd, _ error: Failure, _ request: Request, _ now: Duration) {
    self[end] = .resting(.failed(error, request))
    set(failures(at: end).adding(at: now), at: end)
  }

  private mutating func set(_ failures: EndFailures, at end: ListEnd) {
    switch end {
    case .end: appendFailures = failures
    case .start: prependFailures = failures
    }
  }
}

// MARK: Visibility

extension OldPagedStateMachine.Listing {
  /// Returns true if too few rows follow the visible row towards an end.
  func wantsMore(at end: ListEnd, within distance: Int) -> Bool {
    guard let visible, items.count > 0 else { return false }
    let following =
      switch end {
      case .end: items.bounds.upperBound - 1 - visible
      case .start: visible - items.bounds.lowerBound
      }
    return following < distance
  }

  /// Adopts the visible row of the list that this one replaces.
  mutating func adoptView(of before: Self) {
    guard let seen = before.visible else { return }
    let offset = max(seen - before.items.bounds.lowerBound, 0)
    _ = see(offset: min(offset, items.count - 1))
  }

  /// Records the visible row by its index; returns false if the index is out of bounds.
  mutating func see(offset: Int) -> Bool {
    guard 0..<items.count ~= offset else { return false }
    visible = items.bounds.lowerBound + offset
    return true
  }
}

// MARK: Edits

extension OldPagedStateMachine.Listing {
  /// Applies an edit; returns false if the list does not contain the item or position.
  mutating func make(_ edit: ListEdit<Item>) -> Bool {
    switch edit {
    case .change(let id, let body): change(id, body)
    case .remove(let id): remove(id)
    case .insert(let item, let place): insert(item, at: place)
    }
  }

  /// Prevents pages from adding an item with this id.
  mutating func bar(_ id: Item.ID) { index.bar(id) }

  private mutating func change(_ id: Item.ID, _ body: (inout Item) -> Void) -> Bool {
    guard let place = place(of: id) else { return false }
    var item = items[place]
    body(&item)
    if item.id != id { return false }
    (items, _) = items.edited { $0[place - items.bounds.lowerBound] = item }
    index.change(items)
    return true
  }

  private mutating func remove(_ id: Item.ID) -> Bool {
    guard let place = place(of: id) else { return false }
    let offset = place - items.bounds.lowerBound
    (items, _) = items.edited { $0.remove(at: offset) }
    index.remove(id, of: items)
    pages.change(by: -1, at: offset)
    return true
  }

  private mutating func insert(_ item: Item, at place: ListEdit<Item>.Position) -> Bool {
    if case .before(item.id) = place { return change(item.id) { $0 = item } }
    if case .after(item.id) = place { return change(item.id) { $0 = item } }
    guard offset(of: place) != nil else { return false }
    _ = remove(item.id)
    guard let offset = offset(of: place) else { return false }
    (items, _) = items.edited { $0.insert(item, at: offset) }
    index.insert(item.id, at: items.bounds.lowerBound + offset, of: items)
    pages.change(by: 1, at: offset)
    return true
  }

  private func offset(of place: ListEdit<Item>.Position) -> Int? {
    switch place {
    case .start: 0
    case .end: items.count
    case .before(let id): self.place(of: id).map { $0 - items.bounds.lowerBound }
    case .after(let id): self.place(of: id).map { $0 - items.bounds.lowerBound + 1 }
    }
  }
}

// MARK: ListPlan.swift

extension OldPagedStateMachine {
  /// The goal and progress of a load of a list; after a failure a retry continues with it.
  ///
  /// An edit applies only to results that were requested before it. The plan therefore records the
  /// edits since the start of the load, in order, with the number of edits that precede each
  /// attempt. They are applied to the new list when it is complete. See
  /// <doc:PagingContract#P7-Prepending-windows-and-edits>.
  struct Plan: Sendable {
    let key: Key
    var cause: LoadCause
    /// The request of the current page, or of the page that failed.
    var request: Request
    /// The number of pages to load, if the server has as many.
    var goal: Int
    /// The empty window from which the pages of the new list start.
    var pages: OldPageWindow<Key, Cursor>
    /// The new list with the pages loaded so far.
    var draft: Listing?
    /// The number of last pages in a row without new items.
    var emptyPages = 0
    /// The edits since the first request, which apply to pages that were requested before them.
    private(set) var edits: [ListEdit<Item>] = []
    /// The number of edits that precede the attempt in flight.
    private var known = 0
    /// The number of edits that precede the request of an item's page, if there are any.
    private var knownByItem: [Item.ID: Int] = [:]
    /// True if the loaded pages, or the page in flight, were invalidated.
    var isOutdated = false

    init(
      key: Key,
      cause: LoadCause,
      request: Request,
      goal: Int,
      pages: OldPageWindow<Key, Cursor>
    ) {
      self.key = key
      self.cause = cause
      self.request = request
      self.goal = goal
      self.pages = pages
    }

    /// The progress of a load with more than one page.
    var progress: LoadProgress? {
      goal > 1 ? LoadProgress(completed: Int64(draft?.pages.count ?? 0), of: Int64(goal)) : nil
    }

    /// Records that an attempt starts, immediately or later from a queue.
    mutating func beginAttempt() {
      if draft == nil { isOutdated = false }
      ask()
    }

    /// Records that a page is requested; its result is newer than the edits so far.
    mutating func ask() {
      if draft == nil {
        edits = []
        knownByItem = [:]
      }
      known = edits.count
    }

    /// Records an edit, which applies to the pages requested before it.
    mutating func note(_ edit: ListEdit<Item>) { edits.append(edit) }

    /// Restarts with the first page.
    mutating func startOver(with request: Request) {
      self.request = request
      draft = nil
      emptyPages = 0
    }

    /// Adds a loaded page.
    mutating func take(_ page: Page<Cursor, Item>) {
      let before = draft?.items.count ?? 0
      add(page)
      guard known > 0, let items = draft?.items else { return }
      let new = (items.bounds.lowerBound + before)..<items.bounds.upperBound
      for item in items.elements(at: new) { knownByItem[item.id] = known }
    }

    private mutating func add(_ page: Page<Cursor, Item>) {
      guard var listing = draft else {
        draft = Listing(page, of: request, in: pages)
        emptyPages = draft?.items.count == 0 ? 1 : 0
        return
      }
      let count = listing.take(page, of: request, at: .end)
      listing.append = .resting(listing.rest(at: .end))
      emptyPages = count == 0 ? emptyPages + 1 : 0
      draft = listing
    }

    /// Applies the edits to the new list, except to items of pages that were requested later.
    ///
    /// An item that was inserted next to an item that the list does not contain moves to the start.
    /// A removed item is not added again by a later page.
    func edited(_ listing: Listing) -> Listing {
      var listing = listing
      for (number, edit) in edits.enumerated()
      where number >= knownByItem[edit.id] ?? 0 && !listing.make(edit) {
        switch edit {
        case .change: break
        case .insert(let item, _): _ = listing.make(.insert(item, at: .start))
        case .remove(let id): listing.bar(id)
        }
      }
      return listing
    }
  }
}

// MARK: Lane.swift

extension OldPagedStateMachine {
  /// The state of one end of a list in the state machine of a ``PagedLoader``.
  indirect enum Lane: Sendable {
    /// The state of an end without a load.
    indirect enum Rest: Sendable {
      /// Another page exists, with this request.
      case idle(Request)
      case failed(Failure, Request)
      case complete
    }

    /// A load of a page at an end.
    struct Run: Sendable {
      /// The ticket of the load in its handles.
      let load: Ticket
      /// The request of the current page.
      var request: Request
      var fetch: OldPageFetch
      /// The number of pages of this load without new items.
      var emptyPages = 0
      /// The state of the end after a cancel.
      var rest: Rest
    }

    case resting(Rest)
    /// A load that starts when the running refresh ends.
    case waiting(Ticket, over: Rest)
    case loading(Run)

    /// The state of the end after its load is cancelled.
    var rest: Rest {
      switch self {
      case .resting(let rest), .waiting(_, let rest): rest
      case .loading(let run): run.rest
      }
    }

    /// The load that runs or waits.
    var load: Ticket? {
      switch self {
      case .resting: nil
      case .waiting(let load, _): load
      case .loading(let run): run.load
      }
    }

    var shown: PageEnd<Failure> {
      switch self {
      case .resting(.idle): .idle
      case .resting(.failed(let error, _)): .failed(error)
      case .resting(.complete): .complete
      case .waiting: .loading
      case .loading(let run): .loading(attempt: run.fetch.retries)
      }
    }
  }
}


// MARK: SettledList.swift

extension OldPagedStateMachine {
  /// The state of a list without a load of the list; its ends may load.
  indirect enum Settled: Sendable {
    case notRequested
    case listed(Listing)
    /// A load has failed; the visible list may be that of another key.
    case failed(Failure, Plan, over: Listing?)

    var state: Loadable<PagedList<Key, Item, Failure>, Failure> {
      switch self {
      case .notRequested: .notRequested
      case .listed(let listing): .loaded(listing.list)
      case .failed(let error, let plan, let listing):
        .failed(Failed(error: error, previous: listing?.list, cause: plan.cause))
      }
    }

    /// The key of the last load.
    var key: Key? {
      switch self {
      case .notRequested: nil
      case .listed(let listing): listing.key
      case .failed(_, let plan, _): plan.key
      }
    }

    var listing: Listing? {
      get {
        switch self {
        case .notRequested: nil
        case .listed(let listing): listing
        case .failed(_, _, let listing): listing
        }
      }
      set {
        switch self {
        case .notRequested: break
        case .listed: if let newValue { self = .listed(newValue) }
        case .failed(let error, let plan, _): self = .failed(error, plan, over: newValue)
        }
      }
    }

    /// The plan of a load that failed after some pages, with which a retry continues.
    var draftedPlan: Plan? {
      get {
        guard case .failed(_, let plan, _) = self, plan.draft != nil else { return nil }
        return plan
      }
      set {
        guard let newValue, case .failed(let error, _, let listing) = self else { return }
        self = .failed(error, newValue, over: listing)
      }
    }

    /// Returns the list if it is that of a key.
    func listing(of key: Key) -> Listing? {
      listing.flatMap { $0.key == key ? $0 : nil }
    }
  }
}

// MARK: ListRun.swift

extension OldPagedStateMachine {
  /// A running load of a list: a first page, a refresh, or a deep refresh.
  struct Run: Sendable {
    /// The ticket of the load in its handles.
    let load: Ticket
    var plan: Plan
    var fetch: OldPageFetch
    /// The state after a cancel.
    var settled: Settled
    /// True if the previous list stays visible.
    let showsSettled: Bool
    var shown: Listing? { showsSettled ? settled.listing : nil }

    var loading: Loading<PagedList<Key, Item, Failure>> {
      Loading(
        previous: shown?.list,
        cause: plan.cause,
        attempt: fetch.retries,
        progress: plan.progress
      )
    }
  }
}

// MARK: RecentLists.swift

extension OldPagedStateMachine {
  /// The cached lists of the previous keys, the newest first, up to a limit.
  struct RecentLists: Sendable {
    private var limit: Int
    private var listings: [Listing] = []

    init(limit: Int) { self.limit = limit }

    subscript(key: Key) -> Listing? { listings.first { $0.key == key } }

    mutating func remember(_ listing: Listing) {
      listings.removeAll { $0.key == listing.key }
      listings.insert(listing, at: 0)
      if listings.count > limit { listings.removeLast() }
    }

    mutating func keep(_ limit: Int) {
      self.limit = limit
      listings.removeLast(max(listings.count - limit, 0))
    }

    mutating func forget(_ key: Key) { listings.removeAll { $0.key == key } }

    mutating func removeAll() { listings.removeAll() }

    mutating func invalidate() {
      for number in listings.indices { listings[number].staleAt = .distantPast }
    }

    /// Applies an edit to every list that contains the item; an insertion has no effect here.
    mutating func make(_ edit: ListEdit<Item>) -> Bool {
      if case .insert = edit { return false }
      var changes = false
      for number in listings.indices where listings[number].make(edit) { changes = true }
      return changes
    }
  }
}

// MARK: PageFetch.swift

/// The load of one page, with its retries.
struct OldPageFetch: Sendable {
  typealias Ticket = UInt

  /// The ticket of the first attempt, which the timeout refers to.
  let first: Ticket
  var activity: AttemptActivity
  /// The number of retries, including one that waits.
  var retries = 0

  init(_ first: Ticket) {
    self.first = first
    activity = .attempting(first)
  }

  /// Returns true if an event has a ticket of this load.
  func has<Answer, Failure>(_ news: LoadNews<Answer, Failure>) -> Bool {
    switch news {
    case .reported(let ticket, _), .succeeded(let ticket, _), .failed(let ticket, _, _),
      .gaveUp(let ticket):
      activity.isAttempting(ticket)
    case .waited(let ticket): activity.isWaiting(ticket)
    case .expired(let ticket, _): ticket == first
    }
  }
}

// MARK: PageWindow.swift

/// The records of a list's pages that further loads, refreshes and the window need.
struct OldPageWindow<Key: Hashable & Sendable, Cursor: Hashable & Sendable>: Sendable {
  typealias Request = PageRequest<Key, Cursor>
  typealias Record = OldPageRecord<Key, Cursor>

  /// The largest number of pages; `nil` for all.
  private var limit: Int?
  /// The number of pages.
  private(set) var count = 0
  /// The records of all pages if there is a limit, else of the first and the last one.
  private var records: [Record] = []
  /// The requests of the pages dropped before the first one, the nearest last.
  private var droppedAtStart: [Request] = []
  /// The requests of the pages dropped after the last one, the nearest last.
  private var droppedAtEnd: [Request] = []

  init(limit: Int?) { self.limit = limit }

  /// Sets the limit, unless the window has more pages than records.
  mutating func keep(_ limit: Int?) { if records.count == count { self.limit = limit } }

  /// The request of the first page.
  var firstRequest: Request? { records.first?.request }

  /// An empty window for loading the same pages again from the first.
  var again: Self {
    var again = Self(limit: limit)
    again.droppedAtStart = droppedAtStart
    return again
  }

  /// Returns the request of the page beyond an end; `nil` if no page follows.
  func request(at end: ListEnd) -> Request? {
    switch end {
    case .end: records.last?.next ?? droppedAtEnd.last
    case .start: records.first?.previous ?? droppedAtStart.last
    }
  }

  mutating func add(_ record: Record, at end: ListEnd) {
    if record.count == 0, count > 0 { return lead(on: record, at: end) }
    count += 1
    switch end {
    case .end:
      if limit == nil, records.count > 1 { records.removeLast() }
      records.append(record)
      _ = droppedAtEnd.popLast()
    case .start:
      if limit == nil, records.count > 1 { records.removeFirst() }
      records.insert(record, at: 0)
      if count > 1 { _ = droppedAtStart.popLast() }
    }
  }

  /// Skips a page without new items, which does not count towards the limit.
  private mutating func lead(on record: Record, at end: ListEnd) {
    switch end {
    case .end:
      records[records.count - 1].next = record.next
      _ = droppedAtEnd.popLast()
    case .start:
      records[0].previous = record.previous
      _ = droppedAtStart.popLast()
    }
  }

  /// Drops the pages at an end that exceed the limit; returns the number of their items.
  mutating func trim(_ end: ListEnd) -> Int? {
    guard let limit, count > limit else { return nil }
    var items = 0
    while count > limit {
      count -= 1
      switch end {
      case .end:
        let record = records.removeLast()
        droppedAtEnd.append(record.request)
        items += record.count
      case .start:
        let record = records.removeFirst()
        droppedAtStart.append(record.request)
        items += record.count
      }
    }
    return items
  }

  /// Records that the page with the item at an offset has more or fewer items.
  mutating func change(by difference: Int, at offset: Int) {
    if limit == nil { return }
    var before = 0
    for number in records.indices {
      before += records[number].count
      if offset < before || number == records.count - 1 {
        records[number].count += difference
        return
      }
    }
  }
}

/// A record of a page: its request, its cursors, and the number of its items in the list.
struct OldPageRecord<Key: Hashable & Sendable, Cursor: Hashable & Sendable>: Sendable {
  let request: PageRequest<Key, Cursor>
  /// The request of the page after it.
  var next: PageRequest<Key, Cursor>?
  /// The request of the page before it.
  var previous: PageRequest<Key, Cursor>?
  var count: Int

  init<Item>(_ page: Page<Cursor, Item>, _ request: PageRequest<Key, Cursor>, count: Int) {
    let key = request.key
    self.request = request
    self.count = count
    next = page.next.map { PageRequest(key: key, cursor: $0, direction: .next) }
    previous = page.previous.map { PageRequest(key: key, cursor: $0, direction: .previous) }
  }
}

// MARK: SharedItems.swift

/// An immutable array with shared storage: lists that grew from one another share their items.
///
/// A place in the storage is written only once. A part can therefore be read while another owner
/// extends it at either end. The second owner that extends the same part copies it. The places of
/// items are integers from an arbitrary origin, and do not change while a list grows.

struct OldSharedItems<Element> {
   let store: OldItemStore<Element>
  /// The places of this part.
   let bounds: Range<Int>
  /// The identity that parts with the same items at the same places share.
  private let lineage: Lineage

  private init(_ store: OldItemStore<Element>, _ bounds: Range<Int>, _ lineage: Lineage) {
    self.store = store
    self.bounds = bounds
    self.lineage = lineage
  }

  /// Creates a part with new storage and its first item at a place.
  init(_ elements: [Element] = [], from start: Int = 0) {
    let bounds = start..<(start + elements.count)
    let store = OldItemStore<Element>(holding: bounds)
    store.fill(bounds.lowerBound, elements)
    self.init(store, bounds, Lineage(bounds))
  }

   var count: Int { bounds.count }

  
  subscript(offset offset: Int) -> Element { self[bounds.lowerBound + offset] }

  
  subscript(place: Int) -> Element {
    precondition(
      bounds.contains(place),
      "PagedList index \(place - bounds.lowerBound) is out of range: expected 0..<\(bounds.count)"
    )
    // The pointer does not retain the store, so each reader extends the lifetime of the store.
    return withExtendedLifetime(store) { store in store.slots[place - store.places.lowerBound] }
  }

  var elements: [Element] { elements(at: bounds) }

  /// Returns the items at places of this part.
  func elements(at places: Range<Int>) -> [Element] {
    withExtendedLifetime(store) { store in
      let start = store.slots + (places.lowerBound - store.places.lowerBound)
      return Array(UnsafeBufferPointer(start: start, count: places.count))
    }
  }

  /// Returns true if the lineage proves that it has all items of another part, at the same places.
  func extends(_ other: Self) -> Bool {
    lineage === other.lineage && bounds.lowerBound <= other.bounds.lowerBound
      && bounds.upperBound >= other.bounds.upperBound
  }

  /// Returns the places with the same items in both parts, without a comparison of items.
  func placesShared(with other: Self) -> Range<Int>? {
    guard store === other.store || lineage === other.lineage else { return nil }
    let shared = bounds.clamped(to: other.bounds)
    return shared.isEmpty ? nil : shared
  }
}

// MARK: Growing

extension OldSharedItems {
  func appending(_ new: [Element]) -> Self {
    if new.isEmpty { return self }
    let added = bounds.upperBound..<(bounds.upperBound + new.count)
    let grown = bounds.lowerBound..<added.upperBound
    let store =
      store.claim(after: bounds, added) ? store : copy(with: grown, roomAfter: grown.count)
    store.fill(added.lowerBound, new)
    return Self(store, grown, lineage.heir(from: bounds, to: grown))
  }

  func prepending(_ new: [Element]) -> Self {
    if new.isEmpty { return self }
    let added = (bounds.lowerBound - new.count)..<bounds.lowerBound
    let grown = added.lowerBound..<bounds.upperBound
    let store =
      store.claim(before: bounds, added) ? store : copy(with: grown, roomBefore: grown.count)
    store.fill(added.lowerBound, new)
    return Self(store, grown, lineage.heir(from: bounds, to: grown))
  }

  /// Copies the items to a store with room to grow; the room at the other end stays the same.
  private func copy(
    with grown: Range<Int>,
    roomBefore: Int? = nil,
    roomAfter: Int? = nil
  ) -> OldItemStore<Element> {
    let before = roomBefore ?? (bounds.lowerBound - store.places.lowerBound)
    let after = roomAfter ?? (store.places.upperBound - bounds.upperBound)
    let copy = OldItemStore<Element>(holding: grown, roomBefore: before, roomAfter: after)
    copy.fill(bounds, from: store)
    return copy
  }
}

// MARK: Shrinking and editing

extension OldSharedItems {
  /// Drops items at the start; the memory is released when three quarters of it are unused.
  func droppingFirst(_ count: Int) -> Self {
    narrowed(to: min(bounds.lowerBound + count, bounds.upperBound)..<bounds.upperBound)
  }

  /// Drops items at the end; the memory is released when three quarters of it are unused.
  func droppingLast(_ count: Int) -> Self {
    narrowed(to: bounds.lowerBound..<max(bounds.upperBound - count, bounds.lowerBound))
  }

  private func narrowed(to bounds: Range<Int>) -> Self {
    let part = Self(store, bounds, Lineage(bounds))
    if bounds.count * 4 >= store.places.count { return part }
    return Self(part.elements, from: bounds.lowerBound)
  }

  /// Returns a copy in which a closure has changed, removed or inserted items.
  func edited<R>(_ body: (inout [Element]) -> R) -> (Self, R) {
    var elements = elements
    let result = body(&elements)
    return (Self(elements, from: bounds.lowerBound), result)
  }
}

extension OldSharedItems: Sendable where Element: Sendable {}

extension OldSharedItems: Equatable where Element: Equatable {
  
  static func == (left: Self, right: Self) -> Bool {
    if left.count != right.count { return false }
    return left.extends(right) || left.elements == right.elements
  }
}

/// The identity of parts that grew from one another in sequence.
///
/// Each longer part contains all items of each shorter part.
private final class Lineage: Sendable {
  /// The places of the longest part.
  private let longest: Lock<Range<Int>>

  init(_ bounds: Range<Int>) { longest = Lock(bounds) }

  /// Returns the lineage of a grown part: a new one if the part has grown into another one before.
  func heir(from part: Range<Int>, to grown: Range<Int>) -> Lineage {
    longest.withLock { longest in
      let isFirst =
        (part.lowerBound == grown.lowerBound || part.lowerBound == longest.lowerBound)
        && (part.upperBound == grown.upperBound || part.upperBound == longest.upperBound)
      if isFirst {
        let start = min(longest.lowerBound, grown.lowerBound)
        longest = start..<max(longest.upperBound, grown.upperBound)
      }
      return isFirst
    } ? self : Lineage(grown)
  }
}

/// The memory that parts share; each place is claimed and written once.

final class OldItemStore<Element> {
  /// The places with allocated memory.
   let places: Range<Int>
   let slots: UnsafeMutablePointer<Element>
  /// The claimed places, which are written or will be.
  private let claimed: Lock<Range<Int>>

  init(holding claimed: Range<Int>, roomBefore: Int = 0, roomAfter: Int = 0) {
    places = (claimed.lowerBound - roomBefore)..<(claimed.upperBound + roomAfter)
    slots = .allocate(capacity: places.count)
    self.claimed = Lock(claimed)
  }

  deinit {
    let written = claimed.withLock { $0 }
    (slots + (written.lowerBound - places.lowerBound)).deinitialize(count: written.count)
    slots.deallocate()
  }

  /// Claims the places after a part, which the caller must fill; false if they are not free.
  func claim(after part: Range<Int>, _ added: Range<Int>) -> Bool {
    claimed.withLock { claimed in
      guard claimed.upperBound == part.upperBound, added.upperBound <= places.upperBound else {
        return false
      }
      claimed = claimed.lowerBound..<added.upperBound
      return true
    }
  }

  /// Claims the places before a part, which the caller must fill; false if they are not free.
  func claim(before part: Range<Int>, _ added: Range<Int>) -> Bool {
    claimed.withLock { claimed in
      guard claimed.lowerBound == part.lowerBound, added.lowerBound >= places.lowerBound else {
        return false
      }
      claimed = added.lowerBound..<claimed.upperBound
      return true
    }
  }

  /// Writes items to claimed places.
  func fill(_ place: Int, _ elements: [Element]) {
    elements.withUnsafeBufferPointer { source in
      guard let base = source.baseAddress else { return }
      (slots + (place - places.lowerBound)).initialize(from: base, count: source.count)
    }
  }

  /// Copies items from another store to the same claimed places.
  func fill(_ part: Range<Int>, from other: OldItemStore) {
    (slots + (part.lowerBound - places.lowerBound)).initialize(
      from: other.slots + (part.lowerBound - other.places.lowerBound),
      count: part.count
    )
  }
}

// SAFETY: a place is written once, by the caller that claimed it under the lock, before a part with
// that place is passed on; parts are passed on through locks.
extension OldItemStore: @unchecked Sendable where Element: Sendable {}

// MARK: ItemIndex.swift

/// The places of the items of a list by id, and the ids of removed items.
///
/// Lists that grow from one another share one table of places, so the table may contain items of
/// other lists. A place from the table is a hint: it is valid if this list has the item at that
/// place.
struct OldItemIndex<Item: Identifiable> {
  private var table = OldPlaceTable()
  /// The ids of items that an edit has removed, which later pages must not add again.
  private var removed: Set<Item.ID> = []
  /// The largest distance of an item from its recorded place, because of edits in the middle.
  private var drift = 0

  init(_ items: OldSharedItems<Item> = OldSharedItems()) {
    table.note(items.elements.map { $0.id.hashValue }, from: items.bounds.lowerBound)
  }

  func place(of id: Item.ID, in items: OldSharedItems<Item>) -> Int? {
    place(of: id, hash: id.hashValue, in: items)
  }

  private func place(of id: Item.ID, hash: Int, in items: OldSharedItems<Item>) -> Int? {
    for noted in table[hash] {
      for distance in 0...drift {
        for place in [noted - distance, noted + distance]
        where items.bounds.contains(place) && items[place].id == id {
          return place
        }
      }
    }
    return nil
  }
}

// MARK: Pages

extension OldItemIndex {
  /// Returns the items of a page that the list does not contain, and the number of duplicates.
  ///
  /// Each id is added once. An item that an edit has removed is not added and is no duplicate.
  func newItems(of page: [Item], for items: OldSharedItems<Item>) -> (new: [Item], duplicates: Int) {
    var new: [Item] = []
    new.reserveCapacity(page.count)
    var duplicates = 0
    var onPage = HashChains(capacity: page.count)
    for item in page where removed.isEmpty || !removed.contains(item.id) {
      let hash = item.id.hashValue
      let isOnPage = onPage.contains(hash) { new[$0].id == item.id }
      if isOnPage || place(of: item.id, hash: hash, in: items) != nil {
        duplicates += 1
        continue
      }
      onPage.append(hash)
      new.append(item)
    }
    return (new, duplicates)
  }

  /// Records the items that were added to a list.
  mutating func note(
    _ new: Range<Int>,
    of items: OldSharedItems<Item>,
    after before: OldSharedItems<Item>
  ) {
    if items.store !== before.store { table = table.copy(of: before.bounds, margin: drift) }
    table.note(items.elements(at: new).map { $0.id.hashValue }, from: new.lowerBound)
  }
}

// MARK: Edits

extension OldItemIndex {
  /// The largest drift; after one more edit in the middle all places are recorded again.
  private static var mostDrift: Int { 128 }

  /// Records that an item was inserted at a place; the items after it have moved by one.
  mutating func insert(_ id: Item.ID, at place: Int, of items: OldSharedItems<Item>) {
    removed.remove(id)
    shift(items)
    table.note([id.hashValue], from: place)
  }

  /// Records that an item was removed; the items after it have moved by one.
  mutating func remove(_ id: Item.ID, of items: OldSharedItems<Item>) {
    bar(id)
    shift(items)
  }

  /// Prevents pages from adding an item with this id; an edit can still insert it.
  mutating func bar(_ id: Item.ID) { removed.insert(id) }

  /// Records that an item was changed in place.
  mutating func change(_ items: OldSharedItems<Item>) {
    table = table.copy(of: items.bounds, margin: drift)
  }

  private mutating func shift(_ items: OldSharedItems<Item>) {
    drift += 1
    table = table.copy(of: items.bounds, margin: drift)
    if drift <= Self.mostDrift { return }
    drift = 0
    table = OldPlaceTable()
    table.note(items.elements.map { $0.id.hashValue }, from: items.bounds.lowerBound)
  }
}

/// The offsets of appended hash values; those with equal hashes form a chain.
private struct HashChains {
  /// The last offset of each hash.
  private var last: [Int: Int] = [:]
  /// The previous offset with the same hash, for each offset.
  private var previous: [Int?] = []

  init(capacity: Int) {
    last.reserveCapacity(capacity)
    previous.reserveCapacity(capacity)
  }

  /// Returns true if an offset with this hash satisfies the condition.
  func contains(_ hash: Int, where isMatch: (Int) -> Bool) -> Bool {
    var offset = last[hash]
    while let found = offset {
      if isMatch(found) { return true }
      offset = previous[found]
    }
    return false
  }

  mutating func append(_ hash: Int) {
    previous.append(last.updateValue(previous.count, forKey: hash))
  }
}

extension OldItemIndex: Sendable where Item: Sendable, Item.ID: Sendable {}

// MARK: PlaceTable.swift

/// The recorded places of items, by the hashes of their ids.
///
/// The table uses hashes instead of ids, so no code of the caller runs under the lock. The caller
/// of the table compares the ids.
final class OldPlaceTable: Sendable {
  /// The places of one hash; nearly every hash has one.
  private struct Places {
    var first: Int
    var others: [Int] = []

    func kept(_ near: Range<Int>) -> Places? {
      let places = ([first] + others).filter(near.contains)
      return places.first.map { Places(first: $0, others: Array(places.dropFirst())) }
    }
  }

  private let table: Lock<[Int: Places]>

  init() { table = Lock([:]) }

  private init(_ places: [Int: Places]) { table = Lock(places) }

  subscript(hash: Int) -> [Int] {
    guard let places = table.withLock({ $0[hash] }) else { return [] }
    return [places.first] + places.others
  }

  /// Records consecutive items.
  func note(_ hashes: [Int], from start: Int) {
    table.withLock { table in
      for (hash, place) in zip(hashes, start...) {
        guard let known = table[hash] else {
          table[hash] = Places(first: place)
          continue
        }
        if known.first != place, !known.others.contains(place) { table[hash]?.others.append(place) }
      }
    }
  }

  /// Copies the table for a list that diverges, without entries far from its places.
  func copy(of places: Range<Int>, margin: Int) -> OldPlaceTable {
    let near = (places.lowerBound - margin)..<(places.upperBound + margin)
    let all = table.withLock { $0 }
    let isWhole = all.count <= places.count + places.count / 4
    return OldPlaceTable(isWhole ? all : all.compactMapValues { $0.kept(near) })
  }
}
