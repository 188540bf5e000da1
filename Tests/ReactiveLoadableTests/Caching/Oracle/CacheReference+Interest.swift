import ReactiveLoadable

// The intents of a cache.

extension CacheReference {
  /// Adds an interest in a key; returns whether it is a hit.
  mutating func addInterest(_ interest: Int, _ key: String, at priority: LoadPriority) -> Bool {
    removeIfExpired(key)
    let index = entry(of: key) ?? addEntry(key)
    let id = entries[index].id
    entries[index].endsAt = nil
    entries[index].interests[interest] = priority
    prioritize(id)
    if let work = entries[index].work {
      if work.isOutdated { restart(id) } else { counts.joins += 1 }
      return false
    }
    return lookUp(id)
  }

  private mutating func addEntry(_ key: String) -> Int {
    lastID += 1
    let record = records[key] ?? Record()
    records[key] = record
    entries.append(Entry(id: lastID, key: key, settled: record.settled))
    return entries.count - 1
  }

  private mutating func lookUp(_ id: Int) -> Bool {
    guard let index = index(of: id), let record = records[entries[index].key] else { return false }
    switch record.settled {
    case .empty: start(id, .load)
    case .loaded:
      if record.settled.isFresh(at: now) {
        counts.hits += 1
        return true
      }
      start(id, .refresh)
    case .failed:
      if record.backoffEnd.map({ now < $0 }) ?? true {
        counts.failureHits += 1
      } else {
        start(id, .load)
      }
    }
    return false
  }

  /// An interest ends.
  mutating func removeInterest(_ interest: Int) {
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
    dequeue(id)
    guard !entry.isRemoved else { return }
    if case .empty = entry.settled { records[entry.key] = nil }
    if records[entry.key]?.isCached == false { cache(entry.key) }
  }

  /// A prefetch is an interest that ends with the load.
  mutating func prefetch(_ interest: Int, _ key: String, at priority: LoadPriority) {
    _ = addInterest(interest, key, at: priority)
    guard let index = entry(of: key) else { return }
    entries[index].prefetches.insert(interest)
  }

  /// Ends the prefetches that load nothing.
  mutating func endPrefetches() {
    for entry in entries where entry.work == nil {
      for interest in entry.prefetches { removeInterest(interest) }
    }
  }
}

// MARK: Reloading

extension CacheReference {
  mutating func retry(_ interest: Int) {
    guard let entry = entries.first(where: { $0.interests[interest] != nil }) else { return }
    if case .delay? = entry.work?.phase { return attempt(entry.id) }
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
      if entry.settled.text != nil { return start(entry.id, .refresh) }
      return start(entry.id, entry.settled.state.error == nil ? .load : .retry)
    }
    if case .delay = work.phase { return attempt(entry.id) }
    if work.isOutdated { restart(entry.id) }
  }
}

// MARK: Setting and reading

extension CacheReference {
  mutating func set(_ text: String, for key: String) {
    var record = Record(settled: fresh(text), expiry: expiry)
    record.failures = 0
    records[key] = record
    if let index = entry(of: key) {
      entries[index].settled = record.settled
      entries[index].work?.shown = text
    }
    cache(key)
  }

  mutating func invalidate(_ key: String) {
    if let stale = records[key]?.settled.stale { records[key]?.settled = stale }
    guard let index = entry(of: key) else { return }
    entries[index].settled = entries[index].settled.stale
    if case .attempt? = entries[index].work?.phase { entries[index].work?.isOutdated = true }
  }

  mutating func remove(_ key: String) {
    records[key] = nil
    if let index = entry(of: key) { entries[index].isRemoved = true }
  }

  mutating func read(_ key: String) -> String? {
    removeIfExpired(key)
    guard let settled = records[key]?.settled, settled.isFresh(at: now) else { return nil }
    counts.hits += 1
    return settled.text
  }

  mutating func state(of key: String) -> State {
    removeIfExpired(key)
    if let index = entry(of: key) { return entries[index].state }
    return records[key]?.settled.state ?? .notRequested
  }

  private mutating func removeIfExpired(_ key: String) {
    guard entry(of: key) == nil, let expiry = records[key]?.expiry, now >= expiry else { return }
    counts.expirations += 1
    records[key] = nil
  }

  func fresh(_ text: String) -> Settled {
    var lifetime = rules.freshness
    if let timeToLive = rules.timeToLive { lifetime = min(lifetime ?? timeToLive, timeToLive) }
    return .loaded(text, staleAt: lifetime.map { now + $0 })
  }

  var expiry: Duration? { rules.timeToLive.map { now + $0 } }
}
