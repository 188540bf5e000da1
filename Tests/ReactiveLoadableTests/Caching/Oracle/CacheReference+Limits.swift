import ReactiveLoadable

// Stored values, and limits that change.

extension CacheReference {
  /// Stores the value of a key, if there is any room.
  mutating func keep(_ key: String) {
    guard memory[key] != nil else { return }
    memory[key]?.isKept = true
    if rules.count == 0 { evict(key) }
  }

  mutating func trimAll() {
    for (key, known) in memory where known.isKept { evict(key) }
  }

  private mutating func evict(_ key: String) {
    counts.evictions += 1
    memory[key]?.isKept = false
    if entry(of: key) == nil { memory[key] = nil }
  }

  mutating func limitCount(to count: Int) {
    rules.count = count
    if count == 0 { trimAll() }
  }

  mutating func limitQueue(to limit: Int) {
    rules.limit = limit
    while turns.count < limit, lines.contains(where: { !$0.isEmpty }) { beginNext() }
  }

  /// Limits the remaining time to live of stored values, also if it was longer before.
  mutating func limitTime(to time: Duration?) {
    defer { rules.timeToLive = time }
    guard let time, time != rules.timeToLive else { return }
    for (key, known) in memory where known.settled.text != nil {
      memory[key]?.expiry = min(known.expiry ?? now + time, now + time)
      memory[key]?.settled = known.settled.stale(noLaterThan: now + time)
    }
  }
}

extension CacheReference.Settled {
  fileprivate func stale(noLaterThan moment: Duration) -> Self {
    guard case .loaded(let text, let staleAt) = self else { return self }
    return .loaded(text, staleAt: min(staleAt ?? moment, moment))
  }
}
