import ReactiveLoadable

// The ends of the list.

extension PagedReference {
  typealias EndPath = WritableKeyPath<List, End>

  mutating func startsRequest(_ end: EndPath) {
    if load == nil, failure == nil, list == nil {
      if let lastKey { begins(lastKey, .load, shows: policy.load.previous == .always) }
      return
    }
    guard let lane = current?[keyPath: end] else {
      if let load { answer = load.job }
      return
    }
    if lane.isBusy {
      if answer == nil { answer = lane.job }
      if lane.fetch?.isWaiting == true { fetches(end) }
    } else if lane.request != nil, lane.failure == nil || mayRequestAgain(lane) {
      let job = newJob()
      list?[keyPath: end].job = job
      if load == nil { fetches(end) } else { list?[keyPath: end].isQueued = true }
    }
  }

  /// Whether rows and `next()` may request at an end that has failed: the delay doubles with each
  /// failure.
  func mayRequestAgain(_ lane: End) -> Bool {
    guard case .retry(let first) = policy.afterFailure else { return false }
    var wait = first
    for _ in 1..<max(lane.failures, 1) { wait = min(wait * 2, .seconds(60)) }
    return now - lane.failedAt >= wait
  }

  /// Starts the load at an end, also if it waits for another attempt.
  mutating func fetches(_ end: EndPath) {
    guard let lane = list?[keyPath: end], let request = lane.fetch?.request ?? lane.request else {
      return
    }
    var fetch = lane.fetch ?? Fetch(request: request)
    fetch.isWaiting = false
    list?[keyPath: end].fetch = fetch
    list?[keyPath: end].isQueued = false
    wanted.append(request)
  }

  mutating func sees(_ index: Int) {
    guard let current, current.rows.indices.contains(index) else { return }
    list?.seen = index
    for end in Self.ends where wantsMore(at: end) {
      if let lane = self.current?[keyPath: end], lane.isBusy {
        if answer == nil { answer = lane.job }
      } else {
        startsRequest(end)
      }
    }
  }

  mutating func looks() {
    for end in Self.ends { looks(at: end) }
  }

  /// Checks an end again, for the last visible row.
  mutating func looks(at end: EndPath) {
    guard let lane = list?[keyPath: end], !lane.isBusy, lane.failure == nil else { return }
    if wantsMore(at: end) { startsRequest(end) }
  }

  func wantsMore(at end: EndPath) -> Bool {
    guard let list = current, let seen = list.seen, !list.rows.isEmpty else { return false }
    return (end == \List.end ? list.rows.count - 1 - seen : seen) < policy.prefetchDistance
  }

  mutating func queuesEnds() {
    for end in Self.ends where list?[keyPath: end].fetch != nil {
      forget(list?[keyPath: end].fetch)
      list?[keyPath: end].stop()
      list?[keyPath: end].isQueued = true
    }
  }

  mutating func stopsEnds(_ outcome: Outcome) {
    for end in Self.ends { stops(end, outcome) }
    list?.seen = nil
  }

  mutating func startsQueued() {
    for end in Self.ends where list?[keyPath: end].isQueued == true {
      if list?[keyPath: end].request == nil { stops(end, .skipped) } else { fetches(end) }
    }
  }
}
