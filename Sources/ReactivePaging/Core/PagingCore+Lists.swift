import ReactiveLoading

// Loads and reloads of the list of a key, and the other intents that need no values.

extension PagingCore {
  /// Loads the list of a key; with a time, only if it is not cached or is stale at that time.
  mutating func load(_ key: KeyNumber, ifNeededAt now: Duration?) {
    if case .loading(let run) = phase {
      if run.plan.key == key, now != nil || rules.load.duplicate == .join { return join(run) }
      if run.plan.key != key, rules.load.interruption == .ignore { return decision.skip(.busy) }
      stop(.replaced)
    }
    recall(key)
    guard let list = list(of: key), let now else { return begin(key, .load) }
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
    var deep = run
    deep.plan.goal = list.pages
    phase = .loading(deep)
    decision.join(run.work.load)
    decision.move(.deepen)
    if !startsSame || run.work.attempts.isWaiting || run.plan.isOutdated {
      fetch(.list, of: run.work.load)
    }
    decision.show()
  }

  /// Joins a load; restarts it if its result was invalidated after the request.
  private mutating func join(_ run: Run) {
    if !run.plan.isOutdated || run.work.attempts.isWaiting { return join(run.work) }
    stop(.replaced)
    var plan = run.plan
    (plan.draftPages, plan.emptyPages) = (nil, 0)
    decision.move(.plan(plan.key, isDeep: plan.goal > 1 && list(of: plan.key) != nil))
    begin(plan, showing: run.showsSettled)
  }

  /// Loads a failed list or the failed ends again.
  mutating func retry() {
    switch (phase, settled) {
    case (.closed, _): break
    case (.loading(let run), _) where run.work.attempts.isWaiting: join(run.work)
    case (.loading, _): decision.skip(.noFailure)
    case (.settled, .failed(var plan)):
      plan.cause = .retry
      decision.move(.planAgain)
      begin(plan, showing: true)
    case (.settled, .listed), (.settled, .notRequested): retryEdges()
    }
  }

  // MARK: Starting

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
    let work = Work(target: .list, load: load, attempts: AttemptCycle(load))
    phase = .loading(Run(plan: plan, showsSettled: showing, work: work))
    fetch(.list, of: load)
    decision.show()
  }

  // MARK: Results

  /// Handles a page of the new list; returns true if the list is complete, with its fault, if any.
  mutating func take(_ added: Added) -> (lands: Bool, PagingError?) {
    guard case .loading(var run) = phase else { return (false, nil) }
    run.plan.draftPages = added.pages
    run.plan.emptyPages = added.new == 0 ? run.plan.emptyPages + 1 : 0
    phase = .loading(run)
    if !added.leadsOn { return (true, nil) }
    if let fault = fault(added, run.plan.emptyPages) { return (true, fault) }
    if added.pages >= run.plan.goal, added.count > 0 { return (true, nil) }
    if run.plan.goal > 1 || run.work.attempts.retries > 0 { decision.show() }
    fetch(.list, of: run.work.load)
    return (false, nil)
  }

  /// Replaces the settled list by the new one.
  mutating func land(_ added: Added, _ fault: PagingError?, at now: Duration) {
    guard case .loading(let run) = phase else { return }
    let edges = Ends(end: Edge(leadsOn: added.leadsOn), start: Edge(leadsOn: added.otherLeadsOn))
    var new = List(key: run.plan.key, count: added.count, pages: added.pages, edges: edges)
    if fault != nil { new[.end].fail(at: now) }
    new.staleAt = run.plan.isOutdated ? .distantPast : rules.load.freshness.end(from: now)
    if let before = list(of: new.key) {
      for end in ListEnd.allCases {
        if let load = before[end].load { pass(load, to: end, of: &new) }
      }
      if let seen = before.visible, new.count > 0 { new.visible = min(max(seen, 0), new.count - 1) }
    } else {
      remember()
    }
    recent.removeAll { $0.key == new.key }
    (phase, settled, list) = (.settled, .listed, new)
    decision.move(.land)
    if let fault { decision.move(.fail(.end, fault)) }
    goOn()
    for end in ListEnd.allCases { lookAgain(at: end) }
    decision.end(run.work.load, .loaded)
  }

  /// Settles the failure of the running load.
  mutating func failList() {
    guard case .loading(let run) = phase else { return }
    if list?.key != run.plan.key { remember() }
    if !run.showsSettled || list == nil { stopEdges(.failed(.list)) }
    if !run.showsSettled { list = nil }
    (phase, settled) = (.settled, .failed(run.plan))
    decision.move(.failList)
  }

  /// Ends the running load without a result.
  mutating func stop(_ outcome: PagingDecision.Outcome) {
    guard let load = self[.list]?.load else { return }
    phase = .settled
    decision.end(load, outcome)
  }

  // MARK: Cached lists

  /// Settles the cached list of a key, unless the settled list is that of the key already.
  private mutating func recall(_ key: KeyNumber) {
    guard settledKey != key, let index = recent.firstIndex(where: { $0.key == key }) else { return }
    let recalled = recent.remove(at: index)
    leave()
    (list, settled, lastKey) = (recalled, .listed, key)
    decision.show()
  }

  /// Ends the loads at the ends of the settled list, and caches the list.
  private mutating func leave() {
    stopEdges(.replaced)
    remember()
  }

  private mutating func remember() {
    guard let list else { return }
    recent.removeAll { $0.key == list.key }
    recent.insert(list, at: 0)
    limitRecent()
  }

  private mutating func limitRecent() {
    recent.removeLast(max(recent.count - rules.cachedLists, 0))
  }

  // MARK: Other intents

  /// Applies another configuration, including to running loads.
  mutating func obey(_ rules: PagingPolicy.Rules) {
    self.rules = rules
    limitRecent()
  }

  mutating func cancel() {
    stop(.cancelled)
    stopEdges(.cancelled)
  }

  mutating func clear() {
    cancel()
    leave()
    lastKey = nil
    if settled == .notRequested { return decision.noteChange() }
    (settled, list) = (.notRequested, nil)
    decision.show()
  }

  mutating func reset() {
    clear()
    recent = []
  }

  /// Ends all loads; later events have no effect.
  mutating func close() {
    cancel()
    phase = .closed
    decision.noteChange()
  }

  mutating func invalidate() {
    list?.staleAt = .distantPast
    for index in recent.indices { recent[index].staleAt = .distantPast }
    if case .failed(var plan) = settled, plan.draftPages != nil {
      plan.isOutdated = true
      settled = .failed(plan)
    }
    if case .loading(var run) = phase {
      run.plan.isOutdated = !run.work.attempts.isWaiting || run.plan.draftPages != nil
      phase = .loading(run)
    }
    decision.noteChange()
  }

  /// The plan of a failed load of which some pages have loaded.
  var failedPlan: Plan? {
    if case .failed(let plan) = settled, plan.draftPages != nil { plan } else { nil }
  }

  /// Records that an edit has changed the cached list of a key, which now has this many items.
  mutating func edited(_ key: KeyNumber, count: Int) {
    for index in recent.indices where recent[index].key == key { recent[index].count = count }
    decision.noteChange()
  }

  /// Records that an edit has changed the settled list, which now has this many items.
  mutating func edited(count: Int, isRemoval: Bool) {
    list?.count = count
    decision.show()
    if isRemoval { fillUp() }
  }
}
