import LoadableTesting
import ReactiveLoadable
import ReactiveStore
import StoreTesting
import TestSupport
import Testing

// The code of the article, unchanged.

struct Finder: Reducer {
  struct State: Sendable, Equatable {
    var text = ""
    var titles: [String] = []
  }

  enum Action: Sendable, Equatable {
    case typed(String)
    case found([String])
  }

  var clock: any Clock<Duration> = ContinuousClock()
  let search: @Sendable (String) async throws -> [String]

  func reduce(into state: inout State, _ action: Action) -> Effect<Action> {
    switch action {
    case .typed(let text):
      state.text = text
      return .run { send in
        try await clock.sleep(for: .milliseconds(300))
        send(.found(try await search(text)))
      }
      .cancellable(id: "search", overlap: .replace)
    case .found(let titles):
      state.titles = titles
      return .none
    }
  }
}

struct Cinema: Reducer {
  struct State: Sendable, Equatable {
    var finder = Finder.State()
    var login: Login.State?
    var rows: [Row.State] = []
  }

  enum Action: Sendable {
    case finder(Finder.Action)
    case login(Login.Action)
    case row(Row.State.ID, Row.Action)
    case signInTapped
  }

  let search: @Sendable (String) async throws -> [String]

  var body: some Reducer<State, Action> {
    Scope(state: \.finder, action: .finder) { Finder(search: search) }
    Reduce { state, action in
      switch action {
      case .signInTapped: state.login = Login.State()
      case .login(.closed): state.login = nil
      case .finder, .login, .row: break
      }
      return .none
    }
    .ifPresent(\.login, action: .login) { Login() }
    .forEach(\.rows, action: .row) { Row() }
  }
}

nonisolated extension CasePath<Cinema.Action, Finder.Action> {
  static let finder = Self(Cinema.Action.finder) {
    if case .finder(let action) = $0 { action } else { nil }
  }
}

nonisolated extension CasePath<Cinema.Action, Login.Action> {
  static let login = Self(Cinema.Action.login) {
    if case .login(let action) = $0 { action } else { nil }
  }
}

nonisolated extension CasePath<Cinema.Action, (Row.State.ID, Row.Action)> {
  static let row = Self(Cinema.Action.row) {
    if case .row(let id, let action) = $0 { (id, action) } else { nil }
  }
}

enum Session: Sendable, Equatable {
  case signedOut(Login.State)
  case signedIn(Finder.State)

  var login: Login.State? {
    get { if case .signedOut(let login) = self { login } else { nil } }
    set { if let newValue { self = .signedOut(newValue) } }
  }
}

struct Shelf: Reducer {
  struct State: Sendable, Equatable {
    var books = LoadableState<String, Books.State>()
  }

  enum Action: Sendable, Equatable {
    case books(LoadingAction<String, Books.State, Books.Action>)
  }

  let load: @Sendable (_ genre: String) async throws -> [String]

  var body: some Reducer<State, Action> {
    EmptyReducer()
      .loadable(state: \.books, action: .books) {
        Books()
      } load: { genre, _ in
        Books.State(titles: try await load(genre))
      }
  }
}

nonisolated extension CasePath<Shelf.Action, LoadingAction<String, Books.State, Books.Action>> {
  static let books = Self(Shelf.Action.books) {
    switch $0 {
    case .books(let action): action
    }
  }
}

@Suite struct `Coming from the Composable Architecture` {
  @Test func `a search finds the typed text`() {
    marbles { m in
      let store = m.testStore(Finder.State()) { Finder(clock: m.clock) { _ in ["Dune"] } }
      store.send(.typed("du")) { $0.text = "du" }
      m.advance(by: .milliseconds(300))
      store.receive(.found(["Dune"])) { $0.titles = ["Dune"] }
    }
  }

  @Test func `the newest result wins`() {
    marbles(frame: .milliseconds(100)) { m in
      let answer = m.cold("--x|", ["x": ["Dune"]])
      let store = m.keep(
        Store(Finder.State()) { Finder(clock: m.clock) { _ in try await answer() } }
      )
      m.hot("-d-u") { store.send(.typed($0)) }
      m.expect(
        store.states.map(\.titles).removeDuplicates(),
        "n-------d",
        ["n": [], "d": ["Dune"]]
      )
      m.expectSubscriptions(answer, ["------^-!"])
    }
  }

  @MainActor @Test func `a view's model waits for a store`() async {
    struct API: Sendable { let search: @Sendable (String) async throws -> [String] }
    let (api, clock) = (API { [$0] }, NoTime())
    let store = Store(Finder.State()) { Finder(clock: clock, search: api.search) }
    let model = StoreModel(store)
    let text = model.control(\.text, send: Finder.Action.typed)
    text.value = "dune"
    await store.send(.typed("heat")).finish()
    #expect(store.state == Finder.State(text: "heat", titles: ["heat"]))
  }

  @Test func `optional parts and elements have features`() {
    let store = Store(Cinema.State(rows: [Row.State(id: 7)])) { Cinema { [$0] } }
    store.send(.signInTapped)
    store.send(.login(.typed("Ada")))
    #expect(store.scope(ifPresent: \.login, action: .login)?.state.name == "Ada")
    store.send(.row(7, .liked))
    #expect(store.state.rows == [Row.State(id: 7, likes: 1)])
    store.send(.login(.closed))
    #expect(store.scope(ifPresent: \.login, action: .login) == nil)
  }

  @Test func `a state can be an enum`() {
    let store = Store(Session.signedOut(Login.State())) {
      Reduce<Session, Login.Action> { session, action in
        if case .closed = action { session = .signedIn(Finder.State()) }
        return .none
      }
      .ifPresent(\.login, action: .itself) { Login() }
    }
    let failures = Log<any Error>()
    let subscription = store.failures.sink { failures.note($0) }
    store.send(.typed("Ada"))
    #expect(store.state.login?.name == "Ada")
    store.send(.closed)
    store.send(.typed("Bob"))
    #expect(store.state == .signedIn(Finder.State()))
    #expect(failures.entries.count == 1)
    subscription.cancel()
  }

  @Test func `a feature can be loaded first`() {
    marbles { m in
      let answer = m.cold("--A|", ["A": ["Dune"]])
      let store = m.testStore(Shelf.State()) { Shelf { _ in try await answer() } }
      let books = Books.State(titles: ["Dune"])
      store.send(.books(.load("sea"))) { $0.books.perform(.load("sea")) }
      m.advance(by: .milliseconds(20))
      store.receive(.books(.finished(.success(books)))) {
        $0.books = LoadableState(books, of: "sea")
      }
      store.send(.books(.loaded(.added("Emma")))) { state in
        state.books.change { $0.titles.append("Emma") }
      }
    }
  }

  @Test func `every line of the article is compiled here`() throws {
    let code = try ArticleCode("ComingFromTCA", of: "ReactiveStore")
    #expect(code.blocks.count == 8)
    #expect(code.others == 4)
    #expect(try code.lines(missingIn: #filePath) == [])
  }
}

struct Login: Reducer {
  struct State: Sendable, Equatable {
    var name = ""
  }

  enum Action: Sendable {
    case typed(String)
    case closed
  }

  func reduce(into state: inout State, _ action: Action) -> Effect<Action> {
    if case .typed(let name) = action { state.name = name }
    return .none
  }
}

struct Row: Reducer {
  struct State: Sendable, Equatable, Identifiable {
    let id: Int
    var likes = 0
  }

  enum Action: Sendable {
    case liked
  }

  func reduce(into state: inout State, _ action: Action) -> Effect<Action> {
    switch action {
    case .liked: state.likes += 1
    }
    return .none
  }
}

struct Books: Reducer {
  struct State: Sendable, Equatable {
    var titles: [String]
  }

  enum Action: Sendable, Equatable {
    case added(String)
  }

  func reduce(into state: inout State, _ action: Action) -> Effect<Action> {
    switch action {
    case .added(let title): state.titles.append(title)
    }
    return .none
  }
}

/// A clock that never waits.
private struct NoTime: Clock {
  var now: ContinuousClock.Instant { ContinuousClock.now }
  var minimumResolution: Duration { .zero }
  func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {}
}
