/// What is kept on the disk of the movie app.
struct SavedValues: Codable, Hashable, Sendable {
  var favourites: [Movie.ID] = []
  var seen: [Movie.ID] = []
  var order = MovieOrder.added
  /// Whether lists have what is for adults only.
  var adults = false
}

/// The order in which favourites are listed.
enum MovieOrder: String, Codable, Sendable, CaseIterable {
  case added
  case title
  case year
}

/// A change of what is kept.
enum SavedEdit: Hashable, Sendable {
  case favourite(Movie.ID)
  case unfavourite(Movie.ID)
  case see(Movie.ID)
  case sort(MovieOrder)
  case adults(Bool)
}

extension SavedValues {
  /// Changes what is kept; a change that is made twice is made once.
  mutating func apply(_ edit: SavedEdit) {
    switch edit {
    case .favourite(let id): favourites.addOnce(id)
    case .unfavourite(let id): favourites.removeAll { $0 == id }
    case .see(let id): seen.addOnce(id)
    case .sort(let order): self.order = order
    case .adults(let adults): self.adults = adults
    }
  }
}

extension [Movie.ID] {
  fileprivate mutating func addOnce(_ id: Movie.ID) {
    if !contains(id) { append(id) }
  }
}
