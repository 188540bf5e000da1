extension PagedStateMachine {
  /// The lists of the keys that were left last, the newest first; as many as are to be remembered.
  struct RecentLists: Sendable {
    private var limit: Int
    private var listings: [Listing] = []

    init(limit: Int) { self.limit = limit }

    subscript(key: Key) -> Listing? { listings.first { $0.key == key } }

    mutating func remember(_ listing: Listing) {
      listings.removeAll { $0.key == listing.key }
      listings.insert(listing, at: 0)
      if listings.count > limit { listings.removeLast() }
    }

    mutating func keep(_ limit: Int) {
      self.limit = limit
      listings.removeLast(max(listings.count - limit, 0))
    }

    mutating func forget(_ key: Key) { listings.removeAll { $0.key == key } }

    mutating func removeAll() { listings.removeAll() }

    mutating func invalidate() {
      for number in listings.indices { listings[number].staleAt = .distantPast }
    }

    /// Makes an edit wherever the item is; what is put in belongs to no list of these.
    mutating func make(_ edit: ListEdit<Item>) -> Bool {
      if case .insert = edit { return false }
      var changes = false
      for number in listings.indices where listings[number].make(edit) { changes = true }
      return changes
    }
  }
}
