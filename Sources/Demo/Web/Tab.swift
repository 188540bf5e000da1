import Foundation
import ReactiveLoadable
import ReactiveResources
import ReactiveTimeline

/// The app of one tab of a browser: its models, and what the page can do with them.
///
/// The page draws the sections of its state and sends intents; all logic is here.
@MainActor
final class Tab {
  struct Screen: Hashable, Sendable {
    var shelf = TabIntent.Shelf.list
    var detail: RatedMovie.ID?
  }

  /// A sentence about an intent that is impossible now.
  struct Refusal: Error, Hashable { let sentence: String }

  static let freshness = Duration.seconds(25)

  let app: RatingsApp
  let network: TroubledTransport
  let board: LoadBoard
  let timeline: TabTimeline
  let screen = BehaviorRelay(Screen())
  let isSigningOut = BehaviorRelay(false)
  /// The models of the current user.
  private(set) var screens: RatingsScreens?
  /// The sections that may have changed since they were sent.
  let marks = BehaviorRelay<Set<TabSection>>([])
  private let clock: MovableClock
  nonisolated private let recording: Timeline
  private let expireTokens: @Sendable () async -> Void
  private lazy var input = recording.recordingInput(
    { [weak self] in self?.receive($0) },
    as: "perform"
  )
  private var subscriptions: [AnyCancellable] = []
  private var userSubscriptions: [AnyCancellable] = []

  /// Creates the tab of an app, whose loads have the clock.
  init(
    _ app: RatingsApp,
    over network: TroubledTransport,
    clock: MovableClock,
    recording: Timeline,
    expireTokens: @escaping @Sendable () async -> Void
  ) {
    (self.app, self.network, self.clock, self.recording) = (app, network, clock, recording)
    self.expireTokens = expireTokens
    board = LoadBoard(clock: clock, freshness: Self.freshness)
    timeline = TabTimeline(of: app, clock: clock)
    recording.record(app.list, as: "app.list")
    recording.record(app.favorites, as: "app.favorites")
    // Whatever failed while the tab was offline is loaded again.
    app.scope.retryFailed(on: network.isOnline)
    let observer = LoadObserver(board.observer, timeline.observer)
    subscriptions += [
      app.list.observe(observer), app.details.observe(observer), app.facts.observe(observer),
      app.posters.observe(observer), app.favorites.observe(observer), app.write.observe(observer),
      app.session.credentials.observe(observer), app.session.signIn.observe(observer),
    ]
    mark(.session, .screen, on: app.session.signIn.states.following)
    mark(.session, on: isSigningOut)
    mark(.screen, on: screen)
    mark(.list, on: app.list.states.following)
    mark(.favorites, on: app.favorites.states.following)
    mark(.list, .detail, .favorites, .write, on: app.write.history)
    mark(.loads, on: app.session.credentials.states.following)
    mark(.network, on: network.states)
    mark(.posters, on: board.entries)
  }

  /// Marks sections at each value of a relay, and what shows all loads.
  private func mark(_ sections: TabSection..., on changes: some RelayPublisher<some Sendable>) {
    subscriptions.append(marking(sections, on: changes))
  }

  private func marking(
    _ sections: [TabSection],
    on changes: some RelayPublisher<some Sendable>
  ) -> AnyCancellable {
    changes.sink { [marks] _ in marks.update { $0.formUnion(sections + [.loads, .timeline]) } }
  }

  /// Marks what shows the age of a value, if a value has become stale.
  func noteTime(since stale: inout Set<LoadBoard.Key>) {
    let now = board.stale
    guard now != stale else { return }
    stale = now
    marks.update { $0.formUnion([.list, .detail, .favorites, .loads]) }
  }

  /// Cancels all work, and releases the models of the user.
  func close() {
    (subscriptions, userSubscriptions, screens) = ([], [], nil)
    Task { [app] in try? await app.signOut() }
  }
}

extension Tab {
  /// Creates the tab of a server.
  convenience init(
    of server: URL,
    over transport: any ResourceTransport = URLSessionTransport.shared,
    clock: any Clock<Duration> = ContinuousClock(),
    expireTokens: @escaping @Sendable () async -> Void = {}
  ) {
    let clock = MovableClock(clock)
    let network = TroubledTransport(over: transport, clock: clock)
    let recording = Timeline(clock: clock, limit: 300)
    let app = RatingsApp(
      at: server,
      over: network,
      freshness: .lasting(Self.freshness),
      clock: clock,
      recording: recording
    )
    self.init(app, over: network, clock: clock, recording: recording, expireTokens: expireTokens)
  }

  /// Creates a tab with recorded functions, for the test that repeats a recording.
  convenience init(
    _ source: RatingsSource,
    signIn: @escaping @Sendable (String) async throws -> Credentials,
    clock: any Clock<Duration>
  ) {
    let clock = MovableClock(clock)
    let session = Session(signIn: signIn) { _ in throw CancellationError() }
    let freshness = Freshness.lasting(Self.freshness)
    self.init(
      RatingsApp(source, session: session, freshness: freshness, clock: clock),
      over: TroubledTransport(over: MemoryTransport(), clock: clock),
      clock: clock,
      recording: Timeline(clock: clock)
    ) {}
  }

  /// Writes the Swift test that repeats the intents since the tab was opened.
  @concurrent
  nonisolated func test() async -> String {
    recording.swiftTest(
      of: """
        Tab(RatingsSource(movies: movies, movie: movie, facts: facts, favorites: favorites, \
        activity: favorites, poster: { _ in Data() }, write: write), signIn: signIn, clock: m.clock)
        """,
      named: "the intents of a browser",
      importing: ["Demo", .exported("ReactiveResources")]
    )
  }
}

// MARK: Session

extension Tab {
  private func signIn(_ name: String) throws(Refusal) {
    let user = name.trimmingCharacters(in: .whitespacesAndNewlines)
    guard (1...40).contains(user.count), user.utf8.count <= 1_000 else {
      throw Refusal(sentence: "A name has 1 to 40 characters.")
    }
    guard screens == nil else { throw Refusal(sentence: "Sign out first.") }
    let write = app.session.signIn.run(user)
    Task { [weak self] in
      if await write.outcome().value != nil { self?.begin() }
    }
  }

  /// Creates the models of the signed-in user, and shows the list.
  private func begin() {
    guard screens == nil else { return }
    let screens = RatingsScreens(app, minimumLength: 0, clock: clock)
    self.screens = screens
    userSubscriptions = [
      marking([.searchText], on: screens.searchText),
      marking([.detail], on: screens.detail.states), marking([.detail], on: screens.facts.states),
    ]
    screen.accept(Screen())
    marks.update { $0.formUnion([.session, .favorites]) }
    screens.favorites.disappear()
    screens.list.appear("")
  }

  private func signOut() {
    (screens, userSubscriptions) = (nil, [])
    isSigningOut.accept(true)
    Task { [app, isSigningOut] in
      try? await app.signOut()
      isSigningOut.accept(false)
    }
    screen.accept(Screen())
    marks.update { $0.formUnion([.searchText, .list, .detail, .favorites]) }
  }
}

// MARK: Intents

extension Tab {
  /// Performs an intent of the page, and returns why it is impossible now, if it is.
  func perform(_ intent: TabIntent) -> Refusal? { input(intent) ?? nil }

  private func receive(_ intent: TabIntent) -> Refusal? {
    do throws(Refusal) {
      try performAnywhere(intent)
      return nil
    } catch { return error }
  }

  private func performAnywhere(_ intent: TabIntent) throws(Refusal) {
    switch intent {
    case .signIn(let user): try signIn(user)
    case .make(let trouble, let isOn): network.make(trouble, isOn: isOn)
    case .expire: Task { [expireTokens] in await expireTokens() }
    case .later(let seconds): clock.putForward(by: .seconds(min(max(seconds, 0), 86_400)))
    case .invalidate(.movies): app.scope.revalidate(.movies, .facts)
    case .invalidate(.lists): app.scope.revalidate(.lists)
    case .retry(.posters): for id in board.failed("posters") { app.posters.remove(id) }
    case .refresh(.posters): app.posters.removeAll()
    case .cancel(.posters), .lanes, .inspect, .copyTest, .copyPicture, .seen: break
    default:
      guard let screens else { throw Refusal(sentence: "Sign in first.") }
      try perform(intent, on: screens)
    }
  }

  private func perform(_ intent: TabIntent, on screens: RatingsScreens) throws(Refusal) {
    switch intent {
    case .signOut: signOut()
    case .search(let text):
      timeline.type(text)
      screens.searchText.accept(String(text.prefix(200)))
    case .more: if let count = app.list.state.latest?.count { app.list.visible(at: count - 1) }
    case .refresh(.list), .refresh(.page): app.list.refresh()
    case .refresh(.favorites): app.favorites.refresh()
    case .refresh(.detail): screens.refreshDetail()
    case .retry(.list), .retry(.page): app.list.retry()
    case .retry(.favorites): app.favorites.retry()
    case .retry(.detail): screens.retryDetail()
    case .cancel(.list), .cancel(.page): app.list.cancel()
    case .cancel(.favorites): app.favorites.cancel()
    case .cancel(.detail): screens.cancelDetail()
    case .open(let id):
      screens.open(id)
      screen.update { $0.detail = id }
    case .close:
      screens.closeDetail()
      screen.update { $0.detail = nil }
    case .show(let shelf): show(shelf, on: screens)
    case .rate(let id, let stars): try write(.stars(min(max(stars, 0), 5)), id)
    case .favorite(let id, let isOn): try write(.favorite(isOn), id)
    default: break
    }
  }

  private func show(_ shelf: TabIntent.Shelf, on screens: RatingsScreens) {
    let old = screen.value
    screen.accept(Screen(shelf: shelf))
    if old.detail != nil { screens.closeDetail() }
    switch shelf {
    case old.shelf: break
    case .list:
      screens.favorites.disappear()
      screens.list.appear(app.list.state.latest?.key ?? "")
    case .favorites:
      screens.list.disappear()
      screens.favorites.appear()
    }
  }

  private func write(_ change: MovieEdit.Change, _ id: RatedMovie.ID) throws(Refusal) {
    guard let movie = known(id) else { throw Refusal(sentence: "No screen shows that movie.") }
    app.write.run(MovieEdit(movie: movie, change: change))
  }

  /// The newest row of a movie that any screen has.
  func known(_ id: RatedMovie.ID) -> RatedMovie? {
    app.details.state(for: id).latest
      ?? app.list.state.latest?.first { $0.id == id }
      ?? app.favorites.state.latest?.movies.first { $0.id == id }
      ?? screens?.facts.state.latest?.similar.first { $0.id == id }
  }
}
