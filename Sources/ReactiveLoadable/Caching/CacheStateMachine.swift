/// The pure heart of a ``LoaderCache``: who is interested in what, what is known, and what is kept.
///
/// Keys have an entry for as long as somebody is interested in them, with a loader that the machine
/// knows by an opaque handle only. What is known of a key, with an entry or not, stands in its row of
/// the table; the memory decides which rows are kept that nobody is interested in. Every entry has an id of its own, and what comes with another id changes nothing.
///
/// What has to be released leaves through the results, to be released where no lock is held.
@usableFromInline
struct CacheStateMachine<
  Key: Hashable & Sendable,
  Value: Sendable,
  Failure: Error,
  Handle: Sendable
>: Sendable {
  @usableFromInline typealias ID = UInt
  typealias State = KeptState<Value, Failure>
  typealias Known = KnownKey<Key, Value, Failure>

  struct Entry: Sendable {
    let id: ID
    /// The row of its key, unless that was forgotten.
    let row: Int
    let handle: Handle
    var interests = InterestCounts()
    /// The ticket of the load that runs.
    var load: UInt?
    /// Whether what it brings was declared stale while it was on its way.
    var isOutdated = false
    /// The last decision of the loader that was heard of.
    var decision: UInt?
    /// When the value was asked for or written that was heard of last.
    var asOf: UInt?
    /// The ticket of the countdown to its end, if nobody is interested any more.
    var leaving: UInt?
    /// Whether the key was removed meanwhile, so that what comes is not kept.
    var isForgotten = false

    var priority: LoadPriority { interests.highest ?? .veryLow }
  }

  @usableFromInline var table = CacheTable<Key, Value, Failure>()
  @usableFromInline var memory: CacheMemory
  @usableFromInline var hits = 0
  var counted = CacheStatistics()
  var entries: [ID: Entry] = [:]
  var limits: CacheLimits
  /// When the values expire that were cached when the time to live was set last; `nil` if it never was.
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

extension CacheStateMachine {
  /// Looks for a fresh value, which counts as a use and a hit.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - now: The time in whole nanoseconds.
  /// - Returns: The value, if it is there and fresh.
  @inlinable
  mutating func read(_ key: Key, at now: Int64) -> Value? {
    guard let row = table.row(of: key), now < table.fronts[row].end else { return nil }
    hits += 1
    memory.note(row)
    return table.fronts[row].value
  }

  /// Takes out what is too old; returns it if so.
  mutating func expire(_ key: Key, at now: Duration) -> Known? {
    guard let row = table.row(of: key), table[row]?.isExpired(at: now) ?? false
    else { return nil }
    counted.expirations += 1
    return remove(row)
  }

  /// Takes a row out; returns what was there.
  mutating func remove(_ row: Int) -> Known? {
    memory.release(row)
    let known = table.remove(row)
    if table.isEmpty { memory.forgetRows() }
    return known
  }

  /// Makes the row of a key that has none; returns its number.
  mutating func insert(_ known: Known) -> Int {
    let row = table.insert(known)
    memory.begin(row, hash: known.key.hashValue)
    return row
  }
}
