/// The chunks of a list by the hashes of the ids in them.
///
/// It is a value without a lock, and not generic. Added hashes form a run, which never changes.
/// Runs of similar size are merged, so that n hashes have about log n runs, and each hash is copied
/// about log n times (Bentley and Saxe, 1980). Copies of an index share their runs.
///
/// An entry is a hint: the item may have been removed, or another id may have the same hash. The
/// caller compares the ids in the chunk.
struct ChunkIndex: Sendable {
  private struct Entry: Sendable {
    let hash: Int
    /// The number of the chunk; ``none`` for an empty slot.
    let chunk: Int

    static var none: Int { .min }
  }

  /// A hash table with linear probing, at most half full.
  private struct Run: Sendable {
    private(set) var count = 0
    private(set) var slots: [Entry]

    init(capacity: Int) {
      var size = 2
      while size < capacity * 2 { size *= 2 }
      slots = Array(repeating: Entry(hash: 0, chunk: Entry.none), count: size)
    }

    func start(_ hash: Int) -> Int {
      // Ids may have hashes that differ in some bits only.
      let mixed = UInt(bitPattern: hash) &* 0x9E37_79B9_7F4A_7C15
      return Int(mixed >> 32) & (slots.count - 1)
    }

    /// Adds an entry, unless it is there already.
    mutating func add(_ entry: Entry) {
      var slot = start(entry.hash)
      while slots[slot].chunk != Entry.none {
        if slots[slot].hash == entry.hash, slots[slot].chunk == entry.chunk { return }
        slot = (slot + 1) & (slots.count - 1)
      }
      slots[slot] = entry
      count += 1
    }
  }

  /// The runs from old to new, each at least twice as large as the next one.
  private var runs: [Run] = []

  init() {}

  init(_ spine: ItemSpine) { add(spine.numbers, of: spine) }

  /// Adds chunks of a list.
  mutating func add(_ numbers: Range<Int>, of spine: ItemSpine) {
    if numbers.isEmpty { return }
    var new: [(hash: Int, chunk: Int)] = []
    for number in numbers {
      guard let position = spine.position(of: number) else { continue }
      for hash in spine[position].hashes { new.append((hash, number)) }
    }
    add(new, in: spine.numbers)
  }

  /// Adds hashes with the numbers of their chunks, and drops those of chunks not in `all`.
  mutating func add(_ new: [(hash: Int, chunk: Int)], in all: Range<Int>) {
    var total = new.count
    var first = runs.count
    while first > 0, runs[first - 1].count < total * 2 {
      first -= 1
      total += runs[first].count
    }
    var run = Run(capacity: total)
    for old in runs[first...] {
      for entry in old.slots where all.contains(entry.chunk) { run.add(entry) }
    }
    for (hash, chunk) in new { run.add(Entry(hash: hash, chunk: chunk)) }
    runs.replaceSubrange(first..., with: [run])
  }

  /// Returns the first result for a chunk that may contain an id with a hash, the newest first.
  func first<R>(_ hash: Int, _ body: (_ chunk: Int) -> R?) -> R? {
    for run in runs.reversed() {
      var slot = run.start(hash)
      while run.slots[slot].chunk != Entry.none {
        if run.slots[slot].hash == hash, let result = body(run.slots[slot].chunk) { return result }
        slot = (slot + 1) & (run.slots.count - 1)
      }
    }
    return nil
  }
}
