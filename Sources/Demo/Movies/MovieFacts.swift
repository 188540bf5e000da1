/// What the server knows of a movie beside what a list shows; all of it is invented.
struct MovieFacts: Codable, Hashable, Sendable, Identifiable {
  /// The movie's number.
  var id: Movie.ID
  /// From 0 to 10.
  var rating: Double
  /// How many have rated it.
  var votes: Int
  /// How long it is.
  var minutes: Int
  var genres: [Genre.ID]
  var cast: [String]
  /// Whether it is for adults only.
  var adults: Bool
}

/// What movies are sorted into.
struct Genre: Codable, Hashable, Sendable, Identifiable {
  var id: Int
  var name: String

  /// All that the server knows.
  static let all = ["Adventure", "Comedy", "Drama", "Mystery", "Romance", "Science fiction"]
    .enumerated().map { Genre(id: $0 + 1, name: $1) }
}

/// All that a screen of its own shows of a movie.
struct MovieDetails: Codable, Hashable, Sendable, Identifiable {
  var movie: Movie
  var facts: MovieFacts
  /// Movies of the same genres.
  var similar: [Movie]

  var id: Movie.ID { movie.id }
}

/// One page of a list of movies.
struct MovieAnswer: Codable, Hashable, Sendable {
  var movies: [Movie]
  /// The number of the next page; nil on the last one.
  var next: Int?
  /// How many movies there are on all pages.
  var total: Int
}
