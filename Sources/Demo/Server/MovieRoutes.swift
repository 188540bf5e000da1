import FlyingFox

/// The answers about movies: `/movies/popular`, `/movies/top` and `/movies/found?q=…` in pages, and
/// `/movies/<id>`.
///
/// A page is asked for by its number in `cursor`; `adults=true` adds what is for adults only.
struct MovieRoutes: Sendable {
  /// How many movies a page has.
  static let rows = 12

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
    return try .json(
      MovieAnswer(
        movies: Array(rest.prefix(Self.rows)),
        next: rest.count > Self.rows ? number + 1 : nil,
        total: all.count
      )
    )
  }
}

extension MovieRoutes {
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
