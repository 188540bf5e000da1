import CombineShim
import LoadableTesting
import ReactiveLoadable
import ReactiveStore
import TestSupport
import Testing

/// Movies by number.
struct Movies: Reducer {
  struct State: Sendable, Equatable {
    var details = LoadableStates<String, String>()
  }

  enum Action: Sendable {
    case detail(String, LoadingAction<NoRequest, String, Never>)
    case open([String])
    case forget(String)
    case logOut
  }

  let load: @Sendable (String, State) async throws -> String

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .detail: break
      case .open(let keys): for key in keys { state.details[key].perform(.loadIfNeeded) }
      case .forget(let key): state.details.remove(key)
      case .logOut: state.details = LoadableStates()
      }
      return .none
    }
    .loadable(each: \.details, action: .detail, load: load)
  }
}

/// Movies that are loaded when they are opened, whether or not they exist.
private struct Opening: Reducer {
  let policy: LoadPolicy
  let load: @Sendable (String, Movies.State) async throws -> String

  var body: some Reducer<Movies.State, Movies.Action> {
    Reduce { state, action in
      if case .open(let keys) = action { for key in keys { state.details[key].perform(.load) } }
      return .none
    }
    .loadable(each: \.details, action: .detail, policy: policy, load: load)
  }
}

extension CasePath<Movies.Action, (String, LoadingAction<NoRequest, String, Never>)> {
  static let detail = Self(Movies.Action.detail) {
    if case .detail(let key, let action) = $0 { (key, action) } else { nil }
  }
}

@Suite struct `Loads by key (S11)` {
  private func store(
    _ m: Marbles,
    _ answers: [String: MarbleCold<String, Never>]
  )
    -> Store<Movies.State, Movies.Action>
  {
    m.keep(Store(Movies.State()) { Movies { key, _ in try await answers[key]?() ?? "" } })
  }

  /// `n` not requested, `l` loading, a capital loaded.
  private func states(
    _ store: Store<Movies.State, Movies.Action>,
    _ key: String
  ) -> some Publisher<String, Never> {
    store.states.map { state in
      switch state.details[key].loadable {
      case .notRequested: "n"
      case .loading: "l"
      case .loaded(let title): title
      case .failed: "f"
      }
    }
    .removeDuplicates()
  }

  @Test func `each key has a separate state and is loaded once`() {
    marbles { m in
      let answers = ["a": m.cold("--A|"), "b": m.cold("---B|")]
      let store = store(m, answers)
      m.hot("-a---b") { store.send(.detail($0, .loadIfNeeded)) }
      m.hot("--o") { store.send(.open(["a", "b"])) }
      m.expect(states(store, "a"), "nl-A")
      m.expect(states(store, "b"), "n-l--B")
      m.expectSubscriptions(answers["a"]!, ["-^-!"])
      m.expectSubscriptions(answers["b"]!, ["--^--!"])
    }
  }

  @Test func `resetting a key ends its load, and no other`() {
    marbles { m in
      let answers = ["a": m.cold("-----A|"), "b": m.cold("-----B|")]
      let store = store(m, answers)
      m.hot("-o") { store.send(.open(["a", "b"])) }
      m.hot("--a") { store.send(.forget($0)) }
      m.expect(states(store, "a"), "nln")
      m.expect(states(store, "b"), "nl----B")
      m.expectSubscriptions(answers["a"]!, ["-^!"])
    }
  }

  @Test func `replaced states end all loads, and load again on request`() {
    marbles { m in
      let answers = ["a": m.cold("---A|"), "b": m.cold("---B|")]
      let store = store(m, answers)
      m.hot("-o--o") { store.send(.open(["a", "b"])) }
      m.hot("--x") { store.send(.logOut) }
      m.expect(states(store, "a"), "nln-l--A")
      m.expect(states(store, "b"), "nln-l--B")
      m.expectSubscriptions(answers["a"]!, ["-^!", "----^--!"])
    }
  }

  @Test func `a restored loading state is loaded`() {
    marbles { m in
      let answers = ["a": m.cold("--A|")]
      let kept = Log<Movies.State>()
      let store = m.keep(
        Store(Movies.State()) {
          Reduce<Movies.State, Movies.Action> { state, action in
            if case .logOut = action, let before = kept.entries.first { state = before }
            return .none
          }
          .loadable(each: \.details, action: .detail) { key, _ in try await answers[key]?() ?? "" }
        }
      )
      m.hot("-l") { store.send(.detail("a", .load)) }
      m.hot("--k") { kept.note(store.state) }
      m.hot("------r") { store.send(.logOut) }
      m.expect(states(store, "a"), "nl-A--l-A")
    }
  }

  @Test func `a value requested by a reducer is loaded by the policy`() {
    marbles { m in
      let answer = m.cold("-#", failure: Broken(), then: ["-A|"])
      let policy = LoadPolicy(retry: .constant(.milliseconds(10), limit: 2), clock: m.clock)
      let store = m.keep(
        Store(Movies.State()) { Opening(policy: policy) { _, _ in try await answer() } }
      )
      m.hot("-o") { store.send(.open(["a"])) }
      m.expect(states(store, "a"), "nl--A")
    }
  }

  @Test func `a reload requested by a reducer follows the policy, too`() {
    marbles { m in
      let answer = m.cold("---A|")
      let policy = LoadPolicy(duplicate: .replace)
      let store = m.keep(
        Store(Movies.State()) { Opening(policy: policy) { _, _ in try await answer() } }
      )
      m.hot("-oo") { store.send(.open(["a"])) }
      m.expectSubscriptions(answer, ["-^!", "--^--!"])
    }
  }

  @Test func `a key has a separate store, which publishes only its own changes`() {
    marbles { m in
      let answers = ["a": m.cold("--A|"), "b": m.cold("-B|")]
      let store = store(m, answers)
      let one = store.scope(each: \.details, key: "a", action: .detail)
      m.hot("-a") { one.send(.loadIfNeeded) }
      m.hot("-b") { store.send(.detail("b", .load)) }
      m.expect(
        one.states.map { $0.value ?? ($0.isLoading ? "l" : "n") },
        "nl-A"
      )
    }
  }

  @Test func `equal states are one in a set, whatever their history`() {
    var (first, second) = (LoadableStates<Int, String>(), LoadableStates<Int, String>())
    first[1].perform(.set("A"))
    second[1] = LoadableState("A")
    second[1].perform(.load)
    #expect(Set([first, second]).count == 2)
    second[1].perform(.cancel)
    second[2].perform(.load)
    second.remove(2)
    first[1].perform(.load)
    first[1].perform(.cancel)
    #expect(Set([first, second]).count == 1)
    #expect(Set([first[1], second[1], second[2]]).count == 2)
  }

  @Test func `an unknown key leaves no memory`() {
    let store = Store(Movies.State()) { Movies { _, _ in "" } }
    store.send(.detail("a", .cancel))
    store.send(.detail("b", .refresh))
    #expect(store.state.details.keys == [])
  }

  @Test func `a copy of a loading state is loaded at its new key path, too`() {
    marbles { m in
      let answers = ["a": m.cold("---A|"), "b": m.cold("---B|")]
      let store = m.keep(
        Store(Movies.State()) {
          Reduce<Movies.State, Movies.Action> { state, action in
            if case .forget = action { state.details["b"] = state.details["a"] }
            return .none
          }
          .loadable(each: \.details, action: .detail) { key, _ in try await answers[key]?() ?? "" }
        }
      )
      m.hot("-l") { store.send(.detail("a", .load)) }
      m.hot("--c") { store.send(.forget("a")) }
      m.expect(states(store, "a"), "nl--A")
      m.expect(states(store, "b"), "n-l--B")
    }
  }
}
