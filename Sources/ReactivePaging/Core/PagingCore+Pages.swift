import ReactiveLoading

// The loads of a page, whether of a new list or at an end.

extension PagingCore {
  /// The counts of a list after a page was added at an end.
  struct AddedPage: Equatable, Sendable {
    /// The number of new items of the page.
    var new: Int
    var count: Int
    var pages: Int
    /// True if another page exists beyond this end.
    var hasMore: Bool
    /// True if the page that exists beyond this end is the page itself.
    var repeats = false
    /// True if another page exists beyond the other end.
    var otherHasMore: Bool
    /// The number of items that a window has dropped at the other end, if it has dropped pages.
    var dropped: Int?
    /// True if the total or the number of duplicates has changed.
    var changesTotals = false
  }

  /// The page in flight for a part of the list, which is set only while one is in flight.
  private(set) subscript(target: PagingTarget) -> Work? {
    get {
      switch target {
      case .list: if case .loading(let run) = phase { return run.work }
      case .end(let end): if case .loading(let work) = list?[end].phase { return work }
      }
      return nil
    }
    set {
      guard let work = newValue else { return }
      if case .end(let end) = target {
        list?[end].phase = .loading(work)
      } else if case .loading(var run) = phase {
        run.work = work
        phase = .loading(run)
      }
    }
  }

  /// Returns the change of the work for a part of the list since an earlier state.
  func workChange(at target: PagingTarget, since before: PagingCore) -> WorkChange {
    WorkChange(from: before[target]?.attempts, to: self[target]?.attempts)
  }

  /// The pages in flight: one of a new list, or one at each end.
  var work: [Work] { PagingTarget.all.compactMap { self[$0] } }

  /// The loads that are in flight or wait for a load of the list.
  var loads: [Ticket] {
    var loads: [Ticket] = []
    if let load = self[.list]?.load { loads.append(load) }
    if let load = list?[.end].load { loads.append(load) }
    if let load = list?[.start].load { loads.append(load) }
    return loads
  }

  /// Returns the part of the list whose page has an attempt with this ticket in flight.
  func target(of ticket: Ticket) -> PagingTarget? {
    PagingTarget.all.first { self[$0]?.attempts.isAttempting(ticket) == true }
  }

  mutating func fetch(_ target: PagingTarget, of load: Ticket, _ decision: inout Decision) {
    attempt(Work(load: load, attempts: AttemptCycle(tickets.next()), target: target), &decision)
  }

  /// Joins a load; if the load waits for a retry, the attempt starts immediately.
  mutating func join(_ work: Work, _ decision: inout Decision) {
    decision.join(work.load)
    guard work.attempts.isWaiting else { return }
    var work = work
    work.attempts.resume(&tickets)
    attempt(work, &decision)
  }

  /// Requests a page: edits and invalidations so far are older than its result.
  private mutating func attempt(_ work: Work, _ decision: inout Decision) {
    decision.recordChange()
    self[work.target] = work
    guard case .loading = phase else { return }
    forgetInvalidation()
    decision.changeContents(.recordRequest)
  }

  /// The next attempt starts later than an invalidation so far, unless pages are loaded already.
  private mutating func forgetInvalidation() {
    guard case .loading(var run) = phase, run.listLoad.draftPages == nil else { return }
    run.listLoad.isOutdated = false
    phase = .loading(run)
  }

  /// Records that an attempt starts after its wait in a queue or its read: its result is newer than
  /// the edits while it waited.
  mutating func attemptStarted(_ ticket: Ticket, _ decision: inout Decision) {
    guard self[.list]?.attempts.isAttempting(ticket) == true else { return }
    decision.changeContents(.recordRequest)
    decision.recordChange()
  }

  /// Handles an event of a page, other than the page itself.
  mutating func handle(
    _ event: AttemptCycle.Event,
    of ticket: Ticket,
    _ decision: inout Decision
  ) {
    for target in PagingTarget.all {
      guard var work = self[target] else { continue }
      switch work.attempts.handle(event, of: ticket, retryLimit: policy.load.retryLimit, &tickets) {
      case .none, .report, .succeed: break
      case .fail: fail(target, nil, &decision)
      case .cancel: cancel(work.load, &decision)
      case .attempt: attempt(work, &decision)
      case .wait:
        self[target] = work
        if target == .list { forgetInvalidation() }
        decision.show()
      }
    }
  }

  /// Ends the load of a part whose page has failed, or has a fault.
  mutating func fail(_ target: PagingTarget, _ fault: PagingError?, _ decision: inout Decision) {
    guard let load = self[target]?.load else { return }
    switch target {
    case .list: failList(&decision)
    case .end(let end):
      list?[end].fail(at: decision.now)
      decision.changeContents(.fail(end, fault))
    }
    decision.end(load, .failed(target))
    if target == .list { resumeEnds(&decision) }
  }

  /// Returns the fault of a page after which another one exists, if the list cannot continue.
  func fault(_ added: AddedPage, _ emptyPages: Int) -> PagingError? {
    if added.repeats { return .repeatedCursor }
    return emptyPages > policy.emptyPageLimit ? .emptyPages(emptyPages) : nil
  }

  mutating func cancel(_ load: Ticket, _ decision: inout Decision) {
    if self[.list]?.load == load {
      stop(.cancelled, &decision)
      resumeEnds(&decision)
    } else {
      stopEnd(load, .cancelled, &decision)
    }
  }
}

extension PagingCore.EndState {
  mutating func fail(at now: Duration) {
    (settled, phase, failedAt) = (.failed, .settled, now)
    failures += 1
  }
}
