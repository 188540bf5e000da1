import ReactiveLoadable

// The intents.

extension PagedReference {
  /// Cancels the load that an intent has started or joined.
  mutating func cancel(job: Int) {
    if load?.job == job {
      stops(.cancelled)
      return startsQueued()
    }
    for end in Self.ends where list?[keyPath: end].isBusy == true && list?[keyPath: end].job == job
    {
      stops(end, .cancelled)
      list?.visible = nil
    }
  }

  /// Ends the load of the list.
  mutating func stops(_ outcome: Outcome) {
    if let load { outcomes[load.job] = outcome }
    drops(load?.fetch)
    load = nil
  }

  /// Drops a call that was not made yet.
  mutating func drops(_ fetch: Fetch?) {
    guard let fetch, fetch.call == nil else { return }
    if let number = wanted.firstIndex(of: fetch.request) { wanted.remove(at: number) }
  }

  /// Ends the load at an end.
  mutating func stops(_ end: EndPath, _ outcome: Outcome) {
    if let endState = list?[keyPath: end], endState.isBusy {
      outcomes[endState.job] = outcome
      if outcome == .failed, let part = endState.part { list?[keyPath: end].failedPart = part }
      list?[keyPath: end].part = nil
    }
    drops(list?[keyPath: end].fetch)
    list?[keyPath: end].stop()
  }

  mutating func newJob() -> Int {
    lastJob += 1
    if answer == nil { answer = lastJob }
    return lastJob
  }

  mutating func perform(_ intent: PagedIntent<String, Row>) {
    answer = nil
    defer { bindsEdits() }
    switch intent {
    case .load(let key): loads(key, isNeeded: false)
    case .loadIfNeeded(let key): loads(key, isNeeded: true)
    case .next: startsRequest(\.end)
    case .previous: startsRequest(\.start)
    case .visible(at: let index): setsVisible(index)
    case .visibleItem(let id):
      let visible = (load?.part ?? list?.withParts.list).map(edited)
      if let index = visible?.rows.firstIndex(where: { $0.id == id }) { setsVisible(index) }
    case .refresh: refreshes(isDeep: false)
    case .refreshAllPages: refreshes(isDeep: true)
    case .revalidate: revalidates()
    case .retry: retries()
    case .cancel: cancels()
    case .clear:
      cancels()
      cachesList()
      clears()
    case .reset:
      cancels()
      clears()
      cached = []
      unsaved = []
    case .invalidate:
      list?.isStale = true
      for number in cached.indices { cached[number].isStale = true }
      if let load { self.load?.isOutdated = !load.fetch.isWaiting || load.draft != nil }
      if failure?.draft != nil { failure?.isOutdated = true }
    case .edit(let edit): edits(edit, into: currentKey)
    }
  }

  /// The list whose ends may load: that of the current key.
  var current: List? {
    guard let key = load?.key ?? failure?.key ?? list?.key, list?.key == key, list?.isPart != true
    else { return nil }
    return list
  }

  mutating func loads(_ key: String, isNeeded: Bool) {
    let before = load
    if let load {
      if load.key == key, isNeeded || policy.load.duplicate == .join { return joins() }
      if load.key != key, policy.load.interruption == .ignore { return }
      stops(.replaced)
    }
    let replaced = before
    if (failure?.key ?? list?.key) != key, let restored = cached.first(where: { $0.key == key }) {
      cached.removeAll { $0.key == key }
      cachesList()
      (list, failure, lastKey) = (restored, nil, key)
    }
    guard let list, list.key == key else {
      return starts(key, .load, shows: policy.load.previous == .always, after: replaced)
    }
    if !isNeeded {
      return starts(key, .load, shows: policy.load.previous != .never, after: replaced)
    }
    if failure != nil || list.isStale { starts(key, .refresh, shows: true, after: replaced) }
  }

  mutating func refreshes(isDeep: Bool) {
    if let load {
      if isDeep, load.draft == nil, load.goal == 1, let list, list.key == load.key,
        list.book.count > 1
      {
        return deepens(list)
      }
      return joins()
    }
    guard let key = failure?.key ?? list?.key ?? lastKey else { return }
    guard let list, list.key == key else {
      if failure != nil { return starts(key, .retry, shows: true) }
      return starts(key, .load, shows: policy.load.previous == .always)
    }
    let deep = isDeep && !list.isPart ? list : nil
    starts(key, .refresh, deep?.book.count ?? 1, from: deep, shows: true)
  }

  mutating func deepens(_ list: List) {
    guard let top = list.top else { return }
    load?.goal = list.book.count
    load?.dropped = list.droppedAtStart
    answer = load?.job
    guard let load, load.fetch.request == top, !load.fetch.isWaiting, !load.isOutdated else {
      self.load?.fetch = Fetch(request: top)
      self.load?.startsRequest()
      return wanted.append(top)
    }
  }

  /// Joins the load in flight, unless it waits or is stale.
  mutating func joins() {
    guard var load else { return }
    if !load.isOutdated || load.fetch.isWaiting { answer = load.job }
    if load.fetch.isWaiting {
      load.fetch.isWaiting = false
      load.startsRequest()
      wanted.append(load.fetch.request)
      self.load = load
    } else if load.isOutdated {
      let top = load.goal > 1 && list?.key == load.key ? list?.top : nil
      let fetch = Fetch(request: top ?? Request(key: load.key))
      stops(.replaced)
      self.load = Load(
        key: load.key,
        cause: load.cause,
        goal: load.goal,
        fetch: fetch,
        dropped: load.dropped,
        shows: load.shows,
        job: newJob(),
        part: load.part,
        visible: load.visible
      )
      wanted.append(fetch.request)
    }
  }

  mutating func starts(
    _ key: String,
    _ cause: LoadCause,
    _ goal: Int = 1,
    from deep: List? = nil,
    shows: Bool,
    after replaced: Load? = nil
  ) {
    let request = deep?.top ?? Request(key: key)
    let part = keptPart(of: replaced, for: key, cause)
    starts(
      Load(
        key: key,
        cause: cause,
        goal: goal,
        fetch: Fetch(request: request),
        dropped: deep?.droppedAtStart ?? [],
        shows: shows,
        part: part,
        visible: part == nil ? nil : replaced?.visible
      )
    )
  }

  mutating func starts(_ load: Load) {
    lastKey = load.key
    if list?.key == load.key { queuesEnds() } else { stopsEnds(.replaced) }
    var load = load
    load.startsRequest()
    load.job = newJob()
    self.load = load
    wanted.append(load.fetch.request)
  }

  /// Loads a stale list or failed pages again.
  mutating func revalidates() {
    if let load { return load.fetch.isWaiting ? answer = load.job : joins() }
    if failure != nil { return retries() }
    guard let list else { return }
    if list.isStale { return refreshes(isDeep: true) }
    for end in Self.ends {
      guard let endState = self.list?[keyPath: end], endState.failure != nil, !endState.isBusy
      else { continue }
      let job = newJob()
      self.list?[keyPath: end].job = job
      fetches(end)
    }
  }

  mutating func retries() {
    if load?.fetch.isWaiting == true { return joins() }
    if load != nil { return }
    if var failed = failure {
      failed.cause = .retry
      failed.shows = true
      (failed.part, failed.visible) = (nil, nil)
      failed.fetch = Fetch(request: failed.fetch.request)
      return starts(failed)
    }
    for end in Self.ends {
      guard let endState = list?[keyPath: end] else { continue }
      if endState.failure != nil, !endState.isBusy {
        let job = newJob()
        list?[keyPath: end].job = job
        fetches(end)
      } else if endState.fetch?.isWaiting == true {
        if answer == nil { answer = endState.job }
        fetches(end)
      }
    }
  }

  mutating func cancels() {
    stops(.cancelled)
    stopsEnds(.cancelled)
  }

  mutating func clears() { (list, failure, lastKey) = (nil, nil, nil) }

  mutating func cachesList() {
    stopsEnds(.replaced)
    if let list { caches(list) }
  }

  mutating func caches(_ list: List) {
    if list.isPart { return }
    var list = list
    list.removesParts()
    cached.removeAll { $0.key == list.key }
    cached.insert(list, at: 0)
    cached = Array(cached.prefix(policy.cachedLists))
  }

  /// The key of the list that an insertion changes.
  var currentKey: String? { load?.key ?? failure?.key ?? list?.key }

  /// A saved edit inserts at the start if the list does not contain the neighbor.
  mutating func edits(_ edit: ListEdit<Row>, into key: String?, isSaved: Bool = false) {
    for number in cached.indices where !edit.isInsertion || cached[number].key == key {
      if isSaved {
        cached[number].makeOrMove(edit, excludes: false)
      } else {
        _ = cached[number].make(edit)
      }
    }
    if let list, !edit.isInsertion || list.key == key {
      if self.list?.make(edit) != true {
        if !editsParts(edit) {
          if isSaved { self.list?.makeOrMove(edit, excludes: false) }
          for end in Self.ends where list[keyPath: end].fetch?.isWaiting == false {
            self.list?[keyPath: end].fetch?.edits.append(edit)
          }
        }
      } else if case .remove = edit {
        prefetches()
        if let current, current.rows.isEmpty, !current.end.isBusy, current.end.failure == nil {
          startsRequest(\.end)
        }
      }
    }
    if let part = load?.part, !edit.isInsertion || part.key == key {
      self.load?.part?.makeOrMove(edit)
    }
    if !edit.isInsertion || load?.key == key { load?.edits.append(edit) }
    if failure?.draft != nil, !edit.isInsertion || failure?.key == key {
      failure?.edits.append(edit)
    }
  }
}
