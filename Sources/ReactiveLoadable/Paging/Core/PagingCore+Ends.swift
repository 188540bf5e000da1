// Loads of pages at the two ends of the settled list.

extension PagingCore {
  // MARK: Requests

  /// The list whose ends may load: that of the current key, not a visible list of another key.
  private var pagedList: List? { list?.key == keyInQuestion ? list : nil }

  mutating func ask(_ end: ListEnd, orElse onlyKey: KeyNumber?, at now: Duration) {
    switch phase {
    case .closed: break
    case .settled where settled == .notRequested:
      guard let key = lastKey ?? onlyKey else { return decision.skip(.noRequest) }
      begin(key, .load)
    case .loading(let run) where pagedList == nil: decision.join(run.load)
    case .settled, .loading: requestAgain(end, now)
    }
  }

  /// Requests a page at an end, unless it has failed and waits for a retry or for its delay.
  private mutating func requestAgain(_ end: ListEnd, _ now: Duration) {
    if let edge = pagedList?[end], edge.rest == .failed, edge.activity == .resting {
      switch rules.afterFailure {
      case .waitForRetry: return decision.skip(.waitingForRetry)
      case .retry(let first):
        guard edge.failures.allowAsking(at: now, after: first) else {
          return decision.skip(.waitingForRetry)
        }
      }
    }
    askEdge(end)
  }

  private mutating func askEdge(_ end: ListEnd) {
    guard let edge = pagedList?[end] else { return decision.skip(.noRequest) }
    switch edge.activity {
    case .resting where edge.rest == .complete: decision.skip(.endOfList)
    case .resting: open(end)
    case .waiting(let load): decision.join(load)
    case .loading(let run): join(run, at: end)
    }
  }

  private mutating func open(_ end: ListEnd) {
    let load = tickets.next()
    decision.step(.open(load))
    decision.join(load)
    if case .loading = phase {
      list?[end].activity = .waiting(load)
    } else {
      fetch(end, EdgeRun(load: load, attempts: AttemptCycle(load)))
    }
    decision.show()
  }

  /// Starts the current page of a run.
  private mutating func fetch(_ end: ListEnd, _ run: EdgeRun) {
    var run = run
    run.attempts = AttemptCycle(tickets.next())
    list?[end].activity = .loading(run)
    decision.step(.start(.end(end), load: run.load, run.attempts.ticket))
  }

  /// Joins a load; if the load waits for a retry, the attempt starts immediately.
  private mutating func join(_ run: EdgeRun, at end: ListEnd) {
    decision.join(run.load)
    guard run.attempts.isWaiting else { return }
    var run = run
    run.attempts.resume(&tickets)
    attempt(end, run)
  }

  private mutating func attempt(_ end: ListEnd, _ run: EdgeRun) {
    list?[end].activity = .loading(run)
    decision.step(.attempt(.end(end), load: run.load, run.attempts.ticket))
  }

  mutating func retryEdges() {
    decision.skip(.noFailure)
    for end in ListEnd.allCases {
      guard let edge = pagedList?[end] else { continue }
      switch edge.activity {
      case .resting where edge.rest == .failed: open(end)
      case .loading(let run) where run.attempts.isWaiting: join(run, at: end)
      case .resting, .waiting, .loading: break
      }
    }
  }
}

// MARK: Results

extension PagingCore {
  /// Handles an event of a page at an end, other than the page.
  mutating func handle(
    _ event: AttemptCycle.Event,
    of ticket: Ticket,
    _ run: EdgeRun,
    at end: ListEnd,
    _ now: Duration
  ) {
    var run = run
    switch run.attempts.handle(event, of: ticket, retryLimit: rules.load.retryLimit, &tickets) {
    case .none, .report, .succeed: break
    case .fail: fail(end, run, nil, now)
    case .cancel: stopEdge(run.load, .cancelled)
    case .attempt: attempt(end, run)
    case .wait:
      list?[end].activity = .loading(run)
      let attempts = run.attempts
      decision.step(.wait(load: run.load, attempts.ticket, retry: attempts.retries))
      decision.show()
    }
  }

  /// Handles a page at an end.
  mutating func take(_ added: Added, at end: ListEnd, _ now: Duration) {
    guard case .loading(var run) = list?[end].activity else { return }
    list?.take(added, at: end)
    if added.dropped != nil {
      if let load = list?[end.other].load { decision.end(load, .replaced) }
      list?[end.other].settle(leadsOn: added.otherLeadsOn)
    }
    run.emptyPages = added.new == 0 ? run.emptyPages + 1 : 0
    if added.leadsOn, let fault = fault(added, run.emptyPages) {
      fail(end, run, fault, now)
    } else if added.leadsOn, run.emptyPages > 0 {
      let shows = added.dropped != nil || added.changesTotals || run.attempts.retries > 0
      list?[end].rest = .idle
      fetch(end, run)
      if shows { decision.show() }
    } else {
      list?[end].settle(leadsOn: added.leadsOn)
      decision.show()
      lookAgain(at: end)
      decision.end(run.load, .loaded)
    }
  }

  private mutating func fail(
    _ end: ListEnd,
    _ run: EdgeRun,
    _ fault: PagingError?,
    _ now: Duration
  ) {
    list?[end].fail(at: now)
    decision.move(.fail(end, fault))
    decision.end(run.load, .failed(.end(end)))
  }
}

extension PagingCore.List {
  /// Adds a page at an end, and removes the pages that a window has dropped at the other end.
  fileprivate mutating func take(_ added: PagingCore.Added, at end: ListEnd) {
    (count, pages) = (added.count, added.pages)
    let moved = end == .start ? added.new : -(added.dropped ?? 0)
    visible = visible.map { $0 + moved }
  }

  /// Returns true if too few rows follow the visible row towards an end.
  fileprivate func wantsMore(at end: ListEnd, within distance: Int) -> Bool {
    guard let visible, count > 0 else { return false }
    return end.isNear(visible, of: count, within: distance)
  }
}

// MARK: Visibility

extension PagingCore {
  /// Records a visible row, and requests or joins a page at each end near that row.
  mutating func see(_ offset: Int, at now: Duration) {
    guard pagedList != nil, list?.see(offset) == true else { return }
    decision.noteChange()
    for end in ListEnd.allCases
    where pagedList?.wantsMore(at: end, within: rules.prefetchDistance) == true {
      if let load = pagedList?[end].load {
        decision.join(load)
      } else {
        requestAgain(end, now)
      }
    }
  }

  /// Requests a page at an end if that end is near the visible row.
  ///
  /// After a page has loaded, only the end of that page is checked: in a window that is too small
  /// for the view, the page has dropped another page at the other end, and the two ends would load
  /// in turn forever. A failed end is loaded only by a newly visible row, as the policy configures.
  mutating func lookAgain(at end: ListEnd) {
    guard let list = pagedList, list.wantsMore(at: end, within: rules.prefetchDistance),
      list[end].isIdle
    else { return }
    askEdge(end)
  }

  /// Requests pages after a removal, even if the list has no row left.
  mutating func fillUp() {
    for end in ListEnd.allCases { lookAgain(at: end) }
    guard let list = pagedList, list.count == 0, list.append.isIdle else { return }
    askEdge(.end)
  }
}

// MARK: Around loads of the list

extension PagingCore {
  /// Stops the loads at the ends, which continue after the load of the list.
  mutating func postponeEdges() {
    for end in ListEnd.allCases {
      guard case .loading(let run) = list?[end].activity else { continue }
      list?[end].activity = .waiting(run.load)
      decision.step(.halt(load: run.load, tickets.next()))
    }
  }

  /// Starts the pages that were requested during a load of the list.
  mutating func goOn() {
    for end in ListEnd.allCases {
      guard let edge = list?[end], case .waiting(let load) = edge.activity else { continue }
      if edge.rest == .complete {
        stopEdge(load, .skipped(.endOfList))
      } else {
        fetch(end, EdgeRun(load: load, attempts: AttemptCycle(load)))
        decision.show()
      }
    }
  }

  /// Moves a requested page to an end of a new list; ends the load if that end needs no page.
  mutating func pass(_ load: Ticket, to end: ListEnd, of list: inout List) {
    switch list[end].rest {
    case .idle: list[end].activity = .waiting(load)
    case .failed: decision.end(load, .failed(.end(end)))
    case .complete: decision.end(load, .skipped(.endOfList))
    }
  }

  /// Ends the running and waiting loads at both ends.
  mutating func stopEdges(_ outcome: PagingDecision.Outcome) {
    for end in ListEnd.allCases {
      if let load = list?[end].load { stopEdge(load, outcome) }
    }
    guard list?.visible != nil else { return }
    list?.visible = nil
    decision.noteChange()
  }

  /// Ends the load with this ticket at either end, if it is running or waiting.
  mutating func stopEdge(_ load: Ticket, _ outcome: PagingDecision.Outcome) {
    for end in ListEnd.allCases where list?[end].load == load {
      list?[end].activity = .resting
      list?.visible = nil
      decision.end(load, outcome)
    }
  }
}
