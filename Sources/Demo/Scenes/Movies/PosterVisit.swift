import Foundation
import ReactiveLoadable
import ReactiveResources

/// The list on a later day, by another process: what the folder has is shown at once, and asked about
/// as the server wants it.
@MainActor
final class PosterVisit {
  /// The rows that come to rest.
  nonisolated static let places = RowScroll.again.stretches.flatMap(\.inView)
  /// The rows whose timelines are drawn: stale, fresh and not kept.
  private nonisolated static let followed = [0, 3, 6]

  private(set) var lines: [PosterLine] = []
  private let api: API
  private let clock: any Clock<Duration>
  private let library: PosterLibrary
  private var trails: [Int: PosterTrail] = [:]

  /// Opens the folder; throws if another process has it.
  init(_ api: API, in folder: URL, clock: any Clock<Duration>) throws(DiskCacheError) {
    (self.api, self.clock) = (api, clock)
    library = try PosterLibrary(in: folder, of: api, clock: clock)
  }

  /// Scrolls through the list, and lets go of the folder.
  func run() async throws {
    let movies = try await api.movies()
    let list = PosterList(movies, from: library, following: Self.followed, clock: clock)
    trails = list.trails
    for stretch in RowScroll.again.stretches where !Task.isCancelled {
      stretch.steps.forEach(list.play)
      await list.settles()
      lines += list.lines
    }
    await library.close()
  }

  /// What was fetched, and how.
  var counts: FetchCounts { library.fetcher.counts }
}

extension PosterVisit {
  /// Writes the posters, how they came, and what was to see of some.
  func report(on console: Console) {
    PosterReport(lines: lines, examples: Self.followed).write(to: console)
    console.line()
    let fetched = counts.requests - counts.revalidations
    console.line("\(counts.hits) fresh on the disk: shown without a request")
    console.line("\(counts.revalidations) stale on the disk: shown at once, and found to be right")
    console.line("\(fetched) not on the disk: fetched over the network")
    console.line()
    let trails = Self.followed.compactMap { place in
      Self.places.firstIndex(of: place).flatMap { index in
        self.trails[place].map { (name: "\(place) \(lines[index].movie.title)", trail: $0) }
      }
    }
    console.trails(trails, frame: .milliseconds(5))
  }

  /// Reached if each poster came in the way in which it was kept less than an hour ago.
  func check() -> SceneResult {
    let keeping = lines.map { PosterKeeping(of: $0.movie) }
    let sources = keeping.map { $0 == .never ? "network" : "disk" }
    return SceneResult.check("Came from", lines.map(\.source), is: sources)
      .and(.check("Fresh", counts.hits, is: keeping.count { $0 == .anHour }))
      .and(.check("Found right", counts.revalidations, is: keeping.count { $0 == .revalidated }))
      .and(.check("Requests", counts.requests, is: keeping.count { $0 != .anHour }))
      .and(.check("Posters", lines.count, is: Self.places.count))
  }
}
