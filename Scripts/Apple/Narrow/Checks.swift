// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// The checks that Scripts/apple.sh runs where `Int` has 32 bits: code that traps ends the run.
import Foundation

/// A row of a list.
private struct Row: Identifiable, Equatable { let id: Int }

/// A sequence of 32-bit numbers, the same in each run.
private struct Numbers {
  private var state: UInt32 = 1

  mutating func next() -> Int {
    state = state &* 1_664_525 &+ 1_013_904_223
    return Int(truncatingIfNeeded: state)
  }
}

/// Returns 32: the checks are worth nothing elsewhere.
@_expose(wasm, "bits") @_cdecl("bits")
public func bits() -> Int { Int.bitWidth }

/// Returns the number of hashes whose number a table does not find, or finds for another hash.
@_expose(wasm, "hashTable") @_cdecl("hashTable")
public func hashTable() -> Int {
  let table = ConcurrentHashTable(capacity: 10_000)
  var (numbers, faults) = (Numbers(), 0)
  var hashes = [Int.min, -1, 0, 1, Int.max]
  while hashes.count < 10_000 { hashes.append(numbers.next()) }
  for (number, hash) in hashes.enumerated() where !table.add(hash, number) { faults += 1 }
  for (number, hash) in hashes.enumerated()
  where table.first(hash, { $0 == number ? true : nil }) != true {
    faults += 1
  }
  return faults
}

/// Returns the number of rows that are missing or twice in a list of pages that overlap.
@_expose(wasm, "pages") @_cdecl("pages")
public func pages() -> Int {
  var list = SharedItems<Row>()
  var index = ItemIndex(list)
  for page in 0..<100 {
    let new = index.newItems(of: (0..<20).map { Row(id: (page * 19 + $0) &* 48_271) }, for: list)
    let longer = list.adding(new.items, new.hashes, at: page % 3 == 0 ? .start : .end)
    index.record(longer, since: list)
    list = longer
  }
  let expected = Set<Int>((0..<1901).map { $0 &* 48_271 })
  let ids = list.elements.map { $0.id }
  return abs(ids.count - expected.count) + expected.symmetricDifference(ids).count
}

/// Returns the number of evictions after which a cache exceeds its capacity or has lost a row.
@_expose(wasm, "eviction") @_cdecl("eviction")
public func eviction() -> Int {
  let capacity = CacheSize(count: 100, cost: CacheSize.maxCost)
  var eviction = CacheEviction(capacity: capacity)
  var (numbers, cached, faults) = (Numbers(), Set<Int>(), 0)
  for row in 0..<1000 { eviction.addRow(row, hash: numbers.next()) }
  for _ in 0..<20_000 {
    let row = Int(UInt(bitPattern: numbers.next()) % 1000)
    let cost = Int(UInt(bitPattern: numbers.next()) % UInt(CacheSize.maxCost))
    if eviction.isCached(row) { eviction.recordUse(row) }
    cached.insert(row)
    for evicted in eviction.cache(row, cost: cost) { cached.remove(evicted) }
    if eviction.cached.exceeds(capacity) || eviction.cached.count != cached.count { faults += 1 }
  }
  return faults
}

/// Returns the number of wrong numbers of seconds and times of files.
@_expose(wasm, "numbers") @_cdecl("numbers")
public func numbers() -> Int {
  let (now, later) = (Date(timeIntervalSince1970: 0), Date(timeIntervalSince1970: 1e11))
  let early = timespec(Date(timeIntervalSince1970: -1e11))
  let checks = [
    Int(deltaSeconds: "2147483646") == 2_147_483_646,
    Int(deltaSeconds: "2147483648") == Int.max,
    Int(deltaSeconds: "99999999999999999999") == Int.max,
    RetryAfter("9999999999", now: now) == .seconds(.max),
    RetryAfter.date(later).delay(at: now) == .seconds(Int.max),
    Date(timespec(later)) == Date(timeIntervalSince1970: Double(Int.max)),
    early.tv_sec == -Int.max && early.tv_nsec == 0,
    timespec(Date(timeIntervalSince1970: 1.5)).tv_nsec == 500_000_000,
  ]
  return checks.count { !$0 }
}

nonisolated(unsafe) private let text = UnsafeMutablePointer<UInt8>.allocate(capacity: 64)

/// Returns the address of the text of a date.
@_expose(wasm, "text") @_cdecl("text")
public func addressOfText() -> UnsafeMutablePointer<UInt8> { text }

/// Writes the text of a date, and returns its length.
@_expose(wasm, "write") @_cdecl("write")
public func write(_ seconds: Double) -> Int {
  let bytes = Array(HTTPDate.text(for: Date(timeIntervalSince1970: seconds)).utf8)
  for (index, byte) in bytes.enumerated() { text[index] = byte }
  return bytes.count
}

/// Reads a text of this length, and returns the seconds of its date; NaN if there is none.
@_expose(wasm, "read") @_cdecl("read")
public func read(_ length: Int) -> Double {
  let bytes = UnsafeBufferPointer(start: text, count: length)
  let now = Date(timeIntervalSince1970: 1_800_000_000)
  let date = HTTPDate.date(from: String(decoding: bytes, as: UTF8.self), now: now)
  return date?.timeIntervalSince1970 ?? .nan
}
