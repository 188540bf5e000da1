import ReactiveLoadable

// The ends of the list.

extension PagedReference {
  typealias EndPath = WritableKeyPath<List, End>

  mutating func startsRequest(_ end: EndPath) {
    if load == nil, failure == nil, list == nil {
      if let lastKey { starts(lastKey, .load, shows: policy.load.previous == .always) }
      return
    }
    guard let endState = current?[keyPath: end] else {
      if let load { answer = load.job }
      return
    }
    if endState.isBusy {
      if answer == nil { answer = endState.job }
      if endState.fetch?.isWaiting == true { fetches(end) }
    } else if endState.request != nil, endState.failure == nil || mayRetry(endState) {
      let job = newJob()
      list?[keyPath: end].job = job
      if load == nil { fetches(end) } else { list?[keyPath: end].isQueued = true }
    }
  }

  /// Whether rows and `next()` may request at an end that has failed: the delay doubles with each
  /// failure.
  func mayRetry(_ endState: End) -> Bool {
    guard case .retry(let first) = policy.afterFailure else { return false }
    var wait = first
    for _ in 1..<max(endState.failures, 1) { wait = min(wait * 2, .seconds(60)) }
    return now - endState.failedAt >= wait
  }

  /// Starts the load at an end, also if it waits for another attempt.
  mutating func fetches(_ end: EndPath) {
    guard let endState = list?[keyPath: end],
      let request = endState.fetch?.request ?? endState.request
    else {
      return
    }
    var fetch = endState.fetch ?? Fetch(request: request)
    fetch.isWaiting = false
    list?[keyPath: end].fetch = fetch
    list?[keyPath: end].isQueued = false
    wanted.append(request)
  }

  mutating func setsVisible(_ visible: Int) {
    guard let index = confirmedIndex(of: visible) else { return }
    if let part = load?.part {
      if part.rows.indices.contains(index) { load?.visible = index }
      return
    }
    if let list, list.isPart, list.key == (load?.key ?? failure?.key) {
      if list.rows.indices.contains(index) { self.list?.visible = index }
      return
    }
    guard let (shown, startCount) = current?.withParts, shown.rows.indices.contains(index) else {
      return
    }
    list?.visible = index - startCount
    for end in Self.ends where needsPage(at: end) {
      if let endState = self.current?[keyPath: end], endState.isBusy {
        if answer == nil { answer = endState.job }
      } else {
        startsRequest(end)
      }
    }
  }

  mutating func prefetches() {
    for end in Self.ends { prefetches(at: end) }
  }

  /// Checks an end again, for the last visible row.
  mutating func prefetches(at end: EndPath) {
    guard let endState = list?[keyPath: end], !endState.isBusy, endState.failure == nil else {
      return
    }
    if needsPage(at: end) { startsRequest(end) }
  }

  func needsPage(at end: EndPath) -> Bool {
    guard let list = current, let visible = list.visible, !list.rows.isEmpty else { return false }
    return (end == \List.end ? list.rows.count - 1 - visible : visible) < policy.prefetchDistance
  }

  mutating func queuesEnds() {
    for end in Self.ends where list?[keyPath: end].fetch != nil {
      drops(list?[keyPath: end].fetch)
      list?[keyPath: end].stop()
      list?[keyPath: end].isQueued = true
    }
  }

  mutating func stopsEnds(_ outcome: Outcome) {
    for end in Self.ends { stops(end, outcome) }
    list?.visible = nil
  }

  mutating func startsQueued() {
    for end in Self.ends where list?[keyPath: end].isQueued == true {
      if list?[keyPath: end].request == nil { stops(end, .skipped) } else { fetches(end) }
    }
  }
}
