/// Where the items of a list stand, by id, and which ids may not come in.
///
/// Lists that grow from one another share one table of places. What it tells is a hint: it counts if
/// the item is there, in this list. So the table may know of items that other lists have.
struct ItemIndex<Item: Identifiable> {
  private var table = PlaceTable()
  /// What was taken out by an edit, and must not come back with a page.
  private var removed: Set<Item.ID> = []
  /// How far an item may have moved from the place that was noted, because of edits in the middle.
  private var drift = 0

  init(_ items: SharedItems<Item> = SharedItems()) {
    table.note(items.elements.map(\.id.hashValue), from: items.bounds.lowerBound)
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
  /// The items of a page that may come into a list, and how many of the page are duplicates.
  ///
  /// Each id comes in once. An item that an edit has taken out does not come in, and is no duplicate.
  func newItems(of page: [Item], for items: SharedItems<Item>) -> (new: [Item], duplicates: Int) {
    var new: [Item] = []
    new.reserveCapacity(page.count)
    var duplicates = 0
    var offsets: [Int: [Int]] = [:]
    for item in page where removed.isEmpty || !removed.contains(item.id) {
      let hash = item.id.hashValue
      let isOnPage = offsets[hash]?.contains { new[$0].id == item.id } == true
      if isOnPage || place(of: item.id, hash: hash, in: items) != nil {
        duplicates += 1
        continue
      }
      offsets[hash, default: []].append(new.count)
      new.append(item)
    }
    return (new, duplicates)
  }

  /// Notes the items that a list has more than it had before.
  mutating func note(
    _ new: Range<Int>,
    of items: SharedItems<Item>,
    after before: SharedItems<Item>
  ) {
    if items.store !== before.store { table = table.copy(of: before.bounds, margin: drift) }
    table.note(items.elements(at: new).map(\.id.hashValue), from: new.lowerBound)
  }
}

// MARK: Edits

extension ItemIndex {
  /// How many edits in the middle may pass before all places are noted anew.
  private static var mostDrift: Int { 128 }

  /// An item was put in at a place of the list; those after it have moved on.
  mutating func insert(_ id: Item.ID, at place: Int, of items: SharedItems<Item>) {
    removed.remove(id)
    shift(items)
    table.note([id.hashValue], from: place)
  }

  /// An item was taken out of the list; those after it have moved up.
  mutating func remove(_ id: Item.ID, of items: SharedItems<Item>) {
    bar(id)
    shift(items)
  }

  /// Has no item with this id come in, unless an edit puts it in.
  mutating func bar(_ id: Item.ID) { removed.insert(id) }

  /// An item was changed in its place.
  mutating func change(_ items: SharedItems<Item>) {
    table = table.copy(of: items.bounds, margin: drift)
  }

  private mutating func shift(_ items: SharedItems<Item>) {
    drift += 1
    table = table.copy(of: items.bounds, margin: drift)
    if drift <= Self.mostDrift { return }
    drift = 0
    table = PlaceTable()
    table.note(items.elements.map(\.id.hashValue), from: items.bounds.lowerBound)
  }
}

extension ItemIndex: Sendable where Item: Sendable, Item.ID: Sendable {}
