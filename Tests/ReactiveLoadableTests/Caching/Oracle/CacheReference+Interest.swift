import ReactiveLoadable

// The intents of a cache.

extension CacheReference {
  /// Adds an interest in a key; returns whether it is a hit.
  mutating func take(_ interest: Int, _ key: String, at priority: LoadPriority) -> Bool {
    forgetIfTooOld(key)
    let index = entry(of: key) ?? begin(key)
    let id = entries[index].id
    entries[index].endsAt = nil
    entries[index].interests[interest] = priority
    prioritize(id)
    if let work = entries[index].work {
      if work.isOutdated { restart(id) } else { counts.joins += 1 }
      return false
    }
    return find(id)
  }

  private mutating func begin(_ key: String) -> Int {
    lastID += 1
    let known = memory[key] ?? Known()
    memory[key] = known
    entries.append(Entry(id: lastID, key: key, settled: known.settled))
    return entries.count - 1
  }

  private mutating func find(_ id: Int) -> Bool {
    guard let index = index(of: id), let known = memory[entries[index].key] else { return false }
    switch known.settled {
    case .nothing: start(id, .load)
    case .loaded:
      if known.settled.isFresh(at: now) {
        counts.hits += 1
        return true
      }
      start(id, .refresh)
    case .failed:
      if known.restsUntil.map({ now < $0 }) ?? true {
        counts.failureHits += 1
      } else {
        start(id, .load)
      }
    }
    return false
  }

  /// An interest ends.
  mutating func leave(_ interest: Int) {
    guard let index = entries.firstIndex(where: { $0.interests[interest] != nil }) else { return }
    let id = entries[index].id
    entries[index].interests[interest] = nil
    entries[index].prefetches.remove(interest)
    if !entries[index].interests.isEmpty { return prioritize(id) }
    if entries[index].work == nil { return end(id) }
    if rules.grace == .zero {
      counts.cancelledLoads += 1
      return end(id)
    }
    entries[index].endsAt = now + rules.grace
    prioritize(id)
  }

  mutating func change(_ interest: Int, to priority: LoadPriority) {
    guard let index = entries.firstIndex(where: { $0.interests[interest] != nil }) else { return }
    entries[index].interests[interest] = priority
    prioritize(entries[index].id)
  }

  /// Ends the entry of a key without interests.
  mutating func end(_ id: Int) {
    guard let index = index(of: id) else { return }
    let entry = entries.remove(at: index)
    stopTurn(id)
    guard !entry.isForgotten else { return }
    if case .nothing = entry.settled { memory[entry.key] = nil }
    if memory[entry.key]?.isKept == false { keep(entry.key) }
  }

  /// A prefetch is an interest that ends with the load.
  mutating func prefetch(_ interest: Int, _ key: String, at priority: LoadPriority) {
    _ = take(interest, key, at: priority)
    guard let index = entry(of: key) else { return }
    entries[index].prefetches.insert(interest)
  }

  /// Ends the prefetches that load nothing.
  mutating func endPrefetches() {
    for entry in entries where entry.work == nil {
      for interest in entry.prefetches { leave(interest) }
    }
  }
}

// MARK: Reloading

extension CacheReference {
  mutating func retry(_ interest: Int) {
    guard let entry = entries.first(where: { $0.interests[interest] != nil }) else { return }
    if case .rest? = entry.work?.phase { return attempt(entry.id) }
    if entry.work == nil, case .failed = entry.settled { start(entry.id, .retry) }
  }

  mutating func refresh(_ interest: Int) {
    guard let entry = entries.first(where: { $0.interests[interest] != nil }) else { return }
    refresh(entry)
  }

  mutating func refresh(key: String) {
    guard let index = entry(of: key) else { return invalidate(key) }
    refresh(entries[index])
  }

  private mutating func refresh(_ entry: Entry) {
    guard let work = entry.work else {
      return start(entry.id, entry.settled.text == nil ? .load : .refresh)
    }
    if case .rest = work.phase { return attempt(entry.id) }
    if work.isOutdated { restart(entry.id) }
  }
}

// MARK: Setting and reading

extension CacheReference {
  mutating func set(_ text: String, for key: String) {
    var known = Known(settled: fresh(text), expiry: expiry)
    known.failures = 0
    memory[key] = known
    if let index = entry(of: key) {
      entries[index].settled = known.settled
      entries[index].work?.shown = text
    }
    keep(key)
  }

  mutating func invalidate(_ key: String) {
    if let stale = memory[key]?.settled.stale { memory[key]?.settled = stale }
    guard let index = entry(of: key) else { return }
    entries[index].settled = entries[index].settled.stale
    if case .attempt? = entries[index].work?.phase { entries[index].work?.isOutdated = true }
  }

  mutating func remove(_ key: String) {
    memory[key] = nil
    if let index = entry(of: key) { entries[index].isForgotten = true }
  }

  mutating func read(_ key: String) -> String? {
    forgetIfTooOld(key)
    guard let settled = memory[key]?.settled, settled.isFresh(at: now) else { return nil }
    counts.hits += 1
    return settled.text
  }

  mutating func state(of key: String) -> State {
    forgetIfTooOld(key)
    if let index = entry(of: key) { return entries[index].state }
    return memory[key]?.settled.state ?? .notRequested
  }

  private mutating func forgetIfTooOld(_ key: String) {
    guard entry(of: key) == nil, let expiry = memory[key]?.expiry, now >= expiry else { return }
    counts.expirations += 1
    memory[key] = nil
  }

  func fresh(_ text: String) -> Settled {
    var lasts = rules.freshness
    if let timeToLive = rules.timeToLive { lasts = min(lasts ?? timeToLive, timeToLive) }
    return .loaded(text, staleAt: lasts.map { now + $0 })
  }

  var expiry: Duration? { rules.timeToLive.map { now + $0 } }
}
