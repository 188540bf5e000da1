import Foundation
import ReactiveLoadable
import ReactiveResources
import ReactiveStore

extension Scene {
  static let store = Scene(
    name: "store",
    title: "A movie app whose state is one store",
    shows: """
      Lists in pages, details, a search, favorites and settings in a file, genres from an async \
      action: reducers change one state, and a middleware records each action. Several screens \
      request the same, a page and a movie fail, an action is cancelled, the file is broken. The \
      server counts the requests.
      """
  ) { context in
    let folder = context.scratch
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let posters = folder.appending(path: "posters", directoryHint: .isDirectory)
    let library =
      context.isVirtual
      ? nil : try PosterLibrary(in: posters, of: context.api, clock: context.clock)
    let run = await MovieAppRun(context, in: folder)
    return [
      Step("Using the app") {
        await run.use(posters: library)
        await library?.close()
        return run.screens + run.timelines + run.record + (await run.listChecks())
          + (await run.movieChecks()) + run.savedChecks
      }
    ]
  }
}

/// One run of the movie app, from the first launch to the third.
@MainActor
private final class MovieAppRun {
  let context: SceneContext
  let app: RunningMovieApp
  private var restored = MovieChoices()
  private var third: RunningMovieApp?
  private var withPosters: [Movie] = []

  init(_ context: SceneContext, in folder: URL) async {
    self.context = context
    let file = SavedFile(at: folder.appending(path: "movies.json"), clock: context.clock)
    app = await RunningMovieApp.start(context, saving: file)
  }

  /// Uses every part; a failure in one part does not stop the others.
  func use(posters library: PosterLibrary?) async {
    for path in ["popular", "top", "found", "1", "2"] {
      await context.server.disturb(.delay(.milliseconds(20)), path: "/movies/\(path)")
    }
    await fetchGenres()
    await browse()
    await open()
    await search()
    await save()
    if let library { await show(from: library) }
    await relaunch()
    await app.shown.shows { $0 == app.store.state }
  }

  private func requests(_ path: String) async -> [String] {
    await context.server.requests.filter { $0.path == path }.map { $0.cursor ?? "" }
  }

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

  private func browse() async {
    await app.perform([.lists(.show(.popular)), .lists(.show(.popular)), .lists(.show(.popular))])
    let gate = Gate()
    await context.server.disturb(.hold(gate), path: "/movies/popular", times: 1)
    await context.server.disturb(.status(500), path: "/movies/popular", times: 1)
    await context.rest()
    let loading = app.send(rows + [.next, .next].map { .lists(.pages($0)) })
    gate.open()
    await loading.finish()
    await app.perform([.lists(.pages(.retry))])
    for _ in 1...3 { await app.perform(rows) }
    await app.perform([.lists(.pages(.next))])
    await app.perform([.lists(.show(.top))])
    await app.perform([.lists(.show(.popular))])
  }

  private var rows: [MovieApp.Action] {
    let movies = app.store.state.lists.pages.latest.map(Array.init) ?? []
    return movies.map { .lists(.pages(.visible($0.id))) }
  }

  func listChecks() async -> [Block] {
    let genres = await requests("/genres").count
    let errors = ["\(SavedFile.Trouble.missing)", "\(APIError.status(503))"]
    let list = app.shown.states.compactMap(\.lists.pages.latest)
    let (popular, top) = (await requests("/movies/popular"), await requests("/movies/top"))
    return [
      expect("Requests of genres", genres, is: 3)
        .and(expect("Genres", app.store.state.genres.count, is: Genre.all.count))
        .proves("An async action that is running or finished is not started again."),
      expect("Failures", app.failures, is: errors)
        .proves("A cancelled action is silent; a thrown error is published once."),
      // The last request is for the list with movies for adults.
      expect("Popular pages", popular, is: ["1", "2", "2", "3", "1"])
        .and(expect("Top pages", top, is: ["1"]))
        .and(expect("Movies in the list", list.map(\.count).max() ?? 0, is: 36))
        .and(expect("The last page", list.contains { $0.append.isComplete }, is: true))
        .proves("Every page is loaded once, up to the last; only a failed one is loaded again."),
    ]
  }

  private func open() async {
    await app.perform([.open(1), .open(1), .open(1)])
    await context.server.disturb(.status(500), path: "/movies/2", times: 1)
    for action in [.open(2), .detail(2, .retry), .open(2)] as [MovieApp.Action] {
      await app.perform([action])
    }
  }

  private func search() async {
    await app.perform(["t", "th", "the"].map { .search(.typed($0)) })
    for _ in 1...2 { await app.perform([.search(.results(.next))]) }
    await app.perform([.search(.typed(""))])
  }

  private func show(from library: PosterLibrary) async {
    withPosters = app.store.state.lists.pages.latest.map { Array($0.prefix(4)) } ?? []
    let screens = (1...3).map { _ in withPosters.map { _ in PosterCell(library.loader, at: .high) }
    }
    for cells in screens {
      for (cell, movie) in zip(cells, withPosters) { cell.show(ResourceKey(movie, .w92)) }
    }
    for cell in screens.joined() { await cell.settles() }
  }

  func movieChecks() async -> [Block] {
    let texts = await context.server.requests.filter { $0.path == "/movies/found" }
      .compactMap(\.query)
    let (pages, end) = (await requests("/movies/found"), app.store.state.search.results)
    var sent: [Int] = []
    for movie in withPosters {
      let statuses = await context.server.statuses(of: movie.posterPath(.w92))
      sent.append(statuses.count { $0 == 200 })
    }
    return [
      await check(1, states: "nld", requests: 1).proves("A movie on three screens is loaded once."),
      await check(2, states: "nlfld", requests: 2)
        .proves("Failed details show their error, and are loaded by a retry."),
      expect("Texts", Set(texts), is: ["the"]).and(expect("Pages", pages, is: ["1", "2"]))
        .and(expect("After clearing", end.isNotRequested, is: true))
        .proves("A text is requested after a pause in typing, once per page."),
      expect("Sent posters", sent, is: context.isVirtual ? [] : [1, 1, 1, 1])
        .proves("A poster on three screens is sent once."),
    ]
  }

  private func check(_ id: Movie.ID, states: String, requests count: Int) async -> SceneResult {
    let marks = app.shown.changes { $0.details[id].loadable.mark() }.marks
    let requests = await requests("/movies/\(id)").count
    return expect("Requests of movie \(id)", requests, is: count)
      .and(expect("States of movie \(id)", marks.map(\.mark.symbol).joined(), is: states))
  }

  private func save() async {
    let edits: [SavedEdit] = [.favorite(2), .favorite(1), .see(1), .sort(.title), .adults(true)]
    await app.perform(edits.map { .saved(.edit($0)) })
  }

  private func relaunch() async {
    restored = await RunningMovieApp.start(context, saving: app.file).store.state.saved.values
    try? Data("{".utf8).write(to: app.file.url)
    third = await RunningMovieApp.start(context, saving: app.file)
  }

  var savedChecks: [Block] {
    let last = MovieChoices(favorites: [2, 1], seen: [1], order: .title, adults: true)
    let counts = app.file.counts
    let kept = app.file.url.appendingPathExtension("broken")
    let trouble = SavedFile.Trouble.broken(kept: kept.lastPathComponent)
    return [
      expect("Restored", restored, is: last)
        .and(expect("Fewer writes than changes", counts.done < counts.begun, is: true))
        .and(expect("With adult movies", app.store.state.lists.pages.key?.adults, is: true))
        .proves("The next launch restores the last values, with fewer writes than changes."),
      expect("Failures", third?.failures, is: ["\(trouble)"])
        .and(expect("Restored", third?.store.state.saved.values, is: MovieChoices()))
        .and(expect("Renamed", FileManager.default.fileExists(atPath: kept.path), is: true))
        .proves("A broken file is published and renamed; the app starts with empty values."),
    ]
  }

  var screens: [Block] {
    let state = app.store.state
    let list = withPosters.map { Block.line("  " + state.row($0)) }
    return [.line("The list, from its top", .bold)] + list
      + [.line("Favorites, by title", .bold)] + state.favorites.map { .line("  " + state.row($0)) }
      + [.line("An opened movie", .bold), .paragraph(state.screen(of: 1), .plain), .blank]
  }

  var timelines: [Block] {
    let marks: [(String, (MovieApp.State) -> StateMark)] = [
      ("The list", \.lists.pages.mark),
      ("The details of movie 2", { $0.details[2].loadable.mark() }),
      ("The search", \.search.results.mark),
    ]
    return marks.flatMap { app.shown.changes($1).blocks($0) + [.blank] }
  }

  /// The actions, the failures and the writes; repeated actions are counted.
  var record: [Block] {
    // The name without the part in parentheses.
    let kind = { (name: String) in String(name.prefix { $0 != "(" }) }
    var runs: [(entry: ActionRecorder.Entry, count: Int)] = []
    for entry in app.actions {
      let repeats = runs.last.map { kind($0.entry.name) == kind(entry.name) } ?? false
      if repeats { runs[runs.count - 1].count += 1 } else { runs.append((entry, 1)) }
    }
    let rows = runs.map { entry, count in
      let name = count == 1 ? entry.name : kind(entry.name)
      return [String(Int(entry.offset / .milliseconds(1))), name, "\(count)"]
    }
    let counts = app.file.counts
    return [
      .line("The actions, recorded by a middleware", .bold),
      .table([.right("ms"), "Action", .right("Times")], rows), .blank,
      .line("The failures that the store published", .bold),
    ] + app.failures.map { .line("  \($0)") } + [
      .line("Changes to write: \(counts.begun); finished writes: \(counts.done).", .faint)
    ]
  }
}
