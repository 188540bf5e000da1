import ReactiveLoading

/// The cached keys in rows with an index: the entries of the keys in use, and the inactive entries.
///
/// A key has the same row until it is removed. Readers use the compact `fastPath`, so that a hit
/// among many keys touches little memory. For the same reason a key that was only loaded or set has
/// no object on the heap, where it would lie between the values. After a row has shown a key, its
/// entry stays active for the next row.
@usableFromInline
struct CacheTable<Key: Hashable & Sendable, Value: Sendable, Failure: Error>: Sendable {
  typealias Entry = CacheEntry<Key, Value, Failure>

  @usableFromInline var rows: [Key: UInt32] = [:]
  /// The values and expiry times for readers, by row.
  ///
  /// An end is in whole nanoseconds, which needs half the memory of a `Duration`.
  @usableFromInline var fastPath: ContiguousArray<(value: Value?, end: Int64)> = []
  /// The entries of the keys in use, by row.
  @usableFromInline private(set) var active: ContiguousArray<AnyCacheEntry?> = []
  /// The other entries, by row.
  private var inactive: ContiguousArray<InactiveEntry?> = []
  /// The keys of all entries, by row; `nil` in a free row.
  private var storedKeys: ContiguousArray<Key?> = []
  private var free: [Int] = []

  init() {}

  func row(of key: Key) -> Int? {
    guard let row = rows[key] else { return nil }
    return Int(row)
  }

  /// The keys in the order of their rows, which is the order of insertion until a key is removed.
  var keys: [Key] { storedKeys.compactMap(\.self) }

  /// The entry in a row, which is a copy while the key is inactive.
  // NB: In two parts for the same reason as ``activate(_:)``.
  subscript(row: Int) -> Entry? {
    @inline(__always) get {
      if let entry = active[row] { return entry.assumed() }
      return inactiveEntry(row)
    }
  }

  @inline(never)
  private func inactiveEntry(_ row: Int) -> Entry? {
    guard let state = inactive[row], let key = storedKeys[row] else { return nil }
    return Entry(key, state, row)
  }

  subscript(key: Key) -> Entry? {
    guard let row = row(of: key) else { return nil }
    return self[row]
  }

  /// Returns the entry in a row, which is active until ``deactivate(_:)``.
  // NB: In two parts, so that an entry in use is found without a look-up of types.
  @inline(__always)
  mutating func activate(_ row: Int) -> AnyCacheEntry? { active[row] ?? activateInactive(row) }

  @inline(never)
  private mutating func activateInactive(_ row: Int) -> AnyCacheEntry? {
    guard let entry = inactiveEntry(row) else { return nil }
    active[row] = entry
    inactive[row] = nil
    return entry
  }

  /// Stores only the settled state of a key, if nothing uses its entry.
  mutating func deactivate(_ entry: Entry) {
    guard let row = entry.core.row, entry.isUnused else { return }
    inactive[row] = InactiveEntry(entry.core, entry.state)
    active[row] = nil
    entry.core.row = nil
  }

  @inline(__always)
  func isExpired(_ row: Int, at now: Duration) -> Bool {
    if let entry = active[row] { return entry.core.isExpired(at: now) }
    return isInactiveExpired(row, at: now)
  }

  @inline(never)
  private func isInactiveExpired(_ row: Int, at now: Duration) -> Bool {
    inactive[row].map { now >= $0.metadata.expiry } ?? false
  }

  /// Inserts the entry of a new key; returns the index of its row.
  mutating func insert(_ entry: Entry) -> Int {
    let row = free.popLast() ?? active.count
    rows[entry.key] = UInt32(row)
    entry.core.row = row
    if row == active.count {
      active.append(entry)
      inactive.append(nil)
      storedKeys.append(entry.key)
      fastPath.append(entry.fastPath)
    } else {
      active[row] = entry
      storedKeys[row] = entry.key
      fastPath[row] = entry.fastPath
    }
    return row
  }

  /// Makes a change of an entry visible to readers; a removed entry has no row.
  mutating func updateFastPath(_ entry: Entry) {
    if let row = entry.core.row { fastPath[row] = entry.fastPath }
  }

  /// Removes the row of an entry, which the caller releases outside the lock.
  mutating func remove(_ entry: Entry, at row: Int) {
    rows[entry.key] = nil
    (active[row], inactive[row]) = (nil, nil)
    (storedKeys[row], fastPath[row]) = (nil, (nil, .min))
    entry.core.row = nil
    free.append(row)
    if isEmpty { self = Self() }
  }

  var isEmpty: Bool { rows.isEmpty }
}

/// The settled state of a key that nothing uses.
// NB: Without the key, so that moving it looks up no type.
struct InactiveEntry: Sendable {
  let state: CachedState
  let metadata: CacheEntryMetadata
  let failures: Int
  let backoffEnd: Duration

  init(_ core: CacheEntryCore, _ state: CachedState) {
    self.state = state
    metadata = core.metadata
    failures = core.failures
    backoffEnd = core.backoffEnd
  }
}

extension CacheEntry {
  /// The value of a key for readers, and the time at which it becomes stale or expires.
  var fastPath: (value: Value?, end: Int64) {
    guard case .loaded(let value, _) = state else { return (nil, .min) }
    return (value.assumed(of: Value.self).value, core.end.wholeNanoseconds)
  }
}

extension Duration {
  /// The duration in nanoseconds, rounded down and clamped to the range of `Int64`.
  var wholeNanoseconds: Int64 {
    let (seconds, attoseconds) = components
    let (product, productOverflows) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    let rest = attoseconds / 1_000_000_000 - (attoseconds % 1_000_000_000 < 0 ? 1 : 0)
    let (sum, sumOverflows) = product.addingReportingOverflow(rest)
    return productOverflows || sumOverflows ? (seconds < 0 ? .min : .max) : sum
  }
}
