// Loads and reloads of the list of a key.

extension PagedStateMachine {
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
