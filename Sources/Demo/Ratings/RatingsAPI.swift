import Foundation
import ReactiveLoadable
import ReactiveResources

/// The client of the server of the app; the transport adds the credentials.
struct RatingsAPI: Sendable {
  private let baseURL: URL
  private let fetcher: ResourceFetcher

  init(at baseURL: URL, over transport: some ResourceTransport) {
    self.baseURL = baseURL.appending(path: "app")
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
    return Page(answer.movies, next: answer.next)
  }

  func movie(_ id: RatedMovie.ID) async throws -> RatedMovie {
    try await send(.get, "movies/\(id)")
  }

  func favorites() async throws -> RatedMovies { try await send(.get, "favorites") }
  func activity() async throws -> RatedMovies { try await send(.get, "activity") }

  func rate(_ rating: Rating) async throws -> Rating {
    try await send(.put, "movies/\(rating.movie)/rating", Data("\(rating.stars)".utf8))
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
  let user: String
  var stars: Int?
}

struct RatedMovies: Codable, Hashable, Sendable {
  let user: String
  let movies: [RatedMovie]
  var next: Int?
}

struct Rating: Codable, Hashable, Sendable {
  let movie: RatedMovie.ID
  let stars: Int
}
