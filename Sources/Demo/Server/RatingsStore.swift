import FlyingFox
import Foundation

/// The server of the app of five screens: users, their access tokens, and their ratings of movies.
///
/// `POST /app/sign-in` answers a name with credentials, and `POST /app/renewal` a refresh token
/// with new ones. All other paths answer 401 without a valid access token: `GET /app/movies?q=…`,
/// `/app/movies/<id>`, `/app/movies/<id>/facts`, `/app/favorites`, `/app/activity`, and
/// `PUT /app/movies/<id>/rating` (0 to 5) and `/favorite` (`true`, `false`).
actor RatingsStore {
  private let movies: [Movie]
  private let facts: [MovieFacts]
  /// The users by their valid access tokens.
  private var users: [String: String] = [:]
  private var refreshTokens: [String: String] = [:]
  /// The ratings by user, in the order in which they were made.
  private var ratings: [String: [Rating]] = [:]
  private var favorites: [String: [Movie.ID]] = [:]
  private var tokenCount = 0

  init(_ catalogue: Catalogue) { (movies, facts) = (catalogue.movies, catalogue.facts) }

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
    switch (path[0], path.dropFirst().first.flatMap(Int.init), path.dropFirst(2).first) {
    case ("movies", nil, nil): return try .json(list(request, of: user))
    case ("movies", let id?, nil): return try row(id, of: user).map { try .json($0) } ?? .fault(404)
    case ("movies", let id?, "facts"):
      return try facts(of: id, for: user).map { try .json($0) } ?? .fault(404)
    case ("movies", let id?, let name?):
      guard write(String(decoding: body, as: UTF8.self), to: name, of: id, by: user) else {
        return .fault(400)
      }
      return try row(id, of: user).map { try .json($0) } ?? .fault(404)
    case ("favorites", nil, nil): return try .json(rows(favorites[user, default: []], of: user))
    case ("activity", nil, nil):
      return try .json(rows(ratings[user, default: []].reversed().map(\.movie), of: user))
    default: return .fault(404)
    }
  }

  /// Writes the stars or the favorite of a movie; returns false for other texts.
  private func write(_ text: String, to name: String, of id: Movie.ID, by user: String) -> Bool {
    switch (name, Int(text), Bool(text)) {
    case ("rating", let stars?, _) where (0...5).contains(stars):
      ratings[user, default: []].removeAll { $0.movie == id }
      if stars > 0 { ratings[user, default: []].append(Rating(movie: id, stars: stars)) }
    case ("favorite", _, let isFavorite?):
      favorites[user, default: []].removeAll { $0 == id }
      if isFavorite { favorites[user, default: []].append(id) }
    default: return false
    }
    return true
  }

  private func credentials(of user: String) throws -> HTTPResponse {
    tokenCount += 1
    let (access, refresh) = ("access-\(tokenCount)", "refresh-\(tokenCount)")
    (users[access], refreshTokens[refresh]) = (user, user)
    return try .json(Credentials(user: user, access: access, refresh: refresh))
  }

  private func list(_ request: HTTPRequest, of user: String) -> RatedMovies {
    let text = (request.query["q"] ?? "").folded
    let found = movies.filter { text.isEmpty || $0.title.folded.contains(text) }
    let start = Int(request.query["cursor"] ?? "") ?? 0
    let rows = found.dropFirst(start).prefix(12).compactMap { row($0.id, of: user) }
    let end = start + rows.count
    let next = end < found.count ? end : nil
    return RatedMovies(user: user, movies: rows, next: next, total: found.count)
  }

  private func rows(_ ids: [Movie.ID], of user: String) -> RatedMovies {
    RatedMovies(user: user, movies: ids.compactMap { row($0, of: user) })
  }

  private func row(_ id: Movie.ID, of user: String) -> RatedMovie? {
    guard let movie = movies.first(where: { $0.id == id }) else { return nil }
    return RatedMovie(
      id: id,
      title: movie.title,
      year: movie.year,
      user: user,
      stars: ratings[user]?.first { $0.movie == id }?.stars,
      isFavorite: favorites[user]?.contains(id) ?? false
    )
  }

  private func facts(of id: Movie.ID, for user: String) -> RatedMovieFacts? {
    guard let own = facts.first(where: { $0.id == id }) else { return nil }
    let alike = facts.filter { $0.genres == own.genres && $0.id != id }
    return RatedMovieFacts(
      minutes: own.minutes,
      genres: Genre.all.filter { own.genres.contains($0.id) }.map(\.name),
      cast: own.cast,
      similar: alike.compactMap { row($0.id, of: user) }
    )
  }

  private struct Rating: Sendable {
    let movie: Movie.ID
    let stars: Int
  }
}
