import Foundation
import ReactiveLoadable
import ReactiveResources

/// The client of the server of the app; the transport adds the credentials.
struct RatingsAPI: Sendable {
  private let server: URL
  private let baseURL: URL
  private let fetcher: ResourceFetcher

  init(at server: URL, over transport: some ResourceTransport) {
    self.server = server
    baseURL = server.appending(path: "app")
    fetcher = ResourceFetcher(transport: transport)
  }

  func signIn(_ user: String) async throws -> Credentials {
    try await send(.post, "sign-in", Data(user.utf8))
  }

  func renew(_ refresh: String) async throws -> Credentials {
    try await send(.post, "renewal", Data(refresh.utf8))
  }

  func movies(_ page: PageRequest<String, Int>) async throws -> Page<Int, RatedMovie> {
    let cursor = page.cursor.map { [URLQueryItem(name: "cursor", value: "\($0)")] } ?? []
    let query = [URLQueryItem(name: "q", value: page.key)] + cursor
    let answer: RatedMovies = try await send(.get, "movies", query: query)
    return Page(answer.movies, next: answer.next, total: answer.total)
  }

  func movie(_ id: RatedMovie.ID) async throws -> RatedMovie {
    try await send(.get, "movies/\(id)")
  }

  func facts(_ id: RatedMovie.ID) async throws -> RatedMovieFacts {
    try await send(.get, "movies/\(id)/facts")
  }

  func favorites() async throws -> RatedMovies { try await send(.get, "favorites") }
  func activity() async throws -> RatedMovies { try await send(.get, "activity") }

  func poster(_ id: RatedMovie.ID) async throws -> Data {
    let url = server.appending(path: "posters/\(PosterSize.w342.folder)/\(id)")
    return try await fetcher.fetch(ResourceRequest(url)).body
  }

  /// Writes an edit; returns the movie as the server has saved it.
  func write(_ edit: MovieEdit) async throws -> RatedMovie {
    let (name, value) =
      switch edit.change {
      case .stars(let stars): ("rating", "\(stars)")
      case .favorite(let isOn): ("favorite", "\(isOn)")
      }
    return try await send(.put, "movies/\(edit.movie.id)/\(name)", Data(value.utf8))
  }

  private func send<Answer: Decodable>(
    _ method: ResourceRequest.Method,
    _ path: String,
    _ body: Data? = nil,
    query: [URLQueryItem] = []
  ) async throws -> Answer {
    let url = baseURL.appending(path: path)
    let request = ResourceRequest(
      query.isEmpty ? url : url.appending(queryItems: query),
      method: method,
      body: body
    )
    return try JSONDecoder().decode(Answer.self, from: await fetcher.fetch(request).body)
  }
}

// MARK: Answers

struct Credentials: Codable, Hashable, Sendable {
  let user: String
  let access: String
  let refresh: String
}

/// A movie with the stars that a user has given, if any.
struct RatedMovie: Codable, Hashable, Sendable, Identifiable {
  let id: Int
  let title: String
  let year: Int
  let user: String
  var stars: Int?
  var isFavorite = false
}

/// The facts on the detail screen beyond the row, which come from another request.
struct RatedMovieFacts: Codable, Hashable, Sendable {
  let minutes: Int
  let genres: [String]
  let cast: [String]
  let similar: [RatedMovie]
}

struct RatedMovies: Codable, Hashable, Sendable {
  let user: String
  var movies: [RatedMovie]
  var next: Int?
  var total: Int?
}

extension Error {
  /// True for an answer that nothing has this address: a retry would not help.
  var isMissing: Bool {
    let error = (self as? LoadError)?.underlying ?? self
    if case .status(404, _, _)? = error as? ResourceError { return true }
    return false
  }
}
