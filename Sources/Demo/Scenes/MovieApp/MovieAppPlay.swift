import Foundation
import ReactiveLoadable
import ReactiveResources
import ReactiveStore

/// One run of the movie app, from its first start to its third.
@MainActor
final class MovieAppPlay {
  let context: SceneContext
  let app: RunningMovieApp
  /// What the next start had, and one on a file that is broken.
  private(set) var restored = SavedValues()
  private(set) var afterBreaking: (values: SavedValues, failures: [String], kept: Bool)?
  /// The movies whose posters were shown, each on three screens.
  private(set) var withPosters: [Movie] = []

  init(_ context: SceneContext, in folder: URL) async {
    self.context = context
    let file = SavedFile(at: folder.appending(path: "movies.json"), clock: context.clock)
    app = await RunningMovieApp.start(context, saving: file)
  }

  /// Does all that the scene shows; a step that finds a fault on its way is done all the same.
  func run(posters library: PosterLibrary) async {
    for path in ["popular", "top", "found", "1", "2"] {
      await context.server.disturb(.delay(.milliseconds(20)), path: "/movies/\(path)")
    }
    await fetchGenres()
    await browse()
    await open()
    await search()
    await save()
    await show(from: library)
    await startAgain()
    await app.shown.shows { $0 == app.store.state }
  }
}

// MARK: Genres, by an action that runs

extension MovieAppPlay {
  /// Asks twice and leaves; then the server fails, then it answers, then nobody asks.
  private func fetchGenres() async {
    let gate = Gate()
    await context.server.disturb(.hold(gate), path: "/genres", times: 1)
    let fetching = app.store.fetchGenres(from: app.source)
    app.store.fetchGenres(from: app.source)
    await context.server.arrived(at: "/genres")
    fetching.cancel()
    await fetching.finish()
    gate.open()
    await context.server.disturb(.status(503), path: "/genres", times: 1)
    for _ in 1...3 { await app.store.fetchGenres(from: app.source).finish() }
  }
}

// MARK: Lists

extension MovieAppPlay {
  /// Scrolls through a list to its end, looks at another one, and comes back.
  private func browse() async {
    await app.perform([.show(.popular), .show(.popular), .show(.popular)].map { .lists($0) })
    let gate = Gate()
    await context.server.disturb(.hold(gate), path: "/movies/popular", times: 1)
    await context.server.disturb(.status(500), path: "/movies/popular", times: 1)
    let asking = app.send(rows + [.next, .next].map { .lists(.pages($0)) })
    gate.open()
    await asking.finish()
    await app.perform([.lists(.pages(.retry))])
    for _ in 1...3 { await app.perform(rows) }
    await app.perform([.lists(.pages(.next))])
    await app.perform([.lists(.show(.top))])
    await app.perform([.lists(.show(.popular))])
  }

  /// Each row of the list comes into view.
  private var rows: [MovieApp.Action] {
    let movies = app.store.state.lists.pages.latest.map(Array.init) ?? []
    return movies.map { .lists(.pages(.visible($0.id))) }
  }
}

// MARK: Movies, and what is found and saved

extension MovieAppPlay {
  /// Opens one movie on three screens, and one that fails and is tried again.
  private func open() async {
    await app.perform([.open(1), .open(1), .open(1)])
    await context.server.disturb(.status(500), path: "/movies/2", times: 1)
    for action in [.open(2), .detail(2, .retry), .open(2)] as [MovieApp.Action] {
      await app.perform([action])
    }
  }

  /// Types faster than the search waits for, and scrolls to the end of what was found.
  private func search() async {
    await app.perform(["t", "th", "the"].map { .search(.typed($0)) })
    for _ in 1...2 { await app.perform([.search(.results(.next))]) }
    await app.perform([.search(.typed(""))])
  }

  /// Changes what is kept, faster than it is written.
  private func save() async {
    let edits: [SavedEdit] = [.favourite(2), .favourite(1), .see(1), .sort(.title), .adults(true)]
    await app.perform(edits.map { .saved(.edit($0)) })
  }

  /// Shows some posters on three screens.
  private func show(from library: PosterLibrary) async {
    withPosters = app.store.state.lists.pages.latest.map { Array($0.prefix(4)) } ?? []
    let screens = (1...3).map { _ in withPosters.map { _ in PosterCell(library.loader) } }
    for cells in screens {
      for (cell, movie) in zip(cells, withPosters) { cell.show(ResourceKey(movie, .w92)) }
    }
    for cell in screens.joined() { await cell.settles() }
  }

  /// Starts the app twice more: on what it has saved, and on a file that is broken.
  private func startAgain() async {
    restored = await RunningMovieApp.start(context, saving: app.file).store.state.saved.values
    try? Data("{".utf8).write(to: app.file.url)
    let third = await RunningMovieApp.start(context, saving: app.file)
    let kept = app.file.url.appendingPathExtension("broken")
    afterBreaking = (
      third.store.state.saved.values, third.failures,
      FileManager.default.fileExists(atPath: kept.path)
    )
  }
}
