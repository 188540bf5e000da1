import Foundation
import ReactiveLoadable
import ReactiveResources

/// The loads of an app that starts without a network: a list in pages and the details of movies.
final class OfflineApp: Sendable {
  let list: PagedLoader<NoRequest, Int, Movie, LoadError>
  let details: ValueCache<Movie.ID, MovieDetails>
  private let disk: DiskCache

  init(
    _ source: MovieSource,
    in folder: URL,
    wallClock: WallClock = .system
  ) throws(DiskCacheError) {
    let disk = try DiskCache(folder: folder)
    self.disk = disk
    let popular = MovieQuery(list: .popular)
    list = PagedLoader(
      saved: .json("popular", version: 1, pages: 2, in: disk, wallClock: wallClock)
    ) { page in
      try await source.page(popular, page.cursor)
    }
    details = LoaderCache(
      saved: .json(version: 1, in: disk, wallClock: wallClock) { "movie/\($0)" }
    ) { id in
      try await source.details(id)
    }
  }

  /// Waits until everything is saved, and closes the folder.
  func close() async { await disk.close() }
}

/// A network that can be away.
final class SwitchedTransport: ResourceTransport {
  private let isConnected = BehaviorRelay(false)
  private let transport: any ResourceTransport

  init(_ transport: any ResourceTransport) { self.transport = transport }

  func connect() { isConnected.accept(true) }

  func send(_ request: ResourceRequest) async throws -> ResourceResponse {
    guard isConnected.value else { throw URLError(.notConnectedToInternet) }
    return try await transport.send(request)
  }
}

/// The texts of the two screens: a line each, the first rows, and the error.
struct OfflineScreens: Hashable, Sendable {
  var list: String
  var details: String
  var titles: [String]
  var error: String?

  var blocks: [Block] {
    let rows = titles.isEmpty ? [] : titles.prefix(3) + ["…"]
    let lines = [list] + rows.map { "  \($0)" } + [details] + [error].compactMap(\.self)
    return lines.map { .line("  \($0)") }
  }
}

extension OfflineScreens {
  init(
    _ list: LoadState<PagedList<NoRequest, Movie, LoadError>>,
    _ details: LoadState<MovieDetails>,
    at now: Date
  ) {
    let rows = list.latest.map(Array.init) ?? []
    let movie = details.latest.map { "“\($0.movie.title)”, \($0.facts.minutes) minutes" }
    self.list = "The list: \(rows.count) movies" + list.age(at: now)
    self.details = "The details: " + (movie ?? "none") + details.age(at: now)
    titles = rows.map(\.title)
    error = (list.error ?? details.error).map(Self.text)
  }

  /// Without the port of the server, which differs from run to run.
  private static func text(of error: LoadError) -> String {
    guard case .noConnection? = error.underlying as? APIError else { return "\(error)" }
    return "No connection."
  }
}

extension Loadable {
  /// The age of a value that was restored, such as `, as of 2 hours ago`.
  fileprivate func age(at now: Date) -> String {
    guard case .failed(let failed) = self, let date = failed.savedAt else { return "" }
    return ", as of \(date.age(at: now))"
  }
}

extension Date {
  /// The time from this date on, in whole hours or minutes, such as `2 hours ago`.
  func age(at now: Date) -> String {
    let minutes = Int(now.timeIntervalSince(self) / 60)
    let (count, unit) = minutes < 60 ? (minutes, "minute") : (minutes / 60, "hour")
    return "\(count) \(unit)\(count == 1 ? "" : "s") ago"
  }
}
