/// The chunks of the items of a list by id, and the ids of removed items.
struct ItemIndex<Item: Identifiable> {
  private var chunks = ChunkIndex()
  /// The ids of items that an edit has removed, which later pages must not add again.
  private var removed: Set<Item.ID> = []

  init() {}

  init(_ items: SharedItems<Item>) { chunks = ChunkIndex(items.spine) }

  /// Returns the place of the item with an id.
  func place(of id: Item.ID, in items: SharedItems<Item>) -> Int? {
    place(of: id, hash: id.hashValue, in: items)
  }

  private func place(of id: Item.ID, hash: Int, in items: SharedItems<Item>) -> Int? {
    chunks.first(hash) { number in
      guard let position = items.spine.position(of: number) else { return nil }
      let chunk = items.spine[position]
      let start = items.start + items.spine.start(of: position)
      let index = chunk.hashes.firstIndex { index, found in
        found == hash && items.bounds.contains(start + index)
          && chunk.items(of: Item.self)[index].id == id
      }
      return index.map { start + $0 }
    }
  }
}

// MARK: Pages

extension ItemIndex {
  /// The items of a page that a list does not contain, with the hashes of their ids.
  struct NewItems {
    var items: [Item]
    var hashes: [Int]
    /// The number of items that the list or the page itself contains before.
    var duplicates = 0
  }

  /// Returns the new items of a page; each id is added once.
  ///
  /// An item that an edit has removed is not added and is no duplicate.
  func newItems(of page: [Item], for items: SharedItems<Item>) -> NewItems {
    var onPage = HashTable(capacity: page.count)
    var (hashes, skipped): ([Int], Set<Int>) = ([], [])
    hashes.reserveCapacity(page.count)
    var duplicates = 0
    for index in 0..<page.count {
      let id = page[index].id
      let hash = id.hashValue
      hashes.append(hash)
      let isRemoved = !removed.isEmpty && removed.contains(id)
      let isKnown =
        onPage.contains(hash) { hashes[$0] == hash && page[$0].id == id }
        || place(of: id, hash: hash, in: items) != nil
      if isRemoved || isKnown {
        skipped.insert(index)
        if !isRemoved { duplicates += 1 }
      } else {
        onPage.append(index, hash)
      }
    }
    if skipped.isEmpty { return NewItems(items: page, hashes: hashes) }
    let kept = page.indices.filter { !skipped.contains($0) }
    return NewItems(
      items: kept.map { page[$0] },
      hashes: kept.map { hashes[$0] },
      duplicates: duplicates
    )
  }

  /// Records the chunks that a list has and the list before it had not.
  mutating func note(_ items: SharedItems<Item>, since before: SharedItems<Item>) {
    let (old, new) = (before.spine.numbers, items.spine.numbers)
    chunks.add(new.clamped(to: .min..<old.lowerBound), of: items.spine)
    chunks.add(new.clamped(to: old.upperBound..<Int.max), of: items.spine)
  }
}

// MARK: Edits

extension ItemIndex {
  /// Records that an item was inserted in a chunk of a list.
  mutating func insert(_ id: Item.ID, _ hash: Int, in chunk: Int, of items: SharedItems<Item>) {
    removed.remove(id)
    chunks.add(hash, chunk, of: items.spine)
  }

  /// Prevents pages from adding an item with this id; an edit can still insert it.
  mutating func bar(_ id: Item.ID) { removed.insert(id) }
}

extension [Int] {
  /// Returns the first index that satisfies a condition with its element.
  fileprivate func firstIndex(where isMatch: (Int, Int) -> Bool) -> Int? {
    indices.first { isMatch($0, self[$0]) }
  }
}

/// A hash table of indices, with linear probing.
private struct HashTable {
  /// The indices; -1 for an empty slot.
  private var slots: [Int]

  init(capacity: Int) {
    var size = 2
    while size * 2 < capacity * 3 { size *= 2 }
    slots = Array(repeating: -1, count: size)
  }

  /// Returns true if an index whose hash may be this one satisfies the condition.
  func contains(_ hash: Int, where isMatch: (Int) -> Bool) -> Bool {
    var slot = hash.mixedHash & (slots.count - 1)
    while slots[slot] >= 0 {
      if isMatch(slots[slot]) { return true }
      slot = (slot + 1) & (slots.count - 1)
    }
    return false
  }

  mutating func append(_ index: Int, _ hash: Int) {
    var slot = hash.mixedHash & (slots.count - 1)
    while slots[slot] >= 0 { slot = (slot + 1) & (slots.count - 1) }
    slots[slot] = index
  }
}

extension ItemIndex: Sendable where Item: Sendable, Item.ID: Sendable {}
