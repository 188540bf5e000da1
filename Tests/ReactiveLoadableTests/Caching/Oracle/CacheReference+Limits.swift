import ReactiveLoadable

// What is kept, and limits that change.

extension CacheReference {
  /// Keeps what is known of a key, if there is room for anything.
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

  /// Values that are there live no longer than that from now, also when it was longer before.
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
