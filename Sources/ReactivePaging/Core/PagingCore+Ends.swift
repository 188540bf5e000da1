import ReactiveLoading

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
    case .loading(let run) where pagedList == nil: decision.join(run.work.load)
    case .settled, .loading: requestAgain(end, now)
    }
  }

  /// Requests a page at an end, unless it has failed and waits for a retry or for its delay.
  private mutating func requestAgain(_ end: ListEnd, _ now: Duration) {
    if let edge = pagedList?[end], edge.rest == .failed, edge.activity == .resting,
      !edge.mayAsk(at: now, rules.afterFailure)
    {
      return decision.skip(.waitingForRetry)
    }
    askEdge(end)
  }

  private mutating func askEdge(_ end: ListEnd) {
    guard let edge = pagedList?[end] else { return decision.skip(.noRequest) }
    switch edge.activity {
    case .resting where edge.rest == .complete: decision.skip(.endOfList)
    case .resting: open(end)
    case .waiting(let load): decision.join(load)
    case .loading(let work): join(work)
    }
  }

  private mutating func open(_ end: ListEnd) {
    let load = tickets.next()
    decision.step(.open(load))
    decision.join(load)
    list?[end].activity = .waiting(load)
    if self[.list] == nil { startWaiting(end, load) }
    decision.show()
  }

  private mutating func startWaiting(_ end: ListEnd, _ load: Ticket) {
    list?[end].emptyPages = 0
    fetch(.end(end), of: load)
  }

  mutating func retryEdges() {
    decision.skip(.noFailure)
    for end in ListEnd.allCases {
      guard let edge = pagedList?[end] else { continue }
      switch edge.activity {
      case .resting where edge.rest == .failed: open(end)
      case .loading(let work) where work.attempts.isWaiting: join(work)
      case .resting, .waiting, .loading: break
      }
    }
  }

  // MARK: Results

  /// Handles a page at an end.
  mutating func take(_ added: Added, at end: ListEnd, _ now: Duration) {
    guard let work = self[.end(end)], var list else { return }
    (list.count, list.pages) = (added.count, added.pages)
    if let seen = list.visible {
      list.visible = seen + (end == .start ? added.new : -(added.dropped ?? 0))
    }
    if added.dropped != nil {
      if let load = list[end.other].load { decision.end(load, .replaced) }
      list[end.other] = Edge(leadsOn: added.otherLeadsOn)
    }
    let emptyPages = added.new == 0 ? list[end].emptyPages + 1 : 0
    list[end].emptyPages = emptyPages
    self.list = list
    if added.leadsOn, let fault = fault(added, emptyPages) {
      fail(.end(end), fault, at: now)
    } else if added.leadsOn, emptyPages > 0 {
      let shows = added.dropped != nil || added.changesTotals || work.attempts.retries > 0
      self.list?[end].rest = .idle
      fetch(.end(end), of: work.load)
      if shows { decision.show() }
    } else {
      self.list?[end] = Edge(leadsOn: added.leadsOn)
      decision.show()
      lookAgain(at: end)
      decision.end(work.load, .loaded)
    }
  }

  // MARK: Visibility

  /// Records a visible row, and requests or joins a page at each end near that row.
  mutating func see(_ offset: Int, at now: Duration) {
    guard let list = pagedList, 0..<list.count ~= offset else { return }
    self.list?.visible = offset
    decision.noteChange()
    for end in ListEnd.allCases where wantsMore(at: end) {
      if let load = pagedList?[end].load {
        decision.join(load)
      } else {
        requestAgain(end, now)
      }
    }
  }

  /// Returns true if too few rows follow the visible row towards an end.
  private func wantsMore(at end: ListEnd) -> Bool {
    guard let list = pagedList, let visible = list.visible, list.count > 0 else { return false }
    return end.isNear(visible, of: list.count, within: rules.prefetchDistance)
  }

  /// Requests a page at an end if that end is near the visible row.
  ///
  /// After a page has loaded, only the end of that page is checked: in a window that is too small
  /// for the view, the page has dropped another page at the other end, and the two ends would load
  /// in turn forever. A failed end is loaded only by a newly visible row, as the policy configures.
  mutating func lookAgain(at end: ListEnd) {
    if wantsMore(at: end), pagedList?[end].isIdle == true { askEdge(end) }
  }

  /// Requests pages after a removal, even if the list has no row left.
  mutating func fillUp() {
    for end in ListEnd.allCases { lookAgain(at: end) }
    if let list = pagedList, list.count == 0, list[.end].isIdle { askEdge(.end) }
  }

  // MARK: Around loads of the list

  /// Stops the loads at the ends, which continue after the load of the list.
  mutating func postponeEdges() {
    for end in ListEnd.allCases {
      guard let load = self[.end(end)]?.load else { continue }
      list?[end].activity = .waiting(load)
      decision.step(.halt(load: load, tickets.next()))
    }
  }

  /// Starts the pages that were requested during a load of the list.
  mutating func goOn() {
    for end in ListEnd.allCases {
      guard let edge = list?[end], case .waiting(let load) = edge.activity else { continue }
      if edge.rest == .complete {
        stopEdge(load, .skipped(.endOfList))
      } else {
        startWaiting(end, load)
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

extension PagingCore.Edge {
  /// Returns true if a visible row or `next()` may load this failed end.
  ///
  /// The wait doubles with each failure. Without the wait, each visible row would load from a
  /// source that fails without suspending. See <doc:PagingContract#P3-Failed-pages>.
  fileprivate func mayAsk(at now: Duration, _ policy: PagingPolicy.AfterFailure) -> Bool {
    switch policy {
    case .waitForRetry: false
    case .retry(let first):
      now - failedAt >= RetryPolicy.exponential(from: first, limit: failures).delay(failures)
    }
  }
}
