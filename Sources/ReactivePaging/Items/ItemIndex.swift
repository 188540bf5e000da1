/// The chunks of the items of a list by id, and the ids of removed items.
struct ItemIndex<Item: Identifiable> {
  /// The numbers of chunks by the hashes of ids.
  ///
  /// The item of an entry may have been removed, and the chunk may belong to another list. So lists
  /// that grew from one another share one table, and each adds its entries to it.
  private var chunks: HintTable
  /// The ids of items that an edit has removed, which later pages must not add again.
  private var removed: Set<Item.ID> = []

  init(_ items: SharedItems<Item> = SharedItems()) { chunks = HintTable(items.spine) }

  /// Returns the place of the item with an id.
  func place(of id: Item.ID, in items: SharedItems<Item>) -> Int? {
    place(of: id, hash: id.hashValue, in: items)
  }

  private func place(of id: Item.ID, hash: Int, in items: SharedItems<Item>) -> Int? {
    chunks.first(hash) { number in
      if !items.spine.numbers.contains(number) { return nil }
      let chunk = items.spine[number]
      let start = items.start + items.spine.start(of: number)
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
    let onPage = HintTable(capacity: page.count)
    var (hashes, skipped): ([Int], Set<Int>) = ([], [])
    hashes.reserveCapacity(page.count)
    var duplicates = 0
    for index in 0..<page.count {
      let id = page[index].id
      let hash = id.hashValue
      hashes.append(hash)
      let isRemoved = !removed.isEmpty && removed.contains(id)
      let isKnown =
        onPage.first(hash) { hashes[$0] == hash && page[$0].id == id ? true : nil } ?? false
        || place(of: id, hash: hash, in: items) != nil
      if isRemoved || isKnown {
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
  mutating func note(_ items: SharedItems<Item>, since before: SharedItems<Item>) {
    let (old, new) = (before.spine.numbers, items.spine.numbers)
    chunks = chunks.adding(new.clamped(to: .min..<old.lowerBound), of: items.spine)
    chunks = chunks.adding(new.clamped(to: old.upperBound..<Int.max), of: items.spine)
  }
}

// MARK: Edits

extension ItemIndex {
  /// Records that an item was inserted in a chunk of a list.
  mutating func insert(_ id: Item.ID, _ hash: Int, in chunk: Int, of items: SharedItems<Item>) {
    removed.remove(id)
    if !chunks.add(hash, chunk) { chunks = HintTable(items.spine) }
  }

  /// Prevents pages from adding an item with this id; an edit can still insert it.
  mutating func bar(_ id: Item.ID) { removed.insert(id) }
}

extension HintTable {
  /// Creates a table of the chunks of a list by the hashes of ids.
  init(_ spine: ItemSpine) {
    self = Self(capacity: spine.count * 2).adding(spine.numbers, of: spine)
  }

  /// Returns this table with chunks of a list, or a larger table of the list.
  func adding(_ numbers: Range<Int>, of spine: ItemSpine) -> Self {
    for number in numbers {
      for hash in spine[number].hashes where !add(hash, number) { return Self(spine) }
    }
    return self
  }
}

extension ItemIndex: Sendable where Item: Sendable, Item.ID: Sendable {}
