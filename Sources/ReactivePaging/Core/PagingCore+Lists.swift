import ReactiveLoading

// Loads and reloads of the list of a key, and the other intents that need no values.

extension PagingCore {
  /// Loads the list of a key; if needed only, unless it is cached and fresh.
  mutating func load(_ key: KeyNumber, ifNeeded: Bool, _ decision: inout Decision) {
    let replaced = keyOfPart
    if case .loading(let run) = phase {
      if run.listLoad.key == key, ifNeeded || policy.load.duplicate == .join {
        return join(run, &decision)
      }
      if run.listLoad.key != key, policy.load.interruption == .ignore {
        return decision.skip(.busy)
      }
      stop(.replaced, &decision)
    }
    restoreCached(key, &decision)
    guard ifNeeded, let list = list(of: key) else {
      return start(key, .load, isNeeded: ifNeeded, partOf: replaced, &decision)
    }
    if settled == .listed, decision.now < list.staleAt ?? .distantFuture {
      return decision.skip(.fresh)
    }
    start(key, .refresh, partOf: replaced, &decision)
  }

  mutating func refresh(isDeep: Bool, startsSame: Bool, _ decision: inout Decision) {
    if case .loading(let run) = phase {
      let deepens = isDeep && run.listLoad.draftPages == nil && run.listLoad.goal == 1
      return deepens ? deepen(run, startsSame, &decision) : join(run, &decision)
    }
    guard let key = settledKey ?? lastKey else { return decision.skip(.noRequest) }
    guard let list = list(of: key) else {
      let hasFailed = if case .failed = settled { true } else { false }
      return start(key, hasFailed ? .retry : .load, &decision)
    }
    start(key, .refresh, isDeep: isDeep && !list.isPart, &decision)
  }

  /// Turns a refresh into a deep one; it restarts unless its page is the first page of the list.
  private mutating func deepen(_ run: Run, _ startsSame: Bool, _ decision: inout Decision) {
    guard let list = list(of: run.listLoad.key), list.pages > 1 else { return join(run, &decision) }
    var deep = run
    deep.listLoad.goal = list.pages
    phase = .loading(deep)
    decision.join(run.work.load)
    decision.changeContents(.deepen)
    if !startsSame || run.work.attempts.isWaiting || run.listLoad.isOutdated {
      fetch(.list, of: run.work.load, &decision)
    }
    decision.show()
  }

  /// Joins a load; restarts it if its result was invalidated after the request.
  private mutating func join(_ run: Run, _ decision: inout Decision) {
    if !run.listLoad.isOutdated || run.work.attempts.isWaiting { return join(run.work, &decision) }
    stop(.replaced, &decision)
    var listLoad = run.listLoad
    (listLoad.draftPages, listLoad.emptyPages) = (nil, 0)
    let isDeep = listLoad.goal > 1 && list(of: listLoad.key)?.isPart == false
    decision.changeContents(.startLoad(listLoad.key, isDeep: isDeep))
    start(listLoad, showing: run.shown, &decision)
  }

  /// Loads all pages again if the list is stale, or else the failed ones.
  ///
  /// All pages, because the first page alone would shorten the list under its visible rows, and the
  /// later pages depend on the cursors of the earlier ones.
  mutating func revalidate(_ decision: inout Decision) {
    switch (phase, settled) {
    case (.closed, _): break
    case (.loading(let run), _) where run.work.attempts.isWaiting: decision.join(run.work.load)
    case (.loading(let run), _): join(run, &decision)
    case (.settled, .notRequested): decision.skip(.noRequest)
    case (.settled, .failed): retry(&decision)
    case (.settled, .listed):
      guard let list, decision.now < list.staleAt ?? .distantFuture else {
        return refresh(isDeep: true, startsSame: true, &decision)
      }
      decision.skip(.fresh)
      for end in ListEnd.allCases where list[end].hasFailed { open(end, &decision) }
    }
  }

  mutating func retry(_ decision: inout Decision) {
    switch (phase, settled) {
    case (.closed, _): break
    case (.loading(let run), _) where run.work.attempts.isWaiting: join(run.work, &decision)
    case (.loading, _): decision.skip(.noFailure)
    case (.settled, .failed(var listLoad)):
      listLoad.cause = .retry
      if let list = list(of: listLoad.key), list.hasSavedRows { listLoad.goal = list.pages }
      decision.changeContents(.retryLoad)
      start(listLoad, showing: .settled, &decision)
    case (.settled, .listed), (.settled, .notRequested): retryEnds(&decision)
    }
  }

  // MARK: Starting

  mutating func start(
    _ key: KeyNumber,
    _ cause: LoadCause,
    isDeep: Bool = false,
    isNeeded: Bool = false,
    partOf replaced: KeyNumber? = nil,
    _ decision: inout Decision
  ) {
    let previous = policy.load.previous
    let shows = list(of: key) == nil ? previous == .always : previous != .never
    var shown: ShownList = cause != .load || shows ? .settled : .none
    if let replaced, keepsPart(of: replaced, for: key, cause) { shown = .part }
    // The rows of a saved list stay until all of its pages are loaded.
    let isDeep = isDeep || shown == .settled && list(of: key)?.hasSavedRows == true
    let listLoad = ListLoad(key: key, goal: isDeep ? list?.pages ?? 1 : 1, cause: cause)
    decision.changeContents(.startLoad(key, isDeep: isDeep))
    start(listLoad, showing: shown, isNeeded: isNeeded, &decision)
  }

  private mutating func start(
    _ listLoad: ListLoad,
    showing shown: ShownList,
    isNeeded: Bool = false,
    _ decision: inout Decision
  ) {
    if list(of: listLoad.key) != nil {
      suspendEnds()
    } else {
      stopEnds(.replaced, &decision)
    }
    let load = tickets.next()
    lastKey = listLoad.key
    decision.join(load)
    let work = Work(load: load, attempts: AttemptCycle(load), target: .list)
    let run = Run(listLoad: listLoad, shown: shown, isNeeded: isNeeded, work: work)
    phase = .loading(run)
    fetch(.list, of: load, &decision)
    decision.show()
  }

  // MARK: Results

  /// Handles a page of the new list; returns true if the list is complete, with its fault, if any.
  mutating func receive(
    _ added: AddedPage,
    _ decision: inout Decision
  ) -> (isComplete: Bool, PagingError?) {
    guard case .loading(var run) = phase else { return (false, nil) }
    run.listLoad.draftPages = added.pages
    run.listLoad.emptyPages = added.new == 0 ? run.listLoad.emptyPages + 1 : 0
    phase = .loading(run)
    if !added.hasMore { return (true, nil) }
    if let fault = fault(added, run.listLoad.emptyPages) { return (true, fault) }
    if added.pages >= run.listLoad.goal, added.count > 0 { return (true, nil) }
    if run.listLoad.goal > 1 || run.work.attempts.retries > 0 { decision.show() }
    fetch(.list, of: run.work.load, &decision)
    return (false, nil)
  }

  /// Replaces the settled list by the new one.
  ///
  /// `visible` is the offset of the row of a part that became visible last.
  mutating func finishLoad(
    _ added: AddedPage,
    _ fault: PagingError?,
    visible: Int? = nil,
    _ decision: inout Decision
  ) {
    guard case .loading(let run) = phase else { return }
    var new = List(key: run.listLoad.key, added)
    if fault != nil { new[.end].fail(at: decision.now) }
    new.isInvalidated = run.listLoad.isOutdated
    new.staleAt =
      run.listLoad.isOutdated ? .distantPast : policy.load.freshness.end(from: decision.now)
    if let before = list(of: new.key) {
      for end in ListEnd.allCases {
        if let load = before[end].load { transfer(load, to: end, of: &new, &decision) }
      }
    } else {
      cacheList()
    }
    if let visible = visible ?? list(of: new.key)?.visible, new.count > 0 {
      new.visible = min(max(visible, 0), new.count - 1)
    }
    cached.removeAll { $0.key == new.key }
    (phase, settled, list) = (.settled, .listed, new)
    decision.changeContents(.finishLoad)
    if let fault { decision.changeContents(.fail(.end, fault)) }
    resumeEnds(&decision)
    for end in ListEnd.allCases { prefetch(at: end, &decision) }
    decision.end(run.work.load, .loaded)
  }

  mutating func failList(_ decision: inout Decision) {
    guard case .loading(let run) = phase else { return }
    if list?.key != run.listLoad.key { cacheList() }
    if run.shown != .settled || list == nil { stopEnds(.failed(.list), &decision) }
    if run.shown != .settled { list = nil }
    (phase, settled) = (.settled, .failed(run.listLoad))
    decision.changeContents(.failList)
  }

  mutating func stop(_ outcome: Decision.Outcome, _ decision: inout Decision) {
    guard let load = self[.list]?.load else { return }
    phase = .settled
    decision.end(load, outcome)
  }

  // MARK: Cached lists

  /// Settles the cached list of a key, unless the settled list is that of the key already.
  private mutating func restoreCached(_ key: KeyNumber, _ decision: inout Decision) {
    guard settledKey != key, let index = cached.firstIndex(where: { $0.key == key }) else { return }
    let restored = cached.remove(at: index)
    cacheAndStop(&decision)
    (list, settled, lastKey) = (restored, .listed, key)
    decision.show()
  }

  /// Ends the loads at the ends of the settled list, and caches the list.
  private mutating func cacheAndStop(_ decision: inout Decision) {
    stopEnds(.replaced, &decision)
    cacheList()
  }

  mutating func cacheList() {
    guard let list, !list.isPart else { return }
    cached.removeAll { $0.key == list.key }
    cached.insert(list, at: 0)
    evictCached()
  }

  private mutating func evictCached() {
    cached.removeLast(max(cached.count - policy.cachedLists, 0))
  }

  // MARK: Other intents

  mutating func apply(_ policy: PagingPolicy.Resolved) {
    self.policy = policy
    evictCached()
  }

  mutating func cancel(_ decision: inout Decision) {
    stop(.cancelled, &decision)
    stopEnds(.cancelled, &decision)
  }

  mutating func clear(_ decision: inout Decision) {
    cancel(&decision)
    cacheAndStop(&decision)
    lastKey = nil
    if settled == .notRequested { return decision.recordChange() }
    (settled, list) = (.notRequested, nil)
    decision.show()
  }

  mutating func reset(_ decision: inout Decision) {
    clear(&decision)
    cached = []
  }

  /// Ends all loads; later events have no effect.
  mutating func close(_ decision: inout Decision) {
    cancel(&decision)
    phase = .closed
    decision.recordChange()
  }

  mutating func invalidate(_ decision: inout Decision) {
    list?.invalidate()
    for index in cached.indices { cached[index].invalidate() }
    if case .failed(var listLoad) = settled, listLoad.draftPages != nil {
      listLoad.isOutdated = true
      settled = .failed(listLoad)
    }
    if case .loading(var run) = phase {
      run.listLoad.isOutdated = !run.work.attempts.isWaiting || run.listLoad.draftPages != nil
      phase = .loading(run)
    }
    decision.recordChange()
  }

  /// The failed load of which some pages have loaded.
  var failedLoad: ListLoad? {
    if case .failed(let listLoad) = settled, listLoad.draftPages != nil { listLoad } else { nil }
  }

  /// Records that an edit has changed the cached list of a key, which now has this many items.
  mutating func edited(_ key: KeyNumber, count: Int, _ decision: inout Decision) {
    for index in cached.indices where cached[index].key == key { cached[index].count = count }
    decision.recordChange()
  }

  /// Records that an edit has changed the settled list, which now has this many items.
  mutating func edited(count: Int, isRemoval: Bool, _ decision: inout Decision) {
    list?.count = count
    decision.show()
    if isRemoval { prefetchAfterRemoval(&decision) }
  }
}
