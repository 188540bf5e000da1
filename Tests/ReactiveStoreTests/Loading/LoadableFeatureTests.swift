import MarbleTesting
import OpenCombineShim
import ReactiveLoadable
import ReactiveStore
import TestSupport
import Testing

/// A library of books by genre, which have to be loaded first.
struct Library: Reducer {
  struct State: Sendable, Equatable {
    var shelf = "left"
    var books = LoadableState<String, Books.State>()
    var events: [String] = []
  }

  enum Action: Sendable {
    case books(LoadingAction<String, Books.State, Books.Action>)
    case move(String)
    case open(String)
    case burn
  }

  var policy = LoadPolicy()
  let load: @Sendable (String, State) async throws -> Books.State

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .move(let shelf): state.shelf = shelf
      case .open(let genre): state.books.load(genre)
      case .burn: state.books = LoadableState()
      case .books(.finished(let answer)): state.events.append("\(answer)")
      case .books: break
      }
      return .none
    }
    .loadable(state: \.books, action: .books, policy: policy, request: \.wish) {
      Books()
    } load: { [load] genre, library in
      try await load(genre, library)
    }
  }
}

/// The books of a genre.
struct Books: Reducer {
  struct State: Sendable, Equatable, CustomStringConvertible {
    var titles: String
    var wish: String?
    var description: String { titles }
  }

  enum Action: Sendable {
    case add(String)
    case choose(String)
  }

  func reduce(into state: inout State, _ action: Action) -> Effect<Action> {
    switch action {
    case .add(let title): state.titles += title
    case .choose(let genre): state.wish = genre
    }
    return .none
  }
}

extension CasePath<Library.Action, LoadingAction<String, Books.State, Books.Action>> {
  static let books = Self(Library.Action.books) {
    if case .books(let action) = $0 { action } else { nil }
  }
}

@Suite struct `Features that are loaded first (F1 to F5)` {
  typealias LibraryStore = Store<Library.State, Library.Action>

  private func store(
    _ m: Marbles,
    _ policy: LoadPolicy = LoadPolicy(),
    _ load: @escaping @Sendable (String, Library.State) async throws -> String
  ) -> LibraryStore {
    m.keep(
      Store(Library.State()) {
        Library(policy: policy) { Books.State(titles: try await load($0, $1)) }
      }
    )
  }

  /// `n` not requested, `l` loading, a capital loaded, a small letter loading over it, `f` failed.
  private func states(_ store: LibraryStore) -> some Publisher<String, Never> {
    store.states.map { state in
      switch state.books.loadable {
      case .notRequested: "n"
      case .loading(let loading): loading.previous?.titles.lowercased() ?? "l"
      case .loaded(let books): books.titles
      case .failed(let failed): failed.previous == nil ? "f" : "F"
      }
    }
    .removeDuplicates()
  }

  @Test func `an action loads, and what comes is the child`() {
    marbles { m in
      let answer = m.cold("--A|")
      let store = store(m) { _, _ in try await answer() }
      m.hot("-l") { store.send(.books(.load("sea"))) }
      m.expect(states(store), "nl-A")
      m.at(.milliseconds(50)) { #expect(store.state.events == ["A"]) }
    }
  }

  @Test func `a reducer that sets its child loading has a load`() {
    marbles { m in
      let answer = m.cold("--A|")
      let store = store(m) { _, _ in try await answer() }
      m.hot("-o") { store.send(.open("sea")) }
      m.expect(states(store), "nl-A")
    }
  }

  @Test func `a second request takes the place of the first, whose answer is dropped`() {
    marbles { m in
      let answers = ["x": m.cold("-----A|"), "y": m.cold("----B|")]
      let store = store(m) { genre, _ in try await answers[genre]?() ?? "" }
      m.hot("-xy") { store.send(.books(.load($0))) }
      m.expect(states(store), "nl----B")
      m.expectSubscriptions(answers["x"]!, ["-^!"])
      m.at(.milliseconds(90)) { #expect(store.state.events == ["B"]) }
    }
  }

  @Test func `a cancel goes back to what was there, however often`() {
    marbles { m in
      let answer = m.cold("--A|", then: ["---B|"])
      let store = store(m) { _, _ in try await answer() }
      let actions: [String: Library.Action] = [
        "l": .books(.load("sea")), "r": .books(.refresh), "c": .books(.cancel),
      ]
      m.hot("-l---rcc-c", actions) { store.send($0) }
      m.expect(states(store), "nl-A-aA")
      m.expectSubscriptions(answer, ["-^-!", "-----^!"])
    }
  }

  @Test func `a cancel of the first load is no spinner for ever`() {
    marbles { m in
      let answer = m.cold("----A|")
      let store = store(m) { _, _ in try await answer() }
      m.hot("-l") { store.send(.books(.load("sea"))) }
      m.hot("--cc") { store.send(.books(.cancel)) }
      m.expect(states(store), "nln")
      m.expectSubscriptions(answer, ["-^!"])
    }
  }

  @Test func `a load that says it was cancelled is no spinner for ever`() {
    marbles { m in
      let store = store(m) { _, _ in throw CancellationError() }
      m.hot("-l") { store.send(.books(.load("sea"))) }
      m.expect(states(store), "n(ln)")
    }
  }

  @Test func `a state that is set anew ends the load, and nothing of it comes`() {
    marbles { m in
      let answer = m.cold("----A|", then: ["---B|"])
      let store = store(m) { _, _ in try await answer() }
      m.hot("-l---l") { store.send(.books(.load("sea"))) }
      m.hot("---b") { store.send(.burn) }
      m.expect(states(store), "nl-n-l--B")
      m.expectSubscriptions(answer, ["-^-!", "-----^--!"])
    }
  }

  @Test func `a load that ignores its cancellation is stale when it comes`() {
    marbles { m in
      let answer = m.cold("---A|", then: ["----B|"], cancellation: .ignored)
      let store = store(m) { _, _ in try await answer() }
      m.hot("-ab") { store.send(.books(.load($0))) }
      m.expect(states(store), "nl----B")
      m.at(.milliseconds(90)) { #expect(store.state.events == ["B"]) }
    }
  }

  @Test func `a failed refresh keeps the child, which works on`() {
    marbles { m in
      let answer = m.cold("--A|", failure: Broken(), then: ["--#"])
      let store = store(m) { _, _ in try await answer() }
      let actions: [String: Library.Action] = [
        "l": .books(.load("sea")), "r": .books(.refresh), "+": .books(.loaded(.add("!"))),
      ]
      m.hot("-l--r--+", actions) { store.send($0) }
      m.expect(states(store), "nl-Aa-F")
      m.at(.milliseconds(90)) { #expect(store.state.books.latest?.titles == "A!") }
    }
  }

  @Test func `a failure is retried by the policy, and the parent is told of the end once`() {
    marbles { m in
      let answer = m.cold("-#", failure: Broken())
      let policy = LoadPolicy(retry: .constant(.milliseconds(10), limit: 2), clock: m.clock)
      let store = store(m, policy) { _, _ in try await answer() }
      m.hot("-l") { store.send(.books(.load("sea"))) }
      m.expect(states(store), "nl----f")
      m.expectSubscriptions(answer, ["-^!", "---^!", "-----^!"])
      m.at(.milliseconds(90)) { #expect(store.state.events.count == 1) }
    }
  }

  @Test func `a load function gets the state as the action left it`() {
    marbles { m in
      let asked = Log<String>()
      let store = store(m) { genre, library in
        asked.note("\(genre) \(library.shelf) \(library.books.isLoading)")
        return "A"
      }
      m.hot("-m") { store.send(.move("right")) }
      m.hot("--l") { store.send(.books(.load("sea"))) }
      m.at(.milliseconds(50)) { #expect(asked.entries == ["sea right true"]) }
    }
  }

  @Test func `the child works while it is refreshed, and an answer takes its place`() {
    marbles { m in
      let answer = m.cold("--A|", then: ["----B|"])
      let store = store(m) { _, _ in try await answer() }
      let actions: [String: Library.Action] = [
        "l": .books(.load("sea")), "r": .books(.refresh), "+": .books(.loaded(.add("X"))),
      ]
      m.hot("-l--r-+", actions) { store.send($0) }
      m.expect(states(store), "nl-Aa-'ax'-B")
    }
  }

  @Test func `a cancelled refresh goes back to the child as it has become meanwhile`() {
    marbles { m in
      let answer = m.cold("--A|", then: ["------B|"])
      let store = store(m) { _, _ in try await answer() }
      let actions: [String: Library.Action] = [
        "l": .books(.load("sea")), "r": .books(.refresh), "+": .books(.loaded(.add("X"))),
        "c": .books(.cancel),
      ]
      m.hot("-l--r-+-c", actions) { store.send($0) }
      m.expect(
        states(store),
        "nl-Aa-y-Z",
        ["n": "n", "l": "l", "A": "A", "a": "a", "y": "ax", "Z": "AX"]
      )
    }
  }

  @Test func `what another reducer sets loading has its load with the next action`() {
    marbles { m in
      let answers = ["old": m.cold("---A|"), "new": m.cold("---B|")]
      let store = m.keep(
        Store(Library.State()) {
          Library { genre, _ in Books.State(titles: try await answers[genre]?() ?? "") }
          // Outside of what looks after the loads: they see it with the next action.
          Reduce { state, action in
            if case .burn = action { state.books.load("new") }
            return .none
          }
        }
      )
      m.hot("-l") { store.send(.books(.load("old"))) }
      m.hot("--b") { store.send(.burn) }
      m.hot("---m") { store.send(.move("right")) }
      m.expect(states(store), "nl----B")
      m.expectSubscriptions(answers["old"]!, ["-^!"])
    }
  }

  @Test func `an action to a child that is not there is told`() {
    let store = Store(Library.State()) { Library { _, _ in Books.State(titles: "") } }
    let failures = Log<String>()
    let subscription = store.failures.sink { failures.note("\(type(of: $0))") }
    store.send(.books(.loaded(.add("X"))))
    #expect(failures.entries == ["UnhandledAction"])
    #expect(store.state == Library.State())
    subscription.cancel()
  }

  @Test func `what the child wishes is loaded, and it stays meanwhile where the policy says so`() {
    marbles { m in
      let answers = ["x": m.cold("--A|"), "y": m.cold("--B|")]
      let store = store(m, LoadPolicy(previous: .always)) { genre, _ in
        try await answers[genre]?() ?? ""
      }
      m.hot("-l") { store.send(.books(.load("x"))) }
      m.hot("-----w") { store.send(.books(.loaded(.choose("y")))) }
      m.expect(states(store), "nl-A-a-B")
    }
  }

  @Test func `a store that goes ends its loads`() {
    marbles { m in
      let answer = m.cold("------A|")
      let owner = Owned(
        Store(Library.State()) {
          Library { _, _ in Books.State(titles: try await answer()) }
        }
      )
      m.hot("-l") { owner.object?.send(.books(.load("sea"))) }
      m.at(.milliseconds(30)) { owner.object = nil }
      m.expectSubscriptions(answer, ["-^-!"])
    }
  }

  @Test func `a send that loads is over with the load, also for who joins it`() {
    marbles { m in
      let answer = m.cold("----A|")
      let store = store(m) { _, _ in try await answer() }
      let done = PublishRelay<String>()
      for (diagram, name) in [("-l", "a"), ("---l", "b")] {
        m.hot(diagram) {
          m.keep(
            Task.immediate {
              await store.send(.books(.load("sea"))).finish()
              done.accept(name)
            }
          )
        }
      }
      m.expect(done, "-----(ab)")
      m.expectSubscriptions(answer, ["-^---!"])
    }
  }
}
