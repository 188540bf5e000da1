import Atomics

/// The chunks of a list by the hashes of the ids in them.
///
/// An entry is a hint: the item may have been removed, the chunk may belong to another list, or
/// another id may have the same part of its hash. The caller compares the ids in the chunk. So
/// lists that grew from one another share one table, and each adds its entries to it.
struct ChunkIndex: Sendable {
  private var table: HintTable

  /// Creates an index of all chunks of a list.
  init(_ spine: ItemSpine = ItemSpine()) {
    table = HintTable(capacity: spine.count * 2)
    add(spine.numbers, of: spine)
  }

  /// Adds chunks of a list.
  mutating func add(_ numbers: Range<Int>, of spine: ItemSpine) {
    var count = 0
    for number in numbers { count += spine[number].count }
    if table.hasRoom(for: count) {
      for number in numbers {
        for hash in spine[number].hashes { table.add(hash, number) }
      }
    } else {
      self = Self(spine)
    }
  }

  /// Adds a hash with the number of its chunk in a list.
  mutating func add(_ hash: Int, _ number: Int, of spine: ItemSpine) {
    if table.hasRoom(for: 1) { table.add(hash, number) } else { self = Self(spine) }
  }

  /// Returns the first result for a chunk that may contain an id with a hash.
  func first<R>(_ hash: Int, _ body: (_ chunk: Int) -> R?) -> R? { table.first(hash, body) }
}

/// A hash table of chunk numbers with linear probing, to which threads add entries without a lock.
///
/// An entry is one atomic word, a part of a hash and a number, and never changes. At most half of
/// the slots are used.
// SAFETY: the slots are accessed atomically, and released with the table.
private final class HintTable: @unchecked Sendable {
  private typealias Slot = UnsafeAtomic<UInt64>

  private let slots: UnsafeMutablePointer<Slot.Storage>
  private let mask: Int
  private let used = ManagedAtomic(0)

  /// Creates a table with room for as many entries at least.
  init(capacity: Int) {
    var size = 8
    while size < capacity * 2 { size *= 2 }
    mask = size - 1
    slots = .allocate(capacity: size)
    slots.initialize(repeating: Slot.Storage(0), count: size)
  }

  deinit { slots.deallocate() }

  func hasRoom(for count: Int) -> Bool {
    (used.load(ordering: .relaxed) + count) * 2 <= mask + 1
  }

  /// Adds an entry, unless the table has it or has no room for it.
  func add(_ hash: Int, _ number: Int) {
    let (part, entry) = Self.entry(hash, number)
    for distance in 0...mask {
      let slot = Slot(at: slots + ((part + distance) & mask))
      var known = slot.load(ordering: .relaxed)
      if known == 0 {
        let result = slot.compareExchange(expected: 0, desired: entry, ordering: .relaxed)
        if result.exchanged { return used.wrappingIncrement(ordering: .relaxed) }
        known = result.original
      }
      if known == entry { return }
    }
  }

  func first<R>(_ hash: Int, _ body: (_ chunk: Int) -> R?) -> R? {
    let part = Self.entry(hash, 0).part
    for distance in 0...mask {
      let entry = Slot(at: slots + ((part + distance) & mask)).load(ordering: .relaxed)
      if entry == 0 { return nil }
      if Int(entry >> 32) == part, let result = body(Self.number(entry)) { return result }
    }
    return nil
  }

  /// The upper half of an entry is a part of the hash.
  ///
  /// The lower half is a number with an offset, so that no entry is zero.
  private static func entry(_ hash: Int, _ number: Int) -> (part: Int, entry: UInt64) {
    let part = hash.mixedHash
    let offset = UInt32(truncatingIfNeeded: number) ^ 0x8000_0000
    return (part, UInt64(part) << 32 | UInt64(offset))
  }

  private static func number(_ entry: UInt64) -> Int {
    Int(Int32(bitPattern: UInt32(truncatingIfNeeded: entry) ^ 0x8000_0000))
  }
}

extension Int {
  /// 32 bits that depend on all bits of a hash, because an id may have a hash of any kind.
  ///
  /// It is the multiplicative hash of Knuth, with the golden ratio (1973).
  var mixedHash: Int {
    Int((UInt64(UInt(bitPattern: self)) &* 0x9E37_79B9_7F4A_7C15) >> 32)
  }
}
