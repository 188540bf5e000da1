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
  /// The statuses of the answers to each row that came to rest or was fetched on the way, by place.
  private(set) var answers: [Int: [Int]] = [:]
  /// How often each row was asked for, by place.
  private(set) var requests: [Int: Int] = [:]
  /// The large poster, as it was seen at last.
  private(set) var large: PosterLine?

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
    await open(0)
    await count()
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
    if let flight { await takeOff(flight) } else { await scroll(stretch) }
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

  /// Notes what the server was asked and has answered until now.
  private func count() async {
    for answer in await context.server.answers {
      if let place = place(answer.path) { answers[place, default: []].append(answer.status) }
    }
    for request in await context.server.requests {
      if let place = place(request.path) { requests[place, default: 0] += 1 }
    }
  }

  /// Lets all rows appear and disappear; the server holds those that are followed until then.
  private func scroll(_ stretch: RowScroll.Stretch) async {
    let gate = Gate()
    for place in stretch.appeared where list.trails[place] != nil { await hold(place, at: gate) }
    stretch.steps.forEach(list.play)
    gate.open()
  }

  /// Has the answer about the small poster of a row wait, once.
  func hold(_ place: Int, at gate: Gate) async {
    let path = list.movies[place].posterPath(.w92)
    await context.server.disturb(.hold(gate), path: path, times: 1)
  }

  /// Shows the large poster of a movie, while its server takes its time.
  private func open(_ place: Int) async {
    let movie = list.movies[place]
    let (gate, key) = (Gate(), ResourceKey(movie, .w342))
    await context.server.disturb(.hold(gate), path: key.posterPath, times: 1)
    let screen = PosterCell(library.loader, at: .veryHigh)
    detail.begin(screen)
    screen.show(key)
    await pause()
    gate.open()
    await screen.settles()
    large = detail.shown.states.last.map { state in
      PosterLine(place: place, movie: movie, content: .init(state))
    }
  }

  /// Time to look at it.
  private func pause() async { try? await context.clock.sleep(for: .milliseconds(20)) }
}
