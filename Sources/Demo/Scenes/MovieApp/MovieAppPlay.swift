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
    await fetchGenres()
    await browse()
    await open()
    await search()
    await save()
    await show(from: library)
    await startAgain()
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
    for _ in 1...3 { app.send(.lists(.show(.popular))) }
    await settled(\.lists.pages)
    let gate = Gate()
    await context.server.disturb(.hold(gate), path: "/movies/popular", times: 1)
    await context.server.disturb(.status(500), path: "/movies/popular", times: 1)
    scroll()
    for _ in 1...3 { app.send(.lists(.pages(.next))) }
    gate.open()
    await settled(\.lists.pages)
    app.send(.lists(.pages(.retry)))
    await settled(\.lists.pages)
    for _ in 1...3 {
      scroll()
      await settled(\.lists.pages)
    }
    app.send(.lists(.pages(.next)), .lists(.show(.top)))
    await settled(\.lists.pages)
    app.send(.lists(.show(.popular)))
    await settled(\.lists.pages)
  }

  /// Has each row of the list come into view.
  private func scroll() {
    for movie in app.store.state.lists.pages.latest.map(Array.init) ?? [] {
      app.send(.lists(.pages(.visible(movie.id))))
    }
  }

  /// Waits until nothing of a list is on its way.
  private func settled(_ pages: (MovieApp.State) -> MoviePages) async {
    await app.shown.shows { _ in
      let pages = pages(app.store.state)
      return !pages.isLoading && pages.latest?.append.isLoading != true
    }
  }
}

// MARK: Movies, and what is found and saved

extension MovieAppPlay {
  /// Opens one movie on three screens, and one that fails and is tried again.
  private func open() async {
    let gate = Gate()
    await context.server.disturb(.hold(gate), path: "/movies/1", times: 1)
    let opened = (1...3).map { _ in app.store.send(.open(1)) }
    gate.open()
    for task in opened { await task.finish() }
    await context.server.disturb(.status(500), path: "/movies/2", times: 1)
    await app.store.send(.open(2)).finish()
    await app.store.send(.detail(2, .retry)).finish()
    await app.store.send(.open(2)).finish()
  }

  /// Types faster than the search waits for, and scrolls to the end of what was found.
  private func search() async {
    app.send(.search(.typed("t")), .search(.typed("th")))
    await app.store.send(.search(.typed("the"))).finish()
    await settled(\.search.results)
    for _ in 1...2 {
      app.send(.search(.results(.next)))
      await settled(\.search.results)
    }
    app.send(.search(.typed("")))
  }

  /// Changes what is kept, faster than it is written.
  private func save() async {
    let edits: [SavedEdit] = [.favourite(2), .favourite(1), .see(1), .sort(.title), .adults(true)]
    let saving = edits.map { app.store.send(.saved(.edit($0))) }
    for task in saving { await task.finish() }
    await settled(\.lists.pages)
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
