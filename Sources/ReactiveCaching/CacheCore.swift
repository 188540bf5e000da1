import ReactiveLoading
import ReactiveRelays

/// The part of a cache's state machine that is independent of its types: counts and eviction.
///
/// It compiles once for all caches. A row that shows a cached key needs nothing else.
@usableFromInline
struct CacheCore: Sendable {
  @usableFromInline var memory: CacheMemory
  @usableFromInline var hits = 0
  var counted = CacheStatistics()
  /// The number of keys with an interest or with a load in its grace time.
  var active = 0
  var limits: CacheLimits
  /// The expiry time of the values that were cached at the last change of the time to live.
  var endOfLives: Duration?
  let hasGrace: Bool
  private var lastID: UInt = 0

  init(_ limits: CacheLimits, hasGrace: Bool) {
    memory = CacheMemory(room: limits.room)
    self.limits = limits
    self.hasGrace = hasGrace
  }

  var statistics: CacheStatistics {
    var statistics = counted
    statistics.hits = hits
    (statistics.count, statistics.cost) = (memory.kept.count, memory.kept.cost)
    statistics.activeKeys = active
    return statistics
  }

  mutating func newID() -> UInt {
    lastID += 1
    return lastID
  }
}

// MARK: Interests

extension CacheCore {
  /// Adds an interest in the key of a record, and counts the result of the lookup.
  mutating func take(
    _ record: KeyRecord,
    at priority: LoadPriority,
    now: Duration
  ) -> KeyFacts.Taken {
    if !record.facts.isActive { active += 1 }
    let taken = record.facts.take(priority, at: now)
    if let row = record.facts.row { memory.note(row) }
    switch taken.found {
    case .hit: hits += 1
    case .joined: counted.joins += 1
    case .resting: counted.failureHits += 1
    case .stale, .missing: break
    }
    return taken
  }

  /// Ends an interest.
  mutating func leave(_ record: KeyRecord, at priority: LoadPriority) -> KeyFacts.Change {
    let change = record.facts.leave(priority, hasGrace ? newID() : nil)
    if case .cancelled = change { counted.cancelledLoads += 1 }
    return change
  }

  /// Ends the grace time of a load.
  mutating func expire(_ record: KeyRecord, _ ticket: UInt) -> KeyFacts.Change {
    let change = record.facts.expire(ticket)
    if case .cancelled = change { counted.cancelledLoads += 1 }
    return change
  }

  /// Ends the use of a key; returns its relay, to be released outside the lock.
  mutating func end(_ record: KeyRecord) -> RelayCore? {
    active -= 1
    record.facts.forgetLoader()
    return record.relay.take()
  }

  /// Returns whether the end of the use of a key changes nothing but its interests.
  func isSettled(_ record: KeyRecord) -> Bool {
    guard record.facts.loader == nil, !record.facts.isShownLonger else { return false }
    return record.facts.row.map { memory.isKept($0) } ?? true
  }
}
