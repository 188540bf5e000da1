import Atomics

/// A hash table of numbers with linear probing, to which threads add entries without a lock.
///
/// An entry is one atomic word, a part of a hash and a number, and never changes. It is a hint: the
/// caller compares the element with that number, because other hashes may have the same part. At
/// most half of the slots are used.
// SAFETY: the slots are accessed atomically.
struct ConcurrentHashTable: @unchecked Sendable {
  private typealias Slot = UnsafeAtomic<UInt64>

  /// The number of slots, then the slots, and a last one with the number of used slots.
  private let memory: ManagedBuffer<Int, Slot.Storage>

  /// Creates a table with room for as many entries at least.
  init(capacity: Int) {
    var size = 8
    while size < capacity * 2 { size *= 2 }
    memory = .create(minimumCapacity: size + 1) { _ in size }
    memory.withUnsafeMutablePointerToElements { slots in
      slots.initialize(repeating: Slot.Storage(0), count: size + 1)
    }
  }

  /// Adds an entry, unless the table has it; returns false if the table has no room.
  func add(_ hash: Int, _ number: Int) -> Bool {
    memory.withUnsafeMutablePointers { size, slots in
      let used = Slot(at: slots + size.pointee)
      if used.load(ordering: .relaxed) * 2 >= size.pointee { return false }
      let entry = Self.entry(hash, number)
      for index in Self.slots(for: entry, size.pointee) {
        let result = Slot(at: slots + (index & (size.pointee - 1)))
          .compareExchange(expected: 0, desired: entry, ordering: .relaxed)
        if result.exchanged { used.wrappingIncrement(ordering: .relaxed) }
        if result.exchanged || result.original == entry { return true }
      }
      return false
    }
  }

  /// Returns the first result for a number that may have been added with a hash.
  func first<R>(_ hash: Int, _ body: (_ number: Int) -> R?) -> R? {
    memory.withUnsafeMutablePointers { size, slots in
      let wanted = Self.entry(hash, 0)
      for index in Self.slots(for: wanted, size.pointee) {
        let entry = Slot(at: slots + (index & (size.pointee - 1))).load(ordering: .relaxed)
        if entry == 0 { return nil }
        if entry >> 32 == wanted >> 32, let result = body(Self.number(entry)) { return result }
      }
      return nil
    }
  }

  /// The upper half of an entry is a part of the hash.
  ///
  /// It depends on all bits of the hash, because an id may have a hash of any kind: it is the
  /// multiplicative hash of Knuth, with the golden ratio (1973). The lower half is a number with an
  /// offset, so that no entry is zero.
  private static func entry(_ hash: Int, _ number: Int) -> UInt64 {
    let part = (UInt64(UInt(bitPattern: hash)) &* 0x9E37_79B9_7F4A_7C15) >> 32
    let offset = UInt32(truncatingIfNeeded: number) ^ 0x8000_0000
    return part << 32 | UInt64(offset)
  }

  /// The slots for an entry, from that of its part of the hash.
  ///
  /// An `Int` of 32 bits may not hold the part.
  private static func slots(for entry: UInt64, _ size: Int) -> Range<Int> {
    let first = Int(truncatingIfNeeded: entry >> 32) & (size - 1)
    return first..<(first + size)
  }

  private static func number(_ entry: UInt64) -> Int {
    Int(Int32(bitPattern: UInt32(truncatingIfNeeded: entry) ^ 0x8000_0000))
  }
}
