import FlyingFox
import Foundation
import ReactiveResources

/// The answers about movies: `popular`, `top` and `found?q=…` in pages, and `/movies/<id>`.
struct MovieRoutes: Sendable {
  private static let rows = 12
  let catalogue: Catalogue

  func answer(_ request: HTTPRequest, _ name: String) throws -> HTTPResponse {
    switch name {
    case "popular": try page(request, sorted { $0.votes })
    case "top": try page(request, sorted { $0.rating })
    case "found": try page(request, found(request.query["q"] ?? ""))
    default: try Int(name).flatMap(details).map { try .json($0) } ?? .fault(404)
    }
  }

  private func page(_ request: HTTPRequest, _ movies: [Movie]) throws -> HTTPResponse {
    guard let number = Int(request.query["cursor"] ?? "1"), (1...1000).contains(number) else {
      return .fault(400, "cursor must be the number of a page")
    }
    let isForAdults = request.query["adults"] == "true"
    let all = movies.filter { isForAdults || facts($0.id)?.adults == false }
    let rest = all.dropFirst((number - 1) * Self.rows)
    let next = rest.count > Self.rows ? number + 1 : nil
    let movies = Array(rest.prefix(Self.rows))
    return try .json(MovieAnswer(movies: movies, next: next, total: all.count))
  }

  private func facts(_ id: Movie.ID) -> MovieFacts? { catalogue.facts.first { $0.id == id } }

  private func sorted(_ value: (MovieFacts) -> some Comparable) -> [Movie] {
    let order = catalogue.facts.sorted { value($0) > value($1) }
    return order.compactMap { facts in catalogue.movies.first { $0.id == facts.id } }
  }

  private func found(_ text: String) -> [Movie] {
    catalogue.movies.filter { $0.title.folded.contains(text.folded) }
  }

  private func details(_ id: Movie.ID) -> MovieDetails? {
    guard let movie = catalogue.movies.first(where: { $0.id == id }), let facts = facts(id) else {
      return nil
    }
    let alike = catalogue.facts.filter { $0.genres == facts.genres && $0.id != id && !$0.adults }
    let similar = catalogue.movies.filter { movie in alike.contains { $0.id == movie.id } }
    return MovieDetails(movie: movie, facts: facts, similar: similar)
  }
}

/// The answers about posters, by the file or the number of the movie, from the in-memory origin.
struct PosterRoutes: Sendable {
  let movies: [Movie]
  let send: @Sendable (Data) -> PacedBody

  func answer(_ request: HTTPRequest, _ path: [String]) async throws -> HTTPResponse {
    guard path.count == 2, let size = PosterSize.allCases.first(where: { $0.folder == path[0] }),
      let movie = movies.first(where: { $0.poster == "/" + path[1] || "\($0.id)" == path[1] })
    else { return .fault(404) }
    guard request.method == .GET else { return .fault(405) }
    let file = try MemoryResource(posterOf: movie, size)
    let (origin, url) = (MemoryTransport(), URL(filePath: request.path))
    origin.serve(file, at: url)
    var fields = HTTPFields()
    for (name, value) in request.headers { fields[name.rawValue] = value }
    return await response(
      try await origin.send(ResourceRequest(url, headers: fields)),
      length: file.body.count
    )
  }

  private func response(_ answer: ResourceResponse, length: Int) async -> HTTPResponse {
    let body = (try? await answer.body.reduce(into: Data()) { $0 += $1 }) ?? Data()
    var response = HTTPResponse(statusCode: HTTPStatusCode(answer.status, phrase: ""), body: body)
    if !body.isEmpty { response = .paced(send(body), type: "image/jpeg") }
    response.statusCode = HTTPStatusCode(answer.status, phrase: "")
    for (name, value) in answer.headers { response.headers[HTTPHeader(name)] = value }
    // A 304 has the length of the body that is not sent (RFC 9110, 8.6).
    if answer.status == 304 { response.headers[.contentLength] = String(length) }
    return response
  }
}

extension MemoryResource {
  /// The poster of a movie from the bundled resources; its tag is made from the bytes.
  init(posterOf movie: Movie, _ size: PosterSize) throws(BundledFile.ResourceError) {
    let data = try BundledFile(String(movie.posterPath(size).dropFirst())).data()
    let hash = data.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    self.init(
      data,
      entityTag: "\"\(String(hash, radix: 36))\"",
      lastModified: Date(timeIntervalSince1970: 1_709_276_400 + Double(movie.id) * 3600),
      cacheControl: PosterKeeping(of: movie).rawValue,
      headers: ["content-type": movie.poster.hasSuffix(".png") ? "image/png" : "image/jpeg"]
    )
  }
}

enum PosterKeeping: String, CaseIterable, Sendable {
  /// Revalidated each time; a stale poster may be shown for a day during that.
  case revalidated = "max-age=0, stale-while-revalidate=86400"
  case anHour = "max-age=3600"
  case never = "no-store"

  init(of movie: Movie) {
    switch movie.id {
    case 7: self = .never
    case let id where id.isMultiple(of: 4): self = .anHour
    default: self = .revalidated
    }
  }

  /// The answers to a client that fetched the poster less than an hour ago.
  var answers: [Int] {
    switch self {
    case .revalidated: [304]
    case .anHour: []
    case .never: [200]
    }
  }
}
