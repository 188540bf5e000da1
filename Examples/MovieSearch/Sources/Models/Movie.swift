/// A movie with the properties that a row draws.
nonisolated struct Movie: Identifiable, Hashable, Sendable {
  let id: Int
  let title: String
  let year: Int
  /// The path of its poster on the server.
  var poster: String { "posters/\(id).json" }
}

/// The details of a movie for its detail screen.
nonisolated struct MovieDetails: Hashable, Sendable {
  let movie: Movie
  let minutes: Int
  let plot: String
}
