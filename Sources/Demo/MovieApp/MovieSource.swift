import ReactiveLoadable
import ReactiveStore

/// The lists of the server.
enum MovieList: Hashable, Sendable {
  case popular
  case top
  /// The movies whose titles have this text.
  case found(String)
}

/// What a list is loaded for: all that its rows depend on, so none is ever shown for another.
struct MovieQuery: Hashable, Sendable {
  var list: MovieList
  /// Whether it has what is for adults only.
  var adults = false
}

/// A list of movies that loads page by page, by the numbers of the pages.
typealias MoviePages = PagedState<MovieQuery, Int, Movie>
typealias MoviePagesAction = PagingAction<MovieQuery, Int, Movie>

/// Where the movie app has its movies from; tests give it functions of their own.
struct MovieSource: Sendable {
  var page: @Sendable (MovieQuery, _ number: Int?) async throws -> Page<Int, Movie>
  var details: @Sendable (Movie.ID) async throws -> MovieDetails
  var genres: @Sendable () async throws -> [Genre]
}

extension MovieSource {
  /// The demo's API.
  init(_ api: API) {
    page = { query, number in
      let answer = try await api.movies(query, page: number ?? 1)
      return Page(answer.movies, next: answer.next, total: answer.total)
    }
    details = { try await api.get("movies/\($0)") }
    genres = { try await api.get("genres") }
  }
}

extension API {
  /// Fetches a page of a list.
  fileprivate func movies(_ query: MovieQuery, page: Int) async throws(APIError) -> MovieAnswer {
    let (number, adults) = (String(page), String(query.adults))
    switch query.list {
    case .popular:
      return try await get("movies/popular", ["cursor": number, "adults": adults])
    case .top:
      return try await get("movies/top", ["cursor": number, "adults": adults])
    case .found(let text):
      return try await get("movies/found", ["q": text, "cursor": number, "adults": adults])
    }
  }
}
