/// What is known by key, in numbered rows: a hit among many keys has to find all that it reads in little memory.
///
/// A row is its key's for as long as the key is there.
@usableFromInline
struct CacheTable<Key: Hashable & Sendable, Value: Sendable, Failure: Error>: Sendable {
  @usableFromInline typealias Known = KnownKey<Key, Value, Failure>

  @usableFromInline var places: [Key: UInt32] = [:]
  /// What readers look at, by row.
  @usableFromInline var fronts: ContiguousArray<CacheFront<Value>> = []
  private var rows: ContiguousArray<Known?> = []
  private var free: [Int] = []

  init() {}

  @inlinable
  func row(of key: Key) -> Int? { places[key].map { Int($0) } }

  /// In the order of their rows, which is that in which they came as long as none has left.
  var keys: [Key] { rows.compactMap { $0?.key } }

  /// What is known in a row that is in use.
  subscript(row: Int) -> Known? { rows[row] }

  subscript(key: Key) -> Known? { row(of: key).flatMap { rows[$0] } }

  /// Makes the row of a key that has none; returns its number.
  mutating func insert(_ known: Known) -> Int {
    let row = free.popLast() ?? rows.count
    places[known.key] = UInt32(row)
    if row == rows.count {
      rows.append(known)
      fronts.append(CacheFront(known))
    } else {
      write(known, in: row)
    }
    return row
  }

  /// Changes what is known in a row.
  mutating func change(_ row: Int, _ body: (inout Known) -> Void) {
    guard var known = rows[row] else { return }
    body(&known)
    write(known, in: row)
  }

  /// Changes what is known of every key.
  mutating func changeAll(_ body: (inout Known) -> Void) {
    for row in rows.indices where rows[row] != nil { change(row, body) }
  }

  /// Takes a row out; returns what was there, to be released where no lock is held.
  mutating func remove(_ row: Int) -> Known? {
    guard let known = rows[row] else { return nil }
    places[known.key] = nil
    (rows[row], fronts[row]) = (nil, CacheFront())
    free.append(row)
    if isEmpty { self = Self() }
    return known
  }

  var isEmpty: Bool { places.isEmpty }

  /// Writes what is known in a row; the key that was first there stays.
  mutating func write(_ known: Known, in row: Int) {
    rows[row] = known.with(rows[row]?.key ?? known.key)
    fronts[row] = CacheFront(known)
  }
}

/// What a reader of a key may have at once, and until when.
@usableFromInline
struct CacheFront<Value: Sendable>: Sendable {
  @usableFromInline var value: Value?
  /// In whole nanoseconds, so that it is half as long.
  @usableFromInline var end = Int64.min

  init() {}

  init<Key, Failure>(_ known: KnownKey<Key, Value, Failure>) {
    guard case .loaded(let value, let staleAt) = known.state else { return }
    self.value = value
    end = min(staleAt, known.expiry ?? staleAt).wholeNanoseconds
  }
}

extension Duration {
  /// Rounded down, and the most or the least there is for what is longer.
  @usableFromInline
  var wholeNanoseconds: Int64 {
    let (seconds, attoseconds) = components
    let (product, isTooMuch) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    let rest = attoseconds / 1_000_000_000 - (attoseconds % 1_000_000_000 < 0 ? 1 : 0)
    let (sum, isStillTooMuch) = product.addingReportingOverflow(rest)
    return isTooMuch || isStillTooMuch ? (seconds < 0 ? .min : .max) : sum
  }
}
