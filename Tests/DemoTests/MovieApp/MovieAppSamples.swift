import LoadableTesting
import ReactiveLoadable
import ReactiveStore

@testable import Demo

/// The error of an unexpected request.
struct Unexpected: Error {}

extension Movie {
  static func sample(_ id: Int, _ title: String = "Movie", _ year: Int = 2000) -> Movie {
    Movie(id: id, title: title, year: year, poster: "/\(id).png")
  }
}

extension MovieDetails {
  static func sample(_ movie: Movie) -> MovieDetails {
    let facts = MovieFacts(
      id: movie.id,
      rating: 7.5,
      votes: 10,
      minutes: 90,
      genres: [1],
      cast: ["Ada", "Bo"],
      adults: false
    )
    return MovieDetails(movie: movie, facts: facts, similar: [])
  }
}

extension MovieSource {
  /// A source with only the responses of a test.
  static func stub(
    page: @escaping @Sendable (MovieQuery, Int?) async throws -> Page<Int, Movie> = { _, _ in
      throw Unexpected()
    },
    details: @escaping @Sendable (Movie.ID) async throws -> MovieDetails = { _ in
      throw Unexpected()
    },
    genres: @escaping @Sendable () async throws -> [Genre] = { throw Unexpected() }
  ) -> MovieSource {
    MovieSource(page: page, details: details, genres: genres)
  }
}

/// Pages by name: `1` is followed by `2`, the last one; `A` and `B` are whole lists.
let moviePages: [String: Page<Int, Movie>] = [
  "1": Page([.sample(1), .sample(2)], next: 2, total: 3), "2": Page([.sample(3)], next: nil),
  "A": Page([.sample(4)], next: nil), "B": Page([.sample(5)], next: nil),
]

extension Marbles {
  /// A request for a page of ``moviePages``; `#` is status 500.
  func moviePage(
    _ diagram: String,
    then later: [String] = [],
    _ cancellation: MarbleCancellation = .honored
  ) -> MarbleCold<Page<Int, Movie>, APIError> {
    cold(
      diagram,
      moviePages,
      failure: APIError.status(500),
      then: later,
      cancellation: cancellation
    )
  }
}
