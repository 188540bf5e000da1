import ArgumentParser
import Foundation
import ReactiveLoadable
import ReactiveResources

/// The list in another process: stored posters appear immediately, stale ones are revalidated.
@MainActor
final class PosterVisit {
  /// The rows that stay visible after a scroll.
  nonisolated static let places = RowScroll.again.flatMap(\.inView)
  private nonisolated static let followed = [0, 3, 6]
  private(set) var lines: [PosterLine] = []
  private let api: API
  private let clock: any Clock<Duration>
  private let library: PosterLibrary
  private var trails: [Int: PosterTrail] = [:]

  init(_ api: API, in folder: URL, clock: any Clock<Duration>) throws(DiskCacheError) {
    (self.api, self.clock) = (api, clock)
    library = try PosterLibrary(in: folder, of: api, clock: clock)
  }

  func run() async throws {
    let movies = try await api.movies()
    let list = PosterList(movies, from: library, following: Self.followed, clock: clock)
    trails = list.trails
    for scroll in RowScroll.again where !Task.isCancelled {
      scroll.steps.forEach(list.play)
      await list.settles()
      lines += list.lines
    }
    await library.close()
  }

  var counts: FetchCounts { library.fetcher.counts }

  var blocks: [Block] {
    let fetched = counts.requests - counts.revalidations
    let trails = Self.followed.compactMap { place in
      Self.places.firstIndex(of: place).flatMap { index in
        self.trails[place].map { (name: "\(place) \(lines[index].movie.title)", trail: $0) }
      }
    }
    return PosterReport(lines: lines, examples: Self.followed).blocks + [
      .blank, .line("\(counts.hits) fresh on the disk: shown without a request"),
      .line("\(counts.revalidations) stale on the disk: shown at once, and revalidated"),
      .line("\(fetched) not on the disk: fetched over the network"), .blank,
    ] + trails.blocks(frame: .milliseconds(5))
  }

  /// Reached if each poster has the source of one that was fetched less than an hour ago.
  func check() -> SceneResult {
    let keeping = lines.map { PosterKeeping(of: $0.movie) }
    let sources = keeping.map { $0 == .never ? "network" : "disk" }
    return expect("Sources", lines.map(\.source), is: sources)
      .and(expect("Fresh", counts.hits, is: keeping.count { $0 == .anHour }))
      .and(expect("Revalidated", counts.revalidations, is: keeping.count { $0 == .revalidated }))
      .and(expect("Requests", counts.requests, is: keeping.count { $0 != .anHour }))
      .and(expect("Posters", lines.count, is: Self.places.count))
  }
}

extension Demo {
  @MainActor
  func visit(_ address: URL, cache: URL) async throws {
    let console = Console()
    do {
      let visit = try PosterVisit(API(baseURL: address), in: cache, clock: ContinuousClock())
      try await visit.run()
      console.write(visit.blocks)
      guard case .missed(let reason) = visit.check() else { return }
      console.paragraph(reason)
    } catch { console.line(error.localizedDescription) }
    throw ExitCode.failure
  }

  @Sendable static func address(_ text: String) throws -> URL {
    guard let url = URL(reading: text), url.host != nil else {
      throw ValidationError("“\(text)” is not an address.")
    }
    return url
  }
}
