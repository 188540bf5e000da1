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

  /// Returns the position of the item with an id.
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
    if skipped.isEmpty { return NewItems(items: page, hashes: hashes) }
    let kept = page.indices.filter { !skipped.contains($0) }
    return NewItems(
      items: kept.map { page[$0] },
      hashes: kept.map { hashes[$0] },
      duplicates: duplicates
    )
  }

  /// Records the chunks that a list has and the list before it had not.
  mutating func record(_ items: SharedItems<Item>, since before: SharedItems<Item>) {
    let (old, new) = (before.chunks.numbers, items.chunks.numbers)
    chunkNumbers = chunkNumbers.adding(new.clamped(to: .min..<old.lowerBound), of: items.chunks)
    chunkNumbers = chunkNumbers.adding(new.clamped(to: old.upperBound..<Int.max), of: items.chunks)
  }
}

// MARK: Edits

extension ItemIndex {
  /// Records that an item was inserted in a chunk of a list.
  mutating func insert(_ id: Item.ID, _ hash: Int, in chunk: Int, of items: SharedItems<Item>) {
    removed.remove(id)
    if !chunkNumbers.add(hash, chunk) { chunkNumbers = ConcurrentHashTable(items.chunks) }
  }

  /// Prevents pages from adding an item with this id; an edit can still insert it.
  mutating func exclude(_ id: Item.ID) { removed.insert(id) }
}

extension ConcurrentHashTable {
  /// Creates a table of the chunks of a list by the hashes of ids.
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
