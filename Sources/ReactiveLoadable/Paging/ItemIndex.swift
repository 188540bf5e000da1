/// The places of the items of a list by id, and the ids of removed items.
///
/// Lists that grow from one another share one table of places, so the table may contain items of
/// other lists. A place from the table is a hint: it is valid if this list has the item at that
/// place.
struct ItemIndex<Item: Identifiable> {
  private var table = PlaceTable()
  /// The ids of items that an edit has removed, which later pages must not add again.
  private var removed: Set<Item.ID> = []
  /// The largest distance of an item from its recorded place, because of edits in the middle.
  private var drift = 0

  init(_ items: SharedItems<Item> = SharedItems()) {
    table.note(items.elements.map { $0.id.hashValue }, from: items.bounds.lowerBound)
  }

  func place(of id: Item.ID, in items: SharedItems<Item>) -> Int? {
    place(of: id, hash: id.hashValue, in: items)
  }

  private func place(of id: Item.ID, hash: Int, in items: SharedItems<Item>) -> Int? {
    for noted in table[hash] {
      for distance in 0...drift {
        for place in [noted - distance, noted + distance]
        where items.bounds.contains(place) && items[place].id == id {
          return place
        }
      }
    }
    return nil
  }
}

// MARK: Pages

extension ItemIndex {
  /// Returns the items of a page that the list does not contain, and the number of duplicates.
  ///
  /// Each id is added once. An item that an edit has removed is not added and is no duplicate.
  func newItems(of page: [Item], for items: SharedItems<Item>) -> (new: [Item], duplicates: Int) {
    var new: [Item] = []
    new.reserveCapacity(page.count)
    var duplicates = 0
    var onPage = HashChains(capacity: page.count)
    for item in page where removed.isEmpty || !removed.contains(item.id) {
      let hash = item.id.hashValue
      let isOnPage = onPage.contains(hash) { new[$0].id == item.id }
      if isOnPage || place(of: item.id, hash: hash, in: items) != nil {
        duplicates += 1
        continue
      }
      onPage.append(hash)
      new.append(item)
    }
    return (new, duplicates)
  }

  /// Records the items that were added to a list.
  mutating func note(
    _ new: Range<Int>,
    of items: SharedItems<Item>,
    after before: SharedItems<Item>
  ) {
    if items.store !== before.store { table = table.copy(of: before.bounds, margin: drift) }
    table.note(items.elements(at: new).map { $0.id.hashValue }, from: new.lowerBound)
  }
}

// MARK: Edits

extension ItemIndex {
  /// The largest drift; after one more edit in the middle all places are recorded again.
  private static var mostDrift: Int { 128 }

  /// Records that an item was inserted at a place; the items after it have moved by one.
  mutating func insert(_ id: Item.ID, at place: Int, of items: SharedItems<Item>) {
    removed.remove(id)
    shift(items)
    table.note([id.hashValue], from: place)
  }

  /// Records that an item was removed; the items after it have moved by one.
  mutating func remove(_ id: Item.ID, of items: SharedItems<Item>) {
    bar(id)
    shift(items)
  }

  /// Prevents pages from adding an item with this id; an edit can still insert it.
  mutating func bar(_ id: Item.ID) { removed.insert(id) }

  /// Records that an item was changed in place.
  mutating func change(_ items: SharedItems<Item>) {
    table = table.copy(of: items.bounds, margin: drift)
  }

  private mutating func shift(_ items: SharedItems<Item>) {
    drift += 1
    table = table.copy(of: items.bounds, margin: drift)
    if drift <= Self.mostDrift { return }
    drift = 0
    table = PlaceTable()
    table.note(items.elements.map { $0.id.hashValue }, from: items.bounds.lowerBound)
  }
}

/// The offsets of appended hash values; those with equal hashes form a chain.
private struct HashChains {
  /// The last offset of each hash.
  private var last: [Int: Int] = [:]
  /// The previous offset with the same hash, for each offset.
  private var previous: [Int?] = []

  init(capacity: Int) {
    last.reserveCapacity(capacity)
    previous.reserveCapacity(capacity)
  }

  /// Returns true if an offset with this hash satisfies the condition.
  func contains(_ hash: Int, where isMatch: (Int) -> Bool) -> Bool {
    var offset = last[hash]
    while let found = offset {
      if isMatch(found) { return true }
      offset = previous[found]
    }
    return false
  }

  mutating func append(_ hash: Int) {
    previous.append(last.updateValue(previous.count, forKey: hash))
  }
}

extension ItemIndex: Sendable where Item: Sendable, Item.ID: Sendable {}
