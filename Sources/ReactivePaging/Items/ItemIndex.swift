import Atomics

/// The chunks of the items of a list by id, and the ids of removed items.
struct ItemIndex<Item: Identifiable> {
  /// The numbers of chunks by the hashes of ids.
  ///
  /// The item of an entry may have been removed, and the chunk may belong to another list. So lists
  /// that grew from one another share one table, and each adds its entries to it.
  private var chunkNumbers: ConcurrentHashTable
  /// The ids of items that an edit has removed, which later pages must not add again.
  private var removed: Set<Item.ID> = []

  init(_ items: SharedItems<Item> = SharedItems()) {
    chunkNumbers = ConcurrentHashTable(items.chunks)
  }

  func position(of id: Item.ID, in items: SharedItems<Item>) -> Int? {
    position(of: id, hash: id.hashValue, in: items)
  }

  private func position(of id: Item.ID, hash: Int, in items: SharedItems<Item>) -> Int? {
    chunkNumbers.first(hash) { number in
      if !items.chunks.numbers.contains(number) { return nil }
      let chunk = items.chunks[number]
      let start = items.start + items.chunks.start(of: number)
      for index in 0..<chunk.count
      where chunk.hashes[index] == hash && items.bounds.contains(start + index)
        && chunk.items(of: Item.self)[index].id == id
      {
        return start + index
      }
      return nil
    }
  }
}

// MARK: Pages

extension ItemIndex {
  /// Returns the items of a page that a list does not contain, with the hashes of their ids.
  ///
  /// Each id is added once; `duplicates` is the number of items that the list or the page itself
  /// contains before. An item that an edit has removed is not added and is no duplicate.
  func newItems(
    of page: [Item],
    for items: SharedItems<Item>
  ) -> (items: [Item], hashes: [Int], duplicates: Int) {
    let onPage = ConcurrentHashTable(capacity: page.count)
    var (hashes, skipped): ([Int], Set<Int>) = ([], [])
    hashes.reserveCapacity(page.count)
    var duplicates = 0
    for index in 0..<page.count {
      let id = page[index].id
      let hash = id.hashValue
      hashes.append(hash)
      let isRemoved = !removed.isEmpty && removed.contains(id)
      let isDuplicate =
        onPage.first(hash) { hashes[$0] == hash && page[$0].id == id ? true : nil } ?? false
        || position(of: id, hash: hash, in: items) != nil
      if isRemoved || isDuplicate {
        skipped.insert(index)
        if !isRemoved { duplicates += 1 }
      } else {
        _ = onPage.add(hash, index)
      }
    }
    if skipped.isEmpty { return (page, hashes, 0) }
    let kept = page.indices.filter { !skipped.contains($0) }
    return (kept.map { page[$0] }, kept.map { hashes[$0] }, duplicates)
  }

  /// Records the chunks that a list has and the list before it had not, for lists that grew.
  mutating func record(_ items: SharedItems<Item>, since before: SharedItems<Item>) {
    let (old, new) = (before.chunks.numbers, items.chunks.numbers)
    chunkNumbers = chunkNumbers.adding(new.clamped(to: .min..<old.lowerBound), of: items.chunks)
    chunkNumbers = chunkNumbers.adding(new.clamped(to: old.upperBound..<Int.max), of: items.chunks)
  }
}

// MARK: Edits

extension ItemIndex {
  /// Records the chunks that a list has and the list before it had not, for edited lists.
  mutating func recordEdits(of items: SharedItems<Item>, since before: SharedItems<Item>) {
    let chunks = items.chunks
    let edited = chunks.unsharedNumbers(with: before.chunks)
    // No entry of the table is one of the list.
    if edited == [chunks.numbers] { return self = Self(items) }
    for numbers in edited { chunkNumbers = chunkNumbers.adding(numbers, of: chunks) }
  }

  mutating func insert(_ id: Item.ID, _ hash: Int, in chunk: Int, of items: SharedItems<Item>) {
    removed.remove(id)
    if !chunkNumbers.add(hash, chunk) { chunkNumbers = ConcurrentHashTable(items.chunks) }
  }

  /// Prevents pages from adding an item with this id; an edit can still insert it.
  mutating func exclude(_ id: Item.ID) { removed.insert(id) }
}

extension ConcurrentHashTable {
  init(_ chunks: ChunkList) {
    self = Self(capacity: chunks.count * 2).adding(chunks.numbers, of: chunks)
  }

  /// Returns this table with chunks of a list, or a larger table of the list.
  func adding(_ numbers: Range<Int>, of chunks: ChunkList) -> Self {
    for number in numbers {
      for hash in chunks[number].hashes where !add(hash, number) { return Self(chunks) }
    }
    return self
  }
}

extension ItemIndex: Sendable where Item: Sendable, Item.ID: Sendable {}

// MARK: Table

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
