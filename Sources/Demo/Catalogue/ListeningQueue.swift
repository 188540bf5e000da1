/// What a listener wants to hear next; every write makes a new revision.
struct ListeningQueue: Codable, Hashable, Sendable {
  /// A row: its identity is the client's, its number the server's.
  struct Item: Codable, Hashable, Sendable, Identifiable {
    var id: String
    var title: String
    var isLiked = false
    /// Nil until the server has saved it.
    var number: Int?
  }

  var revision: Int
  var items: [Item]
}

extension ListeningQueue {
  /// Puts an item in its place: over the one with its identity, or at the end.
  ///
  /// Doing it twice is the same as doing it once, as an optimistic edit needs it.
  mutating func put(_ item: Item) {
    if let index = items.firstIndex(where: { $0.id == item.id }) {
      items[index] = item
    } else {
      items.append(item)
    }
  }

  /// Finds an item by its identity.
  subscript(_ id: Item.ID) -> Item? { items.first { $0.id == id } }

  /// Makes the first revision: the first podcasts of the catalogue, with the numbers from 1.
  static func sample(of catalogue: Catalogue, count: Int = 4) -> ListeningQueue {
    let items = catalogue.podcasts.prefix(count).enumerated().map { offset, podcast in
      Item(id: podcast.slug, title: podcast.title, number: offset + 1)
    }
    return ListeningQueue(revision: 1, items: items)
  }
}
