@testable import ReactiveLoadable

/// The cached states by key, in rows with an index.
///
/// A key has the same row until it is removed. Readers use the compact `fronts`, so that a hit
/// among many keys touches little memory.

struct OldCacheTable<Key: Hashable & Sendable, Value: Sendable, Failure: Error>: Sendable {
  typealias Known = OldKnownKey<Key, Value, Failure>

  var places: [Key: UInt32] = [:]
  /// The values and expiry times for readers, by row.
  var fronts: ContiguousArray<OldCacheFront<Value>> = []
  private var rows: ContiguousArray<Known?> = []
  private var free: [Int] = []

  init() {}


  func row(of key: Key) -> Int? { places[key].map { Int($0) } }

  /// The keys in the order of their rows, which is the order of insertion until a key is removed.
  var keys: [Key] { rows.compactMap { $0?.key } }

  /// The state in a row that is in use.
  subscript(row: Int) -> Known? { rows[row] }

  subscript(key: Key) -> Known? { row(of: key).flatMap { rows[$0] } }

  /// Inserts the row of a key that has none; returns the index of the row.
  mutating func insert(_ known: Known) -> Int {
    let row = free.popLast() ?? rows.count
    places[known.key] = UInt32(row)
    if row == rows.count {
      rows.append(known)
      fronts.append(OldCacheFront(known))
    } else {
      write(known, in: row)
    }
    return row
  }

  /// Changes the state in a row.
  mutating func change(_ row: Int, _ body: (inout Known) -> Void) {
    guard var known = rows[row] else { return }
    body(&known)
    write(known, in: row)
  }

  /// Changes the states of all keys.
  mutating func changeAll(_ body: (inout Known) -> Void) {
    for row in rows.indices where rows[row] != nil { change(row, body) }
  }

  /// Removes a row; returns its state, which the caller releases outside the lock.
  mutating func remove(_ row: Int) -> Known? {
    guard let known = rows[row] else { return nil }
    places[known.key] = nil
    (rows[row], fronts[row]) = (nil, OldCacheFront())
    free.append(row)
    if isEmpty { self = Self() }
    return known
  }

  var isEmpty: Bool { places.isEmpty }

  /// Writes the state in a row; the row keeps its first key, even if the state has an equal one.
  mutating func write(_ known: Known, in row: Int) {
    rows[row] = known.with(rows[row]?.key ?? known.key)
    fronts[row] = OldCacheFront(known)
  }
}

/// The value of a key for readers, and the time at which it becomes stale or expires.

struct OldCacheFront<Value: Sendable>: Sendable {
  var value: Value?
  /// The end in whole nanoseconds, which needs half the memory of a `Duration`.
  var end = Int64.min

  init() {}

  init<Key, Failure>(_ known: OldKnownKey<Key, Value, Failure>) {
    guard case .loaded(let value, let staleAt) = known.state else { return }
    self.value = value
    end = min(staleAt, known.expiry ?? staleAt).wholeNanoseconds
  }
}

