import ReactiveLoading

// Loads of pages at the two ends of the settled list.

extension PagingCore {
  // MARK: Requests

  /// The list whose ends may load: that of the current key, not a visible list of another key.
  private var pagedList: List? { list?.key == currentKey && list?.isPart == false ? list : nil }

  mutating func loadPage(_ end: ListEnd, orElse onlyKey: KeyNumber?, _ decision: inout Decision) {
    switch phase {
    case .closed: break
    case .settled where settled == .notRequested:
      guard let key = lastKey ?? onlyKey else { return decision.skip(.noRequest) }
      start(key, .load, &decision)
    case .loading(let run) where pagedList == nil: decision.join(run.work.load)
    // The first page has failed; the visible list, if any, is that of another key.
    case .settled where pagedList == nil: decision.skip(.waitingForRetry)
    case .settled, .loading: loadPageUnlessFailed(end, &decision)
    }
  }

  /// Requests a page at an end, unless it has failed and waits for a retry or for its delay.
  private mutating func loadPageUnlessFailed(_ end: ListEnd, _ decision: inout Decision) {
    if let endState = pagedList?[end], endState.settled == .failed, endState.phase == .settled,
      !endState.mayRetry(at: decision.now, policy.afterFailure)
    {
      return decision.skip(.waitingForRetry)
    }
    joinOrStartPage(end, &decision)
  }

  private mutating func joinOrStartPage(_ end: ListEnd, _ decision: inout Decision) {
    guard let endState = pagedList?[end] else { return decision.skip(.noRequest) }
    switch endState.phase {
    case .settled where endState.settled == .complete: decision.skip(.endOfList)
    case .settled: open(end, &decision)
    case .waiting(let load): decision.join(load)
    case .loading(let work): join(work, &decision)
    }
  }

  mutating func open(_ end: ListEnd, _ decision: inout Decision) {
    let load = tickets.next()
    decision.join(load)
    list?[end].phase = .waiting(load)
    if self[.list] == nil { startWaiting(end, load, &decision) }
    decision.show()
  }

  private mutating func startWaiting(_ end: ListEnd, _ load: Ticket, _ decision: inout Decision) {
    list?[end].emptyPages = 0
    fetch(.end(end), of: load, &decision)
  }

  mutating func retryEnds(_ decision: inout Decision) {
    decision.skip(.noFailure)
    for end in ListEnd.allCases {
      guard let endState = pagedList?[end] else { continue }
      switch endState.phase {
      case .settled where endState.hasFailed: open(end, &decision)
      case .loading(let work) where work.attempts.isWaiting: join(work, &decision)
      case .settled, .waiting, .loading: break
      }
    }
  }

  // MARK: Results

  mutating func receive(_ added: AddedPage, at end: ListEnd, _ decision: inout Decision) {
    guard let work = self[.end(end)], var list else { return }
    (list.count, list.pages) = (added.count, added.pages)
    if let visible = list.visible {
      list.visible = visible + (end == .start ? added.new : -(added.dropped ?? 0))
    }
    if end == .start || added.dropped != nil { list.isRestored = false }
    if added.dropped != nil {
      if let load = list[end.other].load { decision.end(load, .replaced) }
      list[end.other] = EndState(hasMore: added.otherHasMore)
    }
    let emptyPages = added.new == 0 ? list[end].emptyPages + 1 : 0
    list[end].emptyPages = emptyPages
    self.list = list
    if added.hasMore, let fault = fault(added, emptyPages) {
      fail(.end(end), fault, &decision)
    } else if added.hasMore, emptyPages > 0 {
      let shows = added.dropped != nil || added.changesTotals || work.attempts.retries > 0
      self.list?[end].settled = .idle
      fetch(.end(end), of: work.load, &decision)
      if shows { decision.show() }
    } else {
      self.list?[end] = EndState(hasMore: added.hasMore)
      decision.show()
      prefetch(at: end, &decision)
      decision.end(work.load, .loaded)
    }
  }

  // MARK: Visibility

  /// Records a visible row, and requests or joins a page at each end near that row.
  mutating func setVisible(_ offset: Int, _ decision: inout Decision) {
    guard let list = pagedList, 0..<list.count ~= offset else {
      return recordVisiblePart(offset, &decision)
    }
    setVisibleRow(offset, &decision)
  }

  /// Records a visible row of the list or of the parts at its ends, by its offset in the list.
  mutating func setVisibleRow(_ offset: Int, _ decision: inout Decision) {
    if pagedList == nil { return }
    list?.visible = offset
    decision.recordChange()
    for end in ListEnd.allCases where needsPage(at: end) {
      if let load = pagedList?[end].load {
        decision.join(load)
      } else {
        loadPageUnlessFailed(end, &decision)
      }
    }
  }

  /// Returns true if the list has a row that needs no page.
  func needsNoPage(at offset: Int) -> Bool {
    guard phase != .closed, let list = pagedList, 0..<list.count ~= offset else { return false }
    return !ListEnd.allCases.contains {
      $0.isNear(offset, of: list.count, within: policy.prefetchDistance)
    }
  }

  /// Returns true if too few rows follow the visible row towards an end.
  private func needsPage(at end: ListEnd) -> Bool {
    guard let list = pagedList, let visible = list.visible, list.count > 0 else { return false }
    return end.isNear(visible, of: list.count, within: policy.prefetchDistance)
  }

  /// Requests a page at an end if that end is near the visible row.
  ///
  /// After a page has loaded, only the end of that page is checked: in a window that is too small
  /// for the view, the page has dropped another page at the other end, and the two ends would load
  /// in turn forever. A failed end is loaded only by a newly visible row, as the policy configures.
  mutating func prefetch(at end: ListEnd, _ decision: inout Decision) {
    if needsPage(at: end), pagedList?[end].isIdle == true { joinOrStartPage(end, &decision) }
  }

  /// Requests pages after a removal, even if the list has no row left.
  mutating func prefetchAfterRemoval(_ decision: inout Decision) {
    for end in ListEnd.allCases { prefetch(at: end, &decision) }
    if let list = pagedList, list.count == 0, list[.end].isIdle { joinOrStartPage(.end, &decision) }
  }

  /// Requests the next page of a list whose rows are all removed by unsaved edits.
  mutating func prefetchForHiddenRows(_ decision: inout Decision) {
    if let list = pagedList, list.count > 0, list[.end].isIdle { joinOrStartPage(.end, &decision) }
  }

  // MARK: Around loads of the list

  /// Stops the loads at the ends, which continue after the load of the list.
  mutating func suspendEnds() {
    for end in ListEnd.allCases {
      if let load = self[.end(end)]?.load { list?[end].phase = .waiting(load) }
    }
  }

  /// Starts the pages that were requested during a load of the list.
  mutating func resumeEnds(_ decision: inout Decision) {
    for end in ListEnd.allCases {
      guard let endState = list?[end], case .waiting(let load) = endState.phase else { continue }
      if endState.settled == .complete {
        stopEnd(load, .skipped(.endOfList), &decision)
      } else {
        startWaiting(end, load, &decision)
        decision.show()
      }
    }
  }

  /// Moves a requested page to an end of a new list; ends the load if that end needs no page.
  mutating func transfer(
    _ load: Ticket,
    to end: ListEnd,
    of list: inout List,
    _ decision: inout Decision
  ) {
    switch list[end].settled {
    case .idle: list[end].phase = .waiting(load)
    case .failed: decision.end(load, .failed(.end(end)))
    case .complete: decision.end(load, .skipped(.endOfList))
    }
  }

  /// Ends the running and waiting loads at both ends.
  mutating func stopEnds(_ outcome: Decision.Outcome, _ decision: inout Decision) {
    for end in ListEnd.allCases {
      if let load = list?[end].load { stopEnd(load, outcome, &decision) }
    }
    guard list?.visible != nil else { return }
    list?.visible = nil
    decision.recordChange()
  }

  /// Ends the load with this ticket at either end, if it is running or waiting.
  mutating func stopEnd(_ load: Ticket, _ outcome: Decision.Outcome, _ decision: inout Decision) {
    for end in ListEnd.allCases where list?[end].load == load {
      list?[end].phase = .settled
      list?.visible = nil
      decision.end(load, outcome)
    }
  }
}

extension PagingCore.EndState {
  /// Returns true if a visible row or `next()` may load this failed end.
  ///
  /// The wait doubles with each failure. Without the wait, each visible row would load from a
  /// source that fails without suspending. See <doc:PagingContract#P3-Failed-pages>.
  fileprivate func mayRetry(at now: Duration, _ policy: PagingPolicy.AfterFailure) -> Bool {
    switch policy {
    case .waitForRetry: false
    case .retry(let first):
      now - failedAt >= RetryPolicy.exponentialDelay(before: failures, from: first)
    }
  }
}
