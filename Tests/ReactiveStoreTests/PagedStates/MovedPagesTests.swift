import LoadableTesting
import ReactiveLoadable
import ReactiveStore
import Testing

/// Lists that a reducer assigns to a property with another policy.
@Suite struct `Lists assigned to another property (S16)` {
  @Test func `an idle list follows the policy of its property`() {
    marbles { m in
      let store = store(m)
      m.hot("-l") { store.send(.ones(.load("a"))) }
      m.hot("----n") { store.send(.ones(.next)) }
      m.hot("-------m") { store.send(.move) }
      m.hot("---------n") { store.send(.others(.next)) }
      m.at(.milliseconds(200)) { #expect(store.state.others.latest?.count == 2) }
    }
  }

  @Test func `a list that was edited without a window drops the items of a page with one`() {
    marbles { m in
      let store = store(m)
      m.hot("-l") { store.send(.ones(.load("a"))) }
      m.hot("----n") { store.send(.ones(.next)) }
      m.hot("-------r") { store.send(.ones(.edit(.remove(0)))) }
      m.hot("--------m") { store.send(.move) }
      m.hot("---------n") { store.send(.others(.next)) }
      m.at(.milliseconds(200)) { #expect(store.state.others.latest?.map(\.id) == [1, 2]) }
    }
  }

  @Test(arguments: ["-----------m", "-------------m"])
  func `a refreshing list follows the policy of its property, with any partial pages`(move: String)
  {
    marbles { m in
      let store = store(m)
      m.hot("-l") { store.send(.ones(.load("a"))) }
      m.hot("----n--n") { store.send(.ones(.next)) }
      m.hot("----------r") { store.send(.ones(.refreshAllPages)) }
      m.hot(move) { store.send(.move) }
      m.at(.milliseconds(95)) { #expect(store.state.ones.latest?.count == 3) }
      m.at(.milliseconds(300)) {
        #expect(!store.state.others.isLoading)
        store.send(.others(.next))
      }
      m.at(.milliseconds(400)) { #expect(store.state.others.latest?.count == 2) }
    }
  }

  @Test func `it caches as many other lists as the policy of its property says`() {
    marbles { m in
      let store = store(m)
      m.hot("-a--b", ["a": "a", "b": "b"]) { store.send(.ones(.load($0))) }
      m.hot("-------m") { store.send(.move) }
      m.hot("--------a") { store.send(.others(.loadIfNeeded($0))) }
      m.at(.milliseconds(85)) { #expect(store.state.others.isLoading) }
    }
  }

  @Test func `a cached list follows the policy of its property`() {
    marbles { m in
      let store = store(m, cachedLists: 1)
      m.hot("-a-----b") { store.send(.ones(.load($0))) }
      m.hot("----n") { store.send(.ones(.next)) }
      m.hot("----------m") { store.send(.move) }
      m.hot("-----------a") { store.send(.others(.loadIfNeeded($0))) }
      m.hot("--------------n") { store.send(.others(.next)) }
      m.at(.milliseconds(200)) { #expect(store.state.others.latest?.map(\.id) == [1, 2]) }
    }
  }

  @Test func `a failed refresh follows the policy of its property when it is retried`() {
    marbles { m in
      let store = store(m, then: ["--1|", "--1|", "--#", "--1|", "--1|"])
      m.hot("-l") { store.send(.ones(.load("a"))) }
      m.hot("----n") { store.send(.ones(.next)) }
      m.hot("-------r") { store.send(.ones(.refreshAllPages)) }
      m.hot("------------m") { store.send(.move) }
      m.hot("-------------r") { store.send(.others(.retry)) }
      m.hot("----------------n") { store.send(.others(.next)) }
      m.at(.milliseconds(200)) { #expect(store.state.others.latest?.map(\.id) == [1, 2]) }
    }
  }

  private func store(
    _ m: Marbles,
    cachedLists: Int = 0,
    then later: [String] = []
  ) -> Store<Move.State, Move.Action> {
    let answer = m.cold("--1|", failure: Offline(), then: later)
    return m.keep(Store(Move.State()) { Move(cachedLists: cachedLists) { try await answer() } })
  }
}

private struct Offline: Error {}

/// A list without a window, and one that keeps two pages and caches some others.
private struct Move: Reducer {
  typealias List = PagedState<String, Int, Row>

  struct Row: Sendable, Hashable, Identifiable {
    let id: Int
  }

  struct State: Sendable {
    var ones = List()
    var others = List()
  }

  enum Action: Sendable {
    case ones(PagingAction<String, Int, Row>)
    case others(PagingAction<String, Int, Row>)
    case move
  }

  let cachedLists: Int
  let answer: @Sendable () async throws -> String

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      if case .move = action { swap(&state.ones, &state.others) }
      return .none
    }
    .paged(state: \.ones, action: .ones) { page, _ in try await load(page) }
    .paged(
      state: \.others,
      action: .others,
      policy: PagingPolicy(window: 2, cachedLists: cachedLists)
    ) {
      page,
      _ in
      try await load(page)
    }
  }

  private func load(_ page: PageRequest<String, Int>) async throws -> Page<Int, Row> {
    _ = try await answer()
    let number = page.cursor ?? 0
    return Page([Row(id: number)], next: number + 1)
  }
}

extension CasePath<Move.Action, PagingAction<String, Int, Move.Row>> {
  fileprivate static let ones = Self(Move.Action.ones) {
    if case .ones(let action) = $0 { action } else { nil }
  }
  fileprivate static let others = Self(Move.Action.others) {
    if case .others(let action) = $0 { action } else { nil }
  }
}
