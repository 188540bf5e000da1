import Foundation
import ReactiveLoadable
import ReactiveResources

/// The server of the sample app, which runs inside the app.
///
/// Each response has a latency. Requests fail while the server is offline.
nonisolated final class SampleServer: Sendable {
  static let pageSize = 12

  let isOnline = BehaviorRelay(true)
  private let latency: Duration
  private let clock: any Clock<Duration>

  init(latency: Duration = .milliseconds(600), clock: any Clock<Duration> = ContinuousClock()) {
    self.latency = latency
    self.clock = clock
  }

  func search(_ request: PageRequest<String, Int>) async throws -> Page<Int, Movie> {
    try await connect()
    let found = Movie.catalog.filter { $0.title.localizedStandardContains(request.key) }
    let offset = request.cursor ?? 0
    let rows = found.dropFirst(offset).prefix(Self.pageSize)
    return Page(Array(rows), offset: offset, limit: Self.pageSize, total: found.count)
  }

  func details(_ id: Movie.ID) async throws -> MovieDetails {
    try await connect()
    guard let movie = Movie.catalog.first(where: { $0.id == id }) else { throw Fault.notFound }
    return MovieDetails(
      movie: movie,
      minutes: 80 + id * 7 % 60,
      plot: "In \(movie.year), the \(movie.title.lowercased()) disappears."
    )
  }

  private func connect() async throws {
    try await clock.sleep(for: latency)
    if !isOnline.value { throw Fault.offline }
  }

  enum Fault: LocalizedError {
    case offline
    case notFound

    var errorDescription: String? {
      switch self {
      case .offline: "The server cannot be reached."
      case .notFound: "The movie was not found."
      }
    }
  }
}

nonisolated extension SampleServer: ResourceTransport {
  private static let address = URL(string: "https://movies.example") ?? URL(filePath: "/")

  static func url(of path: String) -> URL { address.appending(path: path) }

  /// Returns the response of an HTTP server to a request for a poster.
  func send(_ request: ResourceRequest) async throws -> ResourceResponse {
    try await connect()
    guard let movie = Movie.catalog.first(where: { Self.url(of: $0.poster) == request.url })
    else { return ResourceResponse(status: 404) }
    let file = try JSONEncoder().encode(Poster(of: movie))
    let headers: HTTPFields = ["cache-control": "max-age=86400"]
    return ResourceResponse(status: 200, headers: headers, body: ResourceBody([file]))
  }
}

// MARK: The catalog of invented titles

nonisolated extension Movie {
  static let catalog: [Movie] = kinds.indices.flatMap { kind in
    things.indices.map { thing in
      let id = kind * things.count + thing
      let title = "\(kinds[kind]) \(things[thing].name)"
      return Movie(id: id, title: title, year: 1960 + id * 11 % 65)
    }
  }

  private static let kinds = ["Copper", "Electric", "Last", "Northern", "Paper", "Silent"]

  fileprivate static let things = [
    (name: "Garden", symbol: "leaf"), (name: "Harbor", symbol: "sailboat"),
    (name: "Letter", symbol: "envelope"), (name: "Mountain", symbol: "mountain.2"),
    (name: "Signal", symbol: "antenna.radiowaves.left.and.right"),
    (name: "Sky", symbol: "moon.stars"), (name: "Train", symbol: "tram"),
    (name: "Winter", symbol: "snowflake"),
  ]
}

nonisolated extension Poster {
  fileprivate init(of movie: Movie) {
    let hue = Double(movie.id * 37 % 100) / 100
    self.init(hue: hue, symbol: Movie.things[movie.id % Movie.things.count].symbol)
  }
}
