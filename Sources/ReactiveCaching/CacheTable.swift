/// The cached keys in rows with an index: the records of the keys in use, and the resting keys.
///
/// A key has the same row until it is removed. Readers use the compact `fronts`, so that a hit
/// among many keys touches little memory. For the same reason a key that was only loaded or set has
/// no record on the heap, where it would lie between the values. After a row has shown a key, its
/// record stays for the next row.
@usableFromInline
struct CacheTable<Key: Hashable & Sendable, Value: Sendable, Failure: Error>: Sendable {
  typealias Known = KnownKey<Key, Value, Failure>
  typealias Resting = RestingKey<Key, Value, Failure>

  @usableFromInline var places: [Key: UInt32] = [:]
  /// The values and expiry times for readers, by row.
  ///
  /// An end is in whole nanoseconds, which needs half the memory of a `Duration`.
  @usableFromInline var fronts: ContiguousArray<(value: Value?, end: Int64)> = []
  /// The records of the keys in use, by row.
  private(set) var records: ContiguousArray<KeyRecord?> = []
  /// The keys without a record, by row.
  private var resting: ContiguousArray<Resting?> = []
  private var free: [Int] = []

  init() {}

  func row(of key: Key) -> Int? {
    guard let row = places[key] else { return nil }
    return Int(row)
  }

  /// The keys in the order of their rows, which is the order of insertion until a key is removed.
  var keys: [Key] { records.indices.compactMap { self[$0]?.key } }

  /// The record in a row, which is a copy while the key rests.
  subscript(row: Int) -> Known? {
    if let record = records[row] { return record.assumed() }
    return resting[row].map { Known($0, row) }
  }

  subscript(key: Key) -> Known? {
    guard let row = row(of: key) else { return nil }
    return self[row]
  }

  /// Returns the record in a row, which is now in use until ``rest(_:)``.
  mutating func use(_ row: Int) -> KeyRecord? {
    if let record = records[row] { return record }
    guard let state = resting[row] else { return nil }
    let known = Known(state, row)
    records[row] = known
    resting[row] = nil
    return known
  }

  /// Stores only the settled state of a key, if nothing uses its record.
  mutating func rest(_ known: Known) {
    guard let row = known.facts.row, known.isUnused else { return }
    resting[row] = Resting(known)
    records[row] = nil
    known.facts.row = nil
  }

  /// Returns true if the key in a row has expired.
  func isExpired(_ row: Int, at now: Duration) -> Bool {
    if let record = records[row] { return record.facts.isExpired(at: now) }
    return resting[row].map { now >= $0.terms.expiry } ?? false
  }

  /// Inserts the record of a key that has none; returns the index of its row.
  mutating func insert(_ known: Known) -> Int {
    let row = free.popLast() ?? records.count
    places[known.key] = UInt32(row)
    known.facts.row = row
    if row == records.count {
      records.append(known)
      resting.append(nil)
      fronts.append(known.front)
    } else {
      records[row] = known
      fronts[row] = known.front
    }
    return row
  }

  /// Makes a change of a record visible to readers; a removed record has none.
  mutating func show(_ known: Known) {
    if let row = known.facts.row { fronts[row] = known.front }
  }

  /// Removes a row; returns its record, which the caller releases outside the lock.
  mutating func remove(_ row: Int) -> Known? {
    guard let known = self[row] else { return nil }
    places[known.key] = nil
    (records[row], resting[row], fronts[row]) = (nil, nil, (nil, .min))
    known.facts.row = nil
    free.append(row)
    if isEmpty { self = Self() }
    return known
  }

  var isEmpty: Bool { places.isEmpty }
}

/// The settled state of a key that nothing uses.
struct RestingKey<Key: Hashable & Sendable, Value: Sendable, Failure: Error>: Sendable {
  let key: Key
  let state: KeptState<Value, Failure>
  let terms: CacheTerms
  let failures: Int
  let restsUntil: Duration

  init(_ known: KnownKey<Key, Value, Failure>) {
    key = known.key
    state = known.state
    terms = known.facts.terms
    failures = known.facts.failures
    restsUntil = known.facts.restsUntil
  }
}

extension KnownKey {
  /// The value of a key for readers, and the time at which it becomes stale or expires.
  var front: (value: Value?, end: Int64) {
    guard case .loaded(let value, _) = state else { return (nil, .min) }
    return (value, facts.end.wholeNanoseconds)
  }
}

extension Duration {
  /// The duration in nanoseconds, rounded down and clamped to the range of `Int64`.
  var wholeNanoseconds: Int64 {
    let (seconds, attoseconds) = components
    let (product, isTooMuch) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    let rest = attoseconds / 1_000_000_000 - (attoseconds % 1_000_000_000 < 0 ? 1 : 0)
    let (sum, isStillTooMuch) = product.addingReportingOverflow(rest)
    return isTooMuch || isStillTooMuch ? (seconds < 0 ? .min : .max) : sum
  }
}
