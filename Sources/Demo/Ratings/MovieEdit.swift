/// A change of what a user says about a movie.
struct MovieEdit: Hashable, Sendable {
  enum Change: Hashable, Sendable {
    /// 1 to 5 stars; zero removes the rating.
    case stars(Int)
    case favorite(Bool)
  }

  /// The movie as it was visible before the change.
  let movie: RatedMovie
  let change: Change
}

extension RatedMovie {
  mutating func apply(_ change: MovieEdit.Change) {
    switch change {
    case .stars(let stars): self.stars = stars == 0 ? nil : stars
    case .favorite(let isFavorite): self.isFavorite = isFavorite
    }
  }

  func applying(_ change: MovieEdit.Change) -> RatedMovie {
    var movie = self
    movie.apply(change)
    return movie
  }
}

extension RatedMovies {
  /// Applies an edit to the list of favorites, which gets a new one at its end.
  mutating func applyToFavorites(_ edit: MovieEdit) {
    if !movies.contains(where: { $0.id == edit.movie.id }) { movies.append(edit.movie) }
    for index in movies.indices where movies[index].id == edit.movie.id {
      movies[index].apply(edit.change)
    }
    movies.removeAll { !$0.isFavorite }
  }
}

extension MovieEdit {
  /// The write in signs, for a table.
  var signs: String {
    switch change {
    case .stars(0): "☆ \(movie.title)"
    case .stars(let stars): String(repeating: "★", count: stars) + " \(movie.title)"
    case .favorite(let isFavorite): "\(isFavorite ? "♥" : "♡") \(movie.title)"
    }
  }

  /// The write in words.
  var text: String {
    switch change {
    case .stars(0): "removes the stars of “\(movie.title)”"
    case .stars(1): "rates “\(movie.title)” with 1 star"
    case .stars(let stars): "rates “\(movie.title)” with \(stars) stars"
    case .favorite(true): "adds “\(movie.title)” to the favorites"
    case .favorite(false): "removes “\(movie.title)” from the favorites"
    }
  }
}
