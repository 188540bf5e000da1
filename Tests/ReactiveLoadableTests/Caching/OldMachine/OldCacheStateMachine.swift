@testable import ReactiveLoadable

/// The state machine of a ``LoaderCache``: the interests, the cached states and the evictions.
///
/// A key has an entry while it has interests. The entry contains the loader as an opaque handle.
/// The row of a key in the table contains its cached state, with or without an entry; the memory
/// decides which rows are evicted. Every entry has a unique id, and a change with another id has no
/// effect.
///
/// Removed values are part of the results, so that the caller releases them outside the lock.

struct OldCacheStateMachine<
  Key: Hashable & Sendable,
  Value: Sendable,
  Failure: Error,
  Handle: Sendable
>: Sendable {
  typealias ID = UInt
  typealias State = OldKeptState<Value, Failure>
  typealias Known = OldKnownKey<Key, Value, Failure>

  struct Entry: Sendable {
    let id: ID
    /// The row of the key, unless the key was removed.
    let row: Int
    let handle: Handle
    var interests = OldInterestCounts()
    /// The ticket of the load in flight.
    var load: UInt?
    /// True if an invalidation made the result of the load in flight stale.
    var isOutdated = false
    /// The number of the last decision that the loader reported.
    var decision: UInt?
    /// The logical time at which the last reported value was requested or written.
    var asOf: UInt?
    /// The ticket of the grace countdown; `nil` while the entry has interests.
    var leaving: UInt?
    /// True if the key was removed, so that later values are not cached.
    var isForgotten = false

    var priority: LoadPriority { interests.highest ?? .veryLow }
  }

  var table = OldCacheTable<Key, Value, Failure>()
  var memory: CacheMemory
  var hits = 0
  var counted = CacheStatistics()
  var entries: [ID: Entry] = [:]
  var limits: CacheLimits
  /// The expiry time of the values that were cached at the last change of the time to live.
  var endOfLives: Duration?
  let hasGrace: Bool
  private var lastID: ID = 0

  init(_ limits: CacheLimits, hasGrace: Bool) {
    memory = CacheMemory(room: limits.room)
    self.limits = limits
    self.hasGrace = hasGrace
  }

  var statistics: CacheStatistics {
    var statistics = counted
    statistics.hits = hits
    (statistics.count, statistics.cost) = (memory.kept.count, memory.kept.cost)
    statistics.activeKeys = entries.count
    return statistics
  }

  mutating func newID() -> ID {
    lastID += 1
    return lastID
  }
}

// MARK: Reading

extension OldCacheStateMachine {
  /// Looks for a fresh value, which counts as a use and a hit.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - now: The time in whole nanoseconds.
  /// - Returns: The value, if it is cached and fresh.

  mutating func read(_ key: Key, at now: Int64) -> Value? {
    guard let row = table.row(of: key), now < table.fronts[row].end else { return nil }
    hits += 1
    memory.note(row)
    return table.fronts[row].value
  }

  /// Removes a key whose time to live has passed; returns its state if so.
  mutating func expire(_ key: Key, at now: Duration) -> Known? {
    guard let row = table.row(of: key), table[row]?.isExpired(at: now) ?? false
    else { return nil }
    counted.expirations += 1
    return remove(row)
  }

  /// Removes a row; returns its state.
  mutating func remove(_ row: Int) -> Known? {
    memory.release(row)
    let known = table.remove(row)
    if table.isEmpty { memory.forgetRows() }
    return known
  }

  /// Inserts the row of a key that has none; returns the index of the row.
  mutating func insert(_ known: Known) -> Int {
    let row = table.insert(known)
    memory.begin(row, hash: known.key.hashValue)
    return row
  }
}
