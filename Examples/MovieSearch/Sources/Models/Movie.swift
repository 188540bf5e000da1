/// A movie, as a row of a list shows it.
nonisolated struct Movie: Identifiable, Hashable, Sendable {
  let id: Int
  let title: String
  let year: Int
  /// The path of its poster on the server.
  var poster: String { "posters/\(id).json" }
}

/// What the detail screen of a movie shows.
nonisolated struct MovieDetails: Hashable, Sendable {
  let movie: Movie
  let minutes: Int
  let plot: String
}
