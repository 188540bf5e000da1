import HashTreeCollections

/// Where the items of a list stand, by id, and which ids may not come in.
///
/// It is a value of which a copy costs nothing and a change little, however long the list.
struct ItemIndex<Item: Identifiable> {
  private var places: TreeDictionary<Item.ID, Int> = [:]
  /// What was taken out by an edit, and must not come back with a page.
  private var removed: TreeSet<Item.ID> = []
  /// How far an item may have moved from the place that was noted, because of edits in the middle.
  private var drift = 0

  init(_ items: SharedItems<Item> = SharedItems()) { note(items, items.bounds) }

  /// Notes those of the items that may come in, as standing from a place on, and returns them: each
  /// id once, none that is there already, none that was taken out by an edit.
  mutating func admit(_ arriving: [Item], from start: Int) -> [Item] {
    var admitted: [Item] = []
    admitted.reserveCapacity(arriving.count)
    for item in arriving where removed.isEmpty || !removed.contains(item.id) {
      let before = places.updateValue(start + admitted.count, forKey: item.id)
      if let before { places[item.id] = before } else { admitted.append(item) }
    }
    return admitted
  }

  func place(of id: Item.ID, in items: SharedItems<Item>) -> Int? {
    guard let noted = places[id] else { return nil }
    for distance in 0...drift {
      for place in [noted - distance, noted + distance]
      where items.bounds.contains(place) && items[place].id == id {
        return place
      }
    }
    return nil
  }

  mutating func note(_ items: SharedItems<Item>, _ places: Range<Int>) {
    for place in places { self.places[items[place].id] = place }
  }

  mutating func forget(_ items: SharedItems<Item>, _ places: Range<Int>) {
    for place in places { self.places[items[place].id] = nil }
  }
}

// MARK: Edits

extension ItemIndex {
  /// How many edits in the middle may pass before all places are noted anew.
  private static var mostDrift: Int { 128 }

  /// An item was put in at a place; those after it have moved on.
  mutating func insert(_ id: Item.ID, at place: Int, of items: SharedItems<Item>) {
    removed.remove(id)
    places[id] = place
    shift(items)
  }

  /// An item was taken out; those after it have moved up.
  mutating func remove(_ id: Item.ID, of items: SharedItems<Item>) {
    places[id] = nil
    bar(id)
    shift(items)
  }

  /// Has no item with this id come in, unless an edit puts it in.
  mutating func bar(_ id: Item.ID) { removed.insert(id) }

  private mutating func shift(_ items: SharedItems<Item>) {
    drift += 1
    if drift <= Self.mostDrift { return }
    drift = 0
    note(items, items.bounds)
  }
}

extension ItemIndex: Sendable where Item: Sendable, Item.ID: Sendable {}
