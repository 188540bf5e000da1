/// The chunks of a list by the hashes of the ids in them.
///
/// It is a value without a lock, and not generic. Added hashes form a run, which never changes.
/// Runs of similar size are merged, so that n hashes have about log n runs, and each hash is copied
/// about log n times (Bentley and Saxe, 1980). Copies of an index share their runs.
///
/// An entry is a hint: the item may have been removed, or another id may have the same part of its
/// hash. The caller compares the ids in the chunk.
struct ChunkIndex: Sendable {
  /// The runs from old to new, each at least twice as large as the next one.
  private var runs: [HashRun] = []

  init() {}

  init(_ spine: ItemSpine) { add(spine.numbers, of: spine) }

  /// Adds chunks of a list.
  mutating func add(_ numbers: Range<Int>, of spine: ItemSpine) {
    if numbers.isEmpty { return }
    var count = 0
    for number in numbers { count += spine[number].count }
    add(count, in: spine.numbers) { run in
      for number in numbers {
        for hash in spine[number].hashes { run.add(HashEntry(hash, number)) }
      }
    }
  }

  /// Adds a hash with the number of its chunk in a list.
  mutating func add(_ hash: Int, _ number: Int, of spine: ItemSpine) {
    add(1, in: spine.numbers) { $0.add(HashEntry(hash, number)) }
  }

  /// Adds a run with new entries and those of similar runs, without chunks that the list dropped.
  private mutating func add(_ count: Int, in all: Range<Int>, _ fill: (inout HashRun) -> Void) {
    var total = count
    var first = runs.count
    while first > 0, runs[first - 1].count < total * 2 {
      first -= 1
      total += runs[first].count
    }
    var run = HashRun(capacity: total)
    for old in runs[first...] { run.add(old, in: all) }
    fill(&run)
    runs.removeSubrange(first...)
    runs.append(run)
  }

  /// Returns the first result for a chunk that may contain an id with a hash, the newest first.
  func first<R>(_ hash: Int, _ body: (_ chunk: Int) -> R?) -> R? {
    for index in runs.indices.reversed() {
      if let result = runs[index].first(hash, body) { return result }
    }
    return nil
  }
}

/// A part of a hash, and the number of the chunk that has it.
private struct HashEntry: Equatable, Sendable {
  let hash: UInt32
  /// The number of the chunk; ``none`` for an empty slot.
  let chunk: Int32

  static var none: Int32 { .min }

  static var empty: Self { Self() }

  private init() { (hash, chunk) = (0, Self.none) }

  init(_ hash: Int, _ chunk: Int) {
    self.hash = Self.part(of: hash)
    self.chunk = Int32(truncatingIfNeeded: chunk)
  }

  /// A part of a hash that depends on all of its bits, because ids may have hashes of any kind.
  static func part(of hash: Int) -> UInt32 {
    UInt32(truncatingIfNeeded: (UInt(bitPattern: hash) &* 0x9E37_79B9_7F4A_7C15) >> 32)
  }
}

/// A hash table with linear probing, at most two thirds full.
private struct HashRun: Sendable {
  private(set) var count = 0
  private var slots: [HashEntry]

  init(capacity: Int) {
    var size = 2
    while size * 2 < capacity * 3 { size *= 2 }
    slots = Array(repeating: .empty, count: size)
  }

  /// Adds an entry, unless it is there already.
  mutating func add(_ entry: HashEntry) {
    slots.withUnsafeMutableBufferPointer { slots in count += Self.put(entry, in: slots) }
  }

  /// Adds the entries of another run whose chunks have these numbers.
  mutating func add(_ other: Self, in numbers: Range<Int>) {
    slots.withUnsafeMutableBufferPointer { slots in
      other.slots.withUnsafeBufferPointer { entries in
        for entry in entries where numbers.contains(Int(entry.chunk)) {
          count += Self.put(entry, in: slots)
        }
      }
    }
  }

  private static func put(
    _ entry: HashEntry,
    in slots: UnsafeMutableBufferPointer<HashEntry>
  ) -> Int {
    let mask = slots.count - 1
    var slot = Int(entry.hash) & mask
    while slots[slot].chunk != HashEntry.none {
      if slots[slot] == entry { return 0 }
      slot = (slot + 1) & mask
    }
    slots[slot] = entry
    return 1
  }

  func first<R>(_ hash: Int, _ body: (_ chunk: Int) -> R?) -> R? {
    let part = HashEntry.part(of: hash)
    let mask = slots.count - 1
    var slot = Int(part) & mask
    while slots[slot].chunk != HashEntry.none {
      if slots[slot].hash == part, let result = body(Int(slots[slot].chunk)) { return result }
      slot = (slot + 1) & mask
    }
    return nil
  }
}
