import FlyingFox
import Foundation

/// The server of the app of five screens: users, their access tokens, and their ratings of movies.
///
/// `POST /app/sign-in` answers a name with credentials, and `POST /app/renewal` a refresh token
/// with new ones. All other paths answer 401 without a valid access token: `GET /app/movies?q=…`,
/// `/app/movies/<id>`, `/app/favorites`, `/app/activity`, and `PUT /app/movies/<id>/rating`.
actor RatingsStore {
  private let movies: [Movie]
  /// The users by their valid access tokens.
  private var users: [String: String] = [:]
  private var refreshTokens: [String: String] = [:]
  /// The ratings by user, in the order in which they were made.
  private var ratings: [String: [Rating]] = [:]
  private var tokenCount = 0

  init(_ movies: [Movie]) { self.movies = movies }

  /// Makes all access tokens invalid; refresh tokens stay valid.
  func expireTokens() { users = [:] }

  func answer(_ request: HTTPRequest, _ path: [String]) async throws -> HTTPResponse {
    let body = try await request.bodyData
    switch path.first {
    case "sign-in": return try credentials(of: String(decoding: body, as: UTF8.self))
    case "renewal":
      let refresh = String(decoding: body, as: UTF8.self)
      guard let user = refreshTokens[refresh] else { return .fault(401) }
      return try credentials(of: user)
    default: break
    }
    let token = request.headers[.authorization].map { $0.replacing("Bearer ", with: "") }
    guard let user = token.flatMap({ users[$0] }) else { return .fault(401) }
    let own = ratings[user, default: []]
    switch (path[0], path.dropFirst().first.flatMap(Int.init), path.count) {
    case ("movies", nil, 1): return try .json(list(request, of: user))
    case ("movies", let id?, 2): return try row(id, of: user).map { try .json($0) } ?? .fault(404)
    case ("movies", let id?, 3):
      guard let stars = Int(String(decoding: body, as: UTF8.self)) else { return .fault(400) }
      ratings[user] = own.filter { $0.movie != id } + [Rating(movie: id, stars: stars)]
      return try .json(Rating(movie: id, stars: stars))
    case ("favorites", nil, 1): return try .json(rows(own.filter { $0.stars > 3 }, of: user))
    case ("activity", nil, 1): return try .json(rows(own.reversed(), of: user))
    default: return .fault(404)
    }
  }

  private func credentials(of user: String) throws -> HTTPResponse {
    tokenCount += 1
    let (access, refresh) = ("access-\(tokenCount)", "refresh-\(tokenCount)")
    (users[access], refreshTokens[refresh]) = (user, user)
    return try .json(Credentials(user: user, access: access, refresh: refresh))
  }

  private func list(_ request: HTTPRequest, of user: String) -> RatedMovies {
    let text = (request.query["q"] ?? "").folded
    let found = movies.filter { $0.title.folded.contains(text) }
    let start = Int(request.query["cursor"] ?? "") ?? 0
    let rows = found.dropFirst(start).prefix(12).compactMap { row($0.id, of: user) }
    let end = start + rows.count
    return RatedMovies(user: user, movies: rows, next: end < found.count ? end : nil)
  }

  private func rows(_ ratings: [Rating], of user: String) -> RatedMovies {
    RatedMovies(user: user, movies: ratings.compactMap { row($0.movie, of: user) })
  }

  private func row(_ id: Int, of user: String) -> RatedMovie? {
    let stars = ratings[user]?.first { $0.movie == id }?.stars
    return movies.first { $0.id == id }
      .map { RatedMovie(id: id, title: $0.title, user: user, stars: stars) }
  }
}
