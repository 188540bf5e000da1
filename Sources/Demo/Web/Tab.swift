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

  static let freshness = Duration.seconds(25)

  let app: RatingsApp
  let network: TabNetwork
  let board: LoadBoard
  let screen = BehaviorRelay(Screen())
  let isSigningOut = BehaviorRelay(false)
  /// The models of the current user.
  private(set) var screens: RatingsScreens?
  /// The sections that may have changed since they were sent.
  let marks = BehaviorRelay<Set<TabSection>>(Set(TabSection.allCases))
  let clock: MovableClock
  private let expireTokens: @Sendable () async -> Void
  private var subscriptions: [AnyCancellable] = []
  private var userSubscriptions: [AnyCancellable] = []

  init(
    of server: URL,
    over transport: any ResourceTransport = URLSessionTransport.shared,
    clock base: any Clock<Duration> = ContinuousClock(),
    expireTokens: @escaping @Sendable () async -> Void = {}
  ) {
    clock = MovableClock(base)
    network = TabNetwork(over: transport, clock: clock)
    board = LoadBoard(clock: clock, freshness: Self.freshness)
    app = RatingsApp(
      at: server,
      over: network,
      freshness: .lasting(Self.freshness),
      clock: clock
    )
    self.expireTokens = expireTokens
    // Whatever failed while the tab was offline is loaded again.
    app.scope.retryFailed(on: network.isOnline)
    subscriptions += [
      app.list.observe(board.observer), app.details.observe(board.observer),
      app.facts.observe(board.observer), app.posters.observe(board.observer),
      app.favorites.observe(board.observer), app.session.credentials.observe(board.observer),
      app.session.signIn.observe(board.observer), app.write.observe(board.observer),
    ]
    mark(.session, on: app.session.signIn.states.following)
    mark(.session, on: isSigningOut)
    mark(.screen, on: app.session.signIn.states.following)
    mark(.screen, on: screen)
    mark(.list, on: app.list.states.following)
    mark(.favorites, on: app.favorites.states.following)
    for section in [TabSection.list, .detail, .favorites, .write] {
      mark(section, on: app.write.history)
    }
    mark(.network, on: network.states)
    for section in [TabSection.loads, .posters] { mark(section, on: board.entries) }
  }

  private func mark(_ section: TabSection, on changes: some RelayPublisher<some Sendable>) {
    subscriptions.append(changes.sink { [marks] _ in marks.update { _ = $0.insert(section) } })
  }

  /// Cancels all work; afterwards only connections and late answers refer to the tab.
  func close() {
    userSubscriptions = []
    subscriptions = []
    screens = nil
    Task { [app] in try? await app.signOut() }
  }
}

// MARK: Session

extension Tab {
  struct Refusal: Error { let sentence: String }

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

  /// Creates the models of the user who has signed in, and shows the list.
  private func begin() {
    guard screens == nil else { return }
    let screens = RatingsScreens(app, minimumLength: 0, clock: clock)
    self.screens = screens
    userSubscriptions = [
      screens.searchText.sink { [marks] _ in marks.update { _ = $0.insert(.searchText) } },
      screens.detail.states.sink { [marks] _ in marks.update { _ = $0.insert(.detail) } },
      screens.facts.states.sink { [marks] _ in marks.update { _ = $0.insert(.detail) } },
    ]
    screen.accept(Screen())
    marks.update { $0.formUnion([.session, .searchText, .favorites]) }
    screens.favorites.disappear()
    screens.list.appear("")
  }

  private func signOut() {
    screens = nil
    userSubscriptions = []
    isSigningOut.accept(true)
    Task { [app, isSigningOut] in
      try? await app.signOut()
      isSigningOut.accept(false)
    }
    screen.accept(Screen())
    marks.update { $0.formUnion([.searchText, .detail]) }
  }
}

// MARK: Intents

extension Tab {
  /// Performs an intent of the page.
  ///
  /// - Throws: A sentence about an intent that is impossible now.
  func perform(_ intent: TabIntent) throws(Refusal) {
    switch intent {
    case .signIn(let user): try signIn(user)
    case .make(let trouble, let isOn): network.make(trouble, isOn: isOn)
    case .expire: Task { [expireTokens] in await expireTokens() }
    case .later(let seconds):
      clock.putForward(by: .seconds(seconds))
      marks.update { $0.formUnion([.list, .detail, .favorites, .loads]) }
    case .invalidate(.movies): app.scope.revalidate(.movies, .facts)
    case .invalidate(.lists): app.scope.revalidate(.lists)
    case .retry(.posters): for id in board.failed("posters") { app.posters.remove(id) }
    case .refresh(.posters): app.posters.removeAll()
    case .lanes, .inspect, .copyTest, .copyPicture, .seen: break
    default:
      guard let screens else { throw Refusal(sentence: "Sign in first.") }
      try perform(intent, on: screens)
    }
  }

  private func perform(_ intent: TabIntent, on screens: RatingsScreens) throws(Refusal) {
    switch intent {
    case .signOut: signOut()
    case .search(let text): screens.searchText.accept(text)
    case .more:
      if let count = app.list.state.latest?.count, count > 0 {
        screens.list.visible(at: count - 1)
      }
    case .refresh(.list), .refresh(.page): app.list.refresh()
    case .refresh(.favorites): app.favorites.refresh()
    case .retry(.list), .retry(.page): screens.list.retry()
    case .retry(.favorites): screens.favorites.retry()
    case .cancel(.list), .cancel(.page): app.list.cancel()
    case .cancel(.favorites): app.favorites.cancel()
    case .refresh(.detail): screens.refreshDetail()
    case .retry(.detail): screens.retryDetail()
    case .cancel(.detail):
      screens.detail.disappear()
      screens.facts.disappear()
    case .open(let id):
      screens.open(id)
      screen.update { $0.detail = id }
    case .close:
      screens.closeDetail()
      screen.update { $0.detail = nil }
    case .show(let shelf): show(shelf, on: screens)
    case .rate(let id, let stars):
      app.write.run(MovieEdit(movie: try row(id), change: .stars(stars)))
    case .favorite(let id, let isOn):
      app.write.run(MovieEdit(movie: try row(id), change: .favorite(isOn)))
    default: break
    }
  }

  private func show(_ shelf: TabIntent.Shelf, on screens: RatingsScreens) {
    let old = screen.update { screen in
      defer { screen = Screen(shelf: shelf) }
      return screen
    }
    if old.detail != nil { screens.closeDetail() }
    guard old.shelf != shelf else { return }
    switch shelf {
    case .list:
      screens.favorites.disappear()
      screens.list.appear(app.list.state.latest?.key ?? "")
    case .favorites:
      screens.list.disappear()
      screens.favorites.appear()
    }
  }

  /// The row of a movie as the user sees it.
  private func row(_ id: RatedMovie.ID) throws(Refusal) -> RatedMovie {
    guard let row = known(id) else { throw Refusal(sentence: "The movie \(id) is not shown.") }
    return row
  }

  /// The newest row of a movie that any screen has.
  func known(_ id: RatedMovie.ID) -> RatedMovie? {
    app.details.state(for: id).latest
      ?? app.list.state.latest?.first { $0.id == id }
      ?? app.favorites.state.latest?.movies.first { $0.id == id }
      ?? screens?.facts.state.latest?.similar.first { $0.id == id }
  }
}

extension RatingsScreens {
  fileprivate func open(_ id: RatedMovie.ID) {
    detail.show(id)
    facts.show(id)
  }

  fileprivate func closeDetail() {
    detail.clear()
    facts.clear()
  }

  fileprivate func refreshDetail() {
    detail.interest?.refresh()
    facts.interest?.refresh()
  }

  fileprivate func retryDetail() {
    guard let id = detail.key ?? facts.key else { return }
    open(id)
    detail.retry()
    facts.retry()
  }
}
