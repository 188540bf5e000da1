import ReactiveLoadable
import ReactiveRelays

extension Scene {
  static let app = Scene(
    name: "app",
    title: "An app of five screens: in use, tags, one renewal, sign-out",
    shows: """
      Sign in, a list with search, details, favorites and activity. One rating reloads the screens \
      that are visible and marks the others as stale. The token expires under five requests, which \
      share one renewal. A user signs out, and another one in, during two loads, a write and \
      a search. The server counts the requests.
      """
  ) { context in
    let play = RatingsPlay(context)
    return [
      Step("Opening the screens and rating a movie") { try await play.rate() },
      Step("Letting the token expire under five requests") { try await play.expire() },
      Step("Signing out and in during two loads, a write and a search") {
        try await play.changeUser()
      },
    ]
  }
}

@MainActor
private final class RatingsPlay {
  typealias ListState = LoadState<PagedList<String, RatedMovie, LoadError>>

  private static let paths = ["/app/movies", "/app/movies/1", "/app/favorites", "/app/activity"]

  private let context: SceneContext
  private let app: RatingsApp
  private var screens: RatingsScreens
  private let list: StateTimeline<ListState>
  private let detail: StateTimeline<LoadState<RatedMovie>>
  private let favorites: StateTimeline<LoadState<RatedMovies>>
  private let activity: StateTimeline<LoadState<RatedMovies>>

  init(_ context: SceneContext) {
    self.context = context
    app = RatingsApp(at: context.server.baseURL)
    screens = RatingsScreens(app)
    // The timelines are no screens: they do not use the loaders.
    list = context.timeline(app.list.states.following)
    detail = context.timeline(screens.detail.states)
    favorites = context.timeline(app.favorites.states.following)
    activity = context.timeline(app.activity.states.following)
  }

  // MARK: One rating

  func rate() async throws -> [Block] {
    let signIn = await app.session.signIn.run("Ada").outcome()
    if let error = signIn.error { throw error }
    let user = signIn.value?.user
    let first = try await movie(1)
    await app.write.run(MovieEdit(movie: first, change: .favorite(true))).outcome()
    // The list and the details of a movie are visible; the two tabs were, and are not.
    open(screens)
    await settle()
    screens.favorites.disappear()
    screens.activity.disappear()
    screens.searchText.accept("the")
    let opened = await requests()
    await app.write.run(MovieEdit(movie: first, change: .stars(5))).outcome()
    await settle()
    let rated = await requests(since: opened)
    screens.favorites.appear()
    screens.activity.appear()
    await settle()
    let shown = await requests(since: zip(opened, rated).map(+))
    let names = ["The list", "The details", "The favorites", "The activity"]
    return [
      .line("\(user ?? "No user") is signed in. Requests of each screen:", .bold),
      .table(
        ["", "Visible", .right("Opened"), .right("A rating"), .right("The tabs appear")],
        names.indices.map {
          [names[$0], $0 < 2 ? "yes" : "no", "\(opened[$0])", "\(rated[$0])", "\(shown[$0])"]
        }
      ),
      expect("The user", user, is: "Ada").and(expect("Opened", opened, is: [1, 1, 1, 1]))
        .and(expect("A rating", rated, is: [1, 1, 0, 0]))
        .and(expect("Appearing", shown, is: [0, 0, 1, 1]))
        .proves("A rating reloads the visible screens, and the others when they appear."),
      expect("Stars", stars, is: [5, 5, 5, 5]).proves("All four screens show the new rating."),
    ]
  }

  /// The stars of the movie that was rated, on each screen.
  private var stars: [Int?] {
    let rows = app.list.state.value.map(Array.init) ?? []
    let lists = [app.favorites, app.activity].map { $0.state.value?.movies ?? [] }
    return [rows.first { $0.id == 1 }?.stars, screens.detail.state.value?.stars]
      + lists.map { $0.first?.stars }
  }

  // MARK: One renewal

  func expire() async throws -> [Block] {
    let other = KeyedModel(app.details)
    other.show(2)
    await settle()
    let paths = Self.paths + ["/app/movies/2"]
    let (gate, before) = (Gate(), await requests())
    for path in paths { await context.server.disturb(.hold(gate), path: path) }
    await context.server.expireTokens()
    let selected = app.scope.revalidate(.movies, .lists)
    for (path, count) in zip(paths, before + [1]) {
      await context.server.arrived(count + 1, at: path)
    }
    gate.open()
    // A refusal and an answer for each request; the timelines may lag behind the loaders.
    let expected = before.reduce(1, +) + 2 * paths.count
    for _ in 0..<1_000 {
      if await answers(of: paths) >= expected { break }
      await context.pause()
    }
    await settle()
    while other.state.isLoading { await context.pause() }
    var statuses: [Int] = []
    for path in paths { statuses += await context.server.statuses(of: path).suffix(2) }
    let renewals = await context.server.requestCount("/app/renewal")
    let (refused, answered) = (statuses.count { $0 == 401 }, statuses.count { $0 == 200 })
    return [
      .blank, .line("The token expires under five requests:", .bold),
      .line("\(refused) answers with 401, \(renewals) renewal, \(answered) answers with 200"),
      expect("Selected", selected, is: 5).and(expect("Refused", refused, is: 5))
        .and(expect("Answered", answered, is: 5)).and(expect("Renewals", renewals, is: 1))
        .proves("Five requests with an expired token share one renewal; no screen shows an error."),
    ]
  }

  // MARK: Another user

  func changeUser() async throws -> [Block] {
    // Without credentials no request would arrive.
    if let error = app.favorites.state.error { throw error }
    let gate = Gate()
    for path in ["/app/favorites", "/app/activity", "/app/movies/3/rating"] {
      await context.server.disturb(.hold(gate), path: path, times: 1)
    }
    let before = await requests()
    app.favorites.refresh()
    app.activity.refresh()
    let third = try await movie(3)
    let write = app.write.run(MovieEdit(movie: third, change: .stars(4)))
    await context.server.arrived(before[2] + 1, at: "/app/favorites")
    await context.server.arrived(before[3] + 1, at: "/app/activity")
    await context.server.arrived(at: "/app/movies/3/rating")
    screens.searchText.accept("a text that waits for its debounce time")
    let sent = await context.server.requests.count
    try await app.signOut()
    let isEmpty = [
      app.list.state.isNotRequested, screens.detail.state.isNotRequested,
      app.favorites.state.isNotRequested, app.activity.state.isNotRequested,
    ]
    // The answers to the requests of Ada arrive now, if at all, and the text would be loaded.
    gate.open()
    let outcome = await write.outcome()
    await context.pause(.milliseconds(400))
    screens = RatingsScreens(app)
    let user = await app.session.signIn.run("Bob").outcome().value?.user
    open(screens)
    await settle()
    let later = await context.server.requests.dropFirst(sent).map(\.path).sorted()
    return [
      .blank,
      .line(
        "Ada signs out during two loads, a write and a search; \(user ?? "no user") signs in:",
        .bold
      ),
      .line("\(later.count) requests after that: \(later.joined(separator: ", "))"), .blank,
    ] + list.blocks("The list", mark) + favorites.blocks("The favorites", mark) + [
      expect("Not requested", isEmpty, is: [true, true, true, true])
        .and(expect("The write", "\(outcome)", is: "cancelled"))
        .proves("After sign-out no screen has a value, and the write is cancelled."),
      expect("Later requests", later, is: (Self.paths + ["/app/sign-in"]).sorted())
        .proves("The next user loads each screen once; the write of the old user reloads nothing."),
      list.draws("nlaArArAnlb", mark).and(detail.draws("nlaArArAn", mark))
        .and(favorites.draws("nlaArArArrrnlb", mark)).and(activity.draws("nlarArArnlb", mark))
        .and(expect("Bob's details", screens.detail.state.value?.user, is: "Bob"))
        .proves("Nothing of the old user is shown after the sign-out."),
    ]
  }

  // MARK: Parts

  private func open(_ screens: RatingsScreens) {
    screens.searchText.accept("the")
    screens.detail.show(1)
    screens.favorites.appear()
    screens.activity.appear()
  }

  private func movie(_ id: Movie.ID) async throws -> RatedMovie {
    let movies = try await context.api.movies()
    guard let movie = movies.first(where: { $0.id == id }) else { throw APIError.status(404) }
    return RatedMovie(id: id, title: movie.title, year: movie.year, user: "")
  }

  /// Waits until every screen has its value or its error.
  private func settle() async {
    await list.shows { !$0.isLoading && !$0.isNotRequested }
    await favorites.shows { !$0.isLoading }
    await activity.shows { !$0.isLoading }
    while screens.detail.state.isLoading { await context.pause() }
  }

  private func requests(since before: [Int] = [0, 0, 0, 0]) async -> [Int] {
    var counts: [Int] = []
    for path in Self.paths { counts.append(await context.server.requestCount(path)) }
    return zip(counts, before).map(-)
  }

  /// The number of answers of the server to requests of some paths.
  private func answers(of paths: [String]) async -> Int {
    var count = 0
    for path in paths { count += await context.server.statuses(of: path).count }
    return count
  }

  private func mark(_ state: LoadState<RatedMovies>) -> StateMark {
    state.mark { Self.mark($0.user, $0.movies) }
  }

  private func mark(_ state: LoadState<RatedMovie>) -> StateMark {
    state.mark { Self.mark($0.user, [$0]) }
  }

  private func mark(_ state: ListState) -> StateMark {
    state.mark { Self.mark($0.first?.user ?? "?", Array($0)) }
  }

  private static func mark(_ user: String, _ movies: [RatedMovie]) -> StateMark {
    let (initial, isRated) = (user.prefix(1), movies.contains { $0.stars != nil })
    return StateMark(
      isRated ? initial.uppercased() : initial.lowercased(),
      isRated ? "\(user)’s, with stars" : "\(user)’s, without stars"
    )
  }
}
