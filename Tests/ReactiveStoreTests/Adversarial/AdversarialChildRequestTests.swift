import LoadableTesting
import ReactiveLoadable
import ReactiveStore
import TestSupport
import Testing

/// Requests of children, and keys whose loads end.
@Suite struct `Adversarial tests of child requests and keys (S11, S15)` {
  @Test(.needsImmediateTasks)
  func `a request caused by another request is loaded before that one has arrived`() {
    let (requests, gate) = (Log<String>(), Gate())
    let store = Store(Outer.State()) {
      EmptyReducer<Outer.State, Outer.Action>()
        .loadable(
          state: \.middle,
          action: .middle,
          policy: LoadPolicy(previous: .always),
          request: { $0.books.request }
        ) {
          EmptyReducer<Middle.State, Middle.Action>()
            .loadable(
              state: \.books,
              action: .books,
              policy: LoadPolicy(previous: .always),
              request: \.request
            ) {
              Books()
            } load: { genre, _ in
              await gate.wait()
              return Books.State(titles: genre, request: genre)
            }
        } load: { genre, _ in
          requests.note(genre)
          return Middle.State(
            books: LoadableState(Books.State(titles: genre, request: genre), of: genre)
          )
        }
    }
    store.send(.middle(.load("a")))
    store.send(.middle(.loaded(.books(.loaded(.choose("b"))))))
    #expect(requests.entries == ["a", "b"])
    gate.open()
  }

  @Test func `a request made during another load is loaded when that fails`() {
    marbles { m in
      let requests = Log<String>()
      let failing = m.cold("--#", failure: Broken())
      let policy = LoadPolicy(previous: .always, interruption: .ignore)
      let store = m.keep(
        Store(Library.State(books: LoadableState(Books.State(titles: "A", request: "a"), of: "a")))
        {
          Library(policy: policy) { genre, _ in
            requests.note(genre)
            if genre == "c" { _ = try await failing() }
            return Books.State(titles: genre, request: genre)
          }
        }
      )
      m.hot("-l") { store.send(.books(.load("c"))) }
      m.hot("--w") { store.send(.books(.loaded(.choose("b")))) }
      m.at(.milliseconds(90)) { #expect(requests.entries == ["c", "b"]) }
    }
  }

  @Test(.needsImmediateTasks)
  func `a changed request is loaded, also if it was the last one to fail`() {
    let requests = Log<String>()
    let failed = LoadableState<String, Books.State>(
      failure: Broken(),
      of: "b",
      previous: Books.State(titles: "A")
    )
    let store = Store(Library.State(books: failed)) {
      Library { genre, _ in
        requests.note(genre)
        return Books.State(titles: genre, request: genre)
      }
    }
    store.send(.books(.loaded(.choose("b"))))
    #expect(requests.entries == ["b"])
  }

  @Test(.needsImmediateTasks)
  func `a key whose end middleware drops is loaded again at the next action`() {
    let (calls, dropped) = (Log<Int>(), Log<Int>())
    let uncancellable = Middleware<Keys.State, Keys.Action> { action, _, next in
      if case .values(let key, .finished) = action, dropped.entries.isEmpty {
        return dropped.note(key)
      }
      next(action)
    }
    let store = Store(Keys.State(), middleware: [uncancellable]) { Keys { calls.note($0) } }
    store.send(.values(7, .load))
    store.send(.save)
    #expect(calls.entries == [7, 7])
    #expect(store.state.values[7].value == "7")
  }

  @Test func `a key restored from before its end is loaded again`() {
    marbles { m in
      let (first, second) = (m.cold("---#", failure: Broken()), m.cold("-B|"))
      let calls = Log<Int>()
      let store = m.keep(
        Store(Keys.State()) {
          Reduce<Keys.State, Keys.Action> { state, action in
            switch action {
            case .save: state.saved = state.values
            case .values(_, .finished):
              if let saved = state.saved.take() { state.values = saved }
            case .values, .forget: break
            }
            return .none
          }
          .loadable(each: \.values, action: .values) { key, _ in
            calls.note(key)
            return try await calls.entries.count == 1 ? first() : second()
          }
        }
      )
      m.hot("-l") { store.send(.values(7, .load)) }
      m.hot("--n") { store.send(.save) }
      m.expect(store.states.map { $0.values[7].value ?? "n" }.removeDuplicates(), "n----B")
    }
  }
}

/// A feature that shows books, and is a child itself.
private enum Middle {
  struct State: Sendable {
    var books = LoadableState<String, Books.State>()
  }

  enum Action: Sendable {
    case books(LoadingAction<String, Books.State, Books.Action>)
  }
}

extension CasePath<Middle.Action, LoadingAction<String, Books.State, Books.Action>> {
  fileprivate static let books = Self(Middle.Action.books) {
    if case .books(let action) = $0 { action } else { nil }
  }
}

private enum Outer {
  struct State: Sendable {
    var middle = LoadableState<String, Middle.State>()
  }

  enum Action: Sendable {
    case middle(LoadingAction<String, Middle.State, Middle.Action>)
  }
}

extension CasePath<Outer.Action, LoadingAction<String, Middle.State, Middle.Action>> {
  fileprivate static let middle = Self(Outer.Action.middle) {
    if case .middle(let action) = $0 { action } else { nil }
  }
}

/// Values by keys.
private struct Keys: Reducer {
  struct State: Sendable {
    var values = LoadableStates<Int, String>()
    var saved: LoadableStates<Int, String>?
  }

  enum Action: Sendable {
    case values(Int, LoadingAction<NoRequest, String, Never>)
    case forget
    case save
  }

  var willLoad: @Sendable (Int) -> Void = { _ in }

  var body: some Reducer<State, Action> {
    Reduce<State, Action> { state, action in
      if case .forget = action { state.values.remove(7) }
      return .none
    }
    .loadable(each: \.values, action: .values) { [willLoad] key, _ in
      willLoad(key)
      return "\(key)"
    }
  }
}

extension CasePath<Keys.Action, (Int, LoadingAction<NoRequest, String, Never>)> {
  fileprivate static let values = Self({ Keys.Action.values($0.0, $0.1) }) {
    if case .values(let key, let action) = $0 { (key, action) } else { nil }
  }
}
