/// The records of the cached keys, in rows with an index.
///
/// A key has the same row until it is removed. Readers use the compact `fronts`, so that a hit
/// among many keys touches little memory.
@usableFromInline
struct CacheTable<Key: Hashable & Sendable, Value: Sendable, Failure: Error>: Sendable {
  @usableFromInline typealias Known = KnownKey<Key, Value, Failure>

  @usableFromInline var places: [Key: UInt32] = [:]
  /// The values and expiry times for readers, by row.
  @usableFromInline var fronts: ContiguousArray<CacheFront<Value>> = []
  private(set) var rows: ContiguousArray<KeyRecord?> = []
  private var free: [Int] = []

  init() {}

  @inlinable
  func row(of key: Key) -> Int? {
    guard let row = places[key] else { return nil }
    return Int(row)
  }

  /// The keys in the order of their rows, which is the order of insertion until a key is removed.
  var keys: [Key] { all.map(\.key) }

  var all: [Known] { rows.indices.compactMap { self[$0] } }

  /// The record in a row that is in use.
  subscript(row: Int) -> Known? {
    guard let record = rows[row] else { return nil }
    return record.assumed()
  }

  subscript(key: Key) -> Known? {
    guard let row = row(of: key) else { return nil }
    return self[row]
  }

  /// Inserts the record of a key that has none; returns the index of its row.
  mutating func insert(_ known: Known) -> Int {
    let row = free.popLast() ?? rows.count
    places[known.key] = UInt32(row)
    known.facts.row = row
    if row == rows.count {
      rows.append(known)
      fronts.append(CacheFront(known))
    } else {
      rows[row] = known
      fronts[row] = CacheFront(known)
    }
    return row
  }

  /// Makes a change of a record visible to readers; a removed record has none.
  mutating func show(_ known: Known) {
    if let row = known.facts.row { fronts[row] = CacheFront(known) }
  }

  /// Removes a row; returns its record, which the caller releases outside the lock.
  mutating func remove(_ row: Int) -> Known? {
    guard let known = self[row] else { return nil }
    places[known.key] = nil
    (rows[row], fronts[row]) = (nil, CacheFront())
    known.facts.row = nil
    free.append(row)
    if isEmpty { self = Self() }
    return known
  }

  var isEmpty: Bool { places.isEmpty }
}

/// The value of a key for readers, and the time at which it becomes stale or expires.
@usableFromInline
struct CacheFront<Value: Sendable>: Sendable {
  @usableFromInline var value: Value?
  /// The end in whole nanoseconds, which needs half the memory of a `Duration`.
  @usableFromInline var end = Int64.min

  init() {}

  init<Key, Failure>(_ known: KnownKey<Key, Value, Failure>) {
    guard case .loaded(let value, _) = known.state else { return }
    self.value = value
    end = known.facts.end.wholeNanoseconds
  }
}

extension Duration {
  /// The duration in nanoseconds, rounded down and clamped to the range of `Int64`.
  @usableFromInline
  var wholeNanoseconds: Int64 {
    let (seconds, attoseconds) = components
    let (product, isTooMuch) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    let rest = attoseconds / 1_000_000_000 - (attoseconds % 1_000_000_000 < 0 ? 1 : 0)
    let (sum, isStillTooMuch) = product.addingReportingOverflow(rest)
    return isTooMuch || isStillTooMuch ? (seconds < 0 ? .min : .max) : sum
  }
}
