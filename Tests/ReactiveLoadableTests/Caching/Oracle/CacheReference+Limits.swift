import ReactiveLoadable

// Stored values, and limits that change.

extension CacheReference {
  /// Stores the value of a key, if there is any room.
  mutating func cache(_ key: String) {
    guard records[key] != nil else { return }
    records[key]?.isCached = true
    if rules.count == 0 { evict(key) }
  }

  mutating func trimAll() {
    for (key, record) in records where record.isCached { evict(key) }
  }

  private mutating func evict(_ key: String) {
    counts.evictions += 1
    records[key]?.isCached = false
    if entry(of: key) == nil { records[key] = nil }
  }

  mutating func limitCount(to count: Int) {
    rules.count = count
    if count == 0 { trimAll() }
  }

  mutating func limitQueue(to limit: Int) {
    rules.limit = limit
    while running.count < limit, waiting.contains(where: { !$0.isEmpty }) { startNext() }
  }

  /// Limits the remaining time to live of stored values, also if it was longer before.
  mutating func limitTime(to time: Duration?) {
    defer { rules.timeToLive = time }
    guard let time, time != rules.timeToLive else { return }
    for (key, record) in records where record.settled.text != nil {
      records[key]?.expiry = min(record.expiry ?? now + time, now + time)
      records[key]?.settled = record.settled.stale(noLaterThan: now + time)
    }
  }
}

extension CacheReference.Settled {
  fileprivate func stale(noLaterThan time: Duration) -> Self {
    guard case .loaded(let text, let staleAt) = self else { return self }
    return .loaded(text, staleAt: min(staleAt ?? time, time))
  }
}
