extension PagedStateMachine {
  /// The cached lists of the previous keys, the newest first, up to a limit.
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

    /// Applies an edit to every list that contains the item; an insertion has no effect here.
    mutating func make(_ edit: ListEdit<Item>) -> Bool {
      if case .insert = edit { return false }
      var changes = false
      for number in listings.indices where listings[number].make(edit) { changes = true }
      return changes
    }
  }
}
