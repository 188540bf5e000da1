import Foundation
import ReactiveLoadable
import ReactiveResources

/// The list on a later day, by another process: what the folder has is shown at once, and asked about
/// as the server wants it.
@MainActor
final class PosterVisit {
  private let api: API
  private let clock: any Clock<Duration>
  private let library: PosterLibrary
  private(set) var lines: [PosterLine] = []
  /// What was to see of each row that came to rest, by its place.
  private(set) var trails: [Int: PosterTrail] = [:]

  /// Opens the folder; throws if another process has it.
  init(_ api: API, in folder: URL, clock: any Clock<Duration>) throws(DiskCacheError) {
    (self.api, self.clock) = (api, clock)
    library = try PosterLibrary(in: folder, of: api, clock: clock)
  }

  /// Scrolls through the list, and lets go of the folder.
  func run() async throws {
    let stretches = RowScroll.again.stretches
    let movies = try await api.movies()
    let list = PosterList(movies, from: library, following: Self.places, clock: clock)
    for stretch in stretches where !Task.isCancelled {
      stretch.steps.forEach(list.play)
      await list.settles()
      lines += list.lines
    }
    trails = list.trails
    await library.close()
  }

  /// Writes the posters, and one of each way in which they came.
  func report(on console: Console) {
    PosterReport(lines: lines).write(to: console)
    console.line()
    for way in PosterTrail.Way.allCases { console.line("\(rows(way).count) \(way.rawValue)") }
    console.line()
    let trails = PosterTrail.Way.allCases.compactMap { rows($0).first }
    console.trails(trails, frame: .milliseconds(5))
  }

  private func rows(_ way: PosterTrail.Way) -> [(name: String, trail: PosterTrail)] {
    zip(Self.places, lines).compactMap { place, line in
      guard let trail = trails[place], trail.way == way else { return nil }
      return (line.movie.title, trail)
    }
  }
}

extension PosterVisit {
  /// The rows that come to rest.
  nonisolated static let places = RowScroll.again.stretches.flatMap(\.inView)

  /// The ways in which the posters came, in the order of ``places``.
  var ways: [PosterTrail.Way?] { Self.places.map { trails[$0]?.way } }

  /// Reached if each poster came in the way in which it was kept less than an hour ago.
  func check() -> SceneResult {
    let expected = lines.map { PosterTrail.Way(PosterKeeping(of: $0.movie)) }
    return .check("The ways of the posters", ways, is: expected)
  }
}

extension PosterTrail.Way {
  /// The way in which a poster comes that was fetched less than an hour ago.
  init(_ keeping: PosterKeeping) {
    switch keeping {
    case .anHour: self = .fresh
    case .revalidated: self = .confirmed
    case .never: self = .fetched
    }
  }

  /// The statuses of the server's answers to it.
  var answers: [Int] {
    switch self {
    case .fresh: []
    case .confirmed: [304]
    case .fetched: [200]
    }
  }
}
