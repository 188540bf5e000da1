import Foundation
import ReactiveLoadable
import ReactiveResources

/// One run of the scene of movies, from an empty folder.
@MainActor
final class MoviesPlay {
  /// What there was to see when the list had come to rest.
  struct Look {
    var stretch: RowScroll.Stretch
    /// The rows in view: what was there at once, else what came.
    var lines: [PosterLine]
    /// The rows that the server was asked for, in the order of arrival.
    var asked: [Int]
  }

  /// The rows whose timelines are drawn.
  nonisolated static let followed = [0, 4, 9, 34, 35]

  let context: SceneContext
  let library: PosterLibrary
  let list: PosterList
  /// What is waited on for rows that have flown by.
  let clock = MovableClock()
  let detail: PosterTrail
  private(set) var looks: [Look] = []

  init(_ context: SceneContext, _ movies: [Movie], in folder: URL) throws(DiskCacheError) {
    self.context = context
    library = try PosterLibrary(in: folder, of: context.api, clock: clock)
    list = PosterList(movies, from: library, following: Self.followed, clock: context.clock)
    detail = PosterTrail(.w342, clock: context.clock)
  }

  /// Scrolls through the list, and opens a movie.
  func run() async {
    await context.server.disturb(of: list.movies, .w92)
    for stretch in RowScroll.movies.stretches where !Task.isCancelled { await play(stretch) }
    await open(list.movies[0])
  }

  /// The row whose poster has this path in a list.
  func place(_ path: String) -> Int? {
    list.movies.firstIndex { $0.posterPath(.w92) == path }
  }
}

extension MoviesPlay {
  private func play(_ stretch: RowScroll.Stretch) async {
    let earlier = await context.server.requests.count
    let flight = Flight(stretch, of: list.movies)
    if let flight { await takeOff(flight) } else { stretch.steps.forEach(list.play) }
    let atOnce = list.lines
    if let flight { await land(flight) }
    await list.settles()
    list.retryWhatFailed()
    await list.settles()
    let requests = await context.server.requests.dropFirst(earlier)
    looks.append(
      Look(
        stretch: stretch,
        lines: zip(atOnce, list.lines).map { $0.content == .blank ? $1 : $0 },
        asked: requests.compactMap { place($0.path) }
      )
    )
    await pause()
  }

  /// Shows the large poster of a movie, while its server takes its time.
  private func open(_ movie: Movie) async {
    let (gate, key) = (Gate(), ResourceKey(movie, .w342))
    await context.server.disturb(.hold(gate), path: key.posterPath, times: 1)
    let screen = PosterList.Row(library.loader, at: .veryHigh)
    screen.show(key)
    detail.begin(screen.interest)
    await pause()
    gate.open()
    await detail.settles()
  }

  /// Time to look at it.
  private func pause() async { try? await context.clock.sleep(for: .milliseconds(20)) }
}
