import LoadableTesting
import ReactiveLoadable
import ReactiveStore
import TestSupport
import Testing

// The code of the comment on `LoadableStateOf`, with the children of the other tests.

private struct App: Reducer {
  struct State: Sendable {
    var library = LoadableStateOf<Books>()
  }

  enum Action: Sendable {
    case library(LoadingActionOf<Books>)
  }

  let load: @Sendable () async throws -> Books.State

  var body: some Reducer<State, Action> {
    EmptyReducer()
      .loadable(state: \.library, action: .library) {
        Books()
      } load: { _ in
        try await load()
      }
  }
}

nonisolated extension CasePath<App.Action, LoadingActionOf<Books>> {
  fileprivate static let library = Self(App.Action.library) {
    if case .library(let action) = $0 { action } else { nil }
  }
}

@Suite struct `Short names of loadable features` {
  @Test func `a feature without requests loads, reloads, and handles actions of its child`() {
    marbles { m in
      let answer = m.cold("--A|", then: ["--B|"])
      let store = m.keep(
        Store(App.State()) { App { Books.State(titles: try await answer()) } }
      )
      let actions: [String: App.Action] = [
        "l": .library(.load), "+": .library(.loaded(.add("!"))), "r": .library(.refresh),
      ]
      m.hot("-l--+-r", actions) { store.send($0) }
      m.expect(
        store.states.map { $0.library.latest?.titles ?? "n" }.removeDuplicates(),
        "n--Ax---B",
        ["n": "n", "A": "A", "x": "A!", "B": "B"]
      )
    }
  }

  @Test func `a merge keeps changes of the child over a reload`() {
    marbles { m in
      let answer = m.cold("--A|", then: ["--B|"])
      let store = m.keep(
        Store(App.State()) {
          EmptyReducer<App.State, App.Action>()
            .loadable(state: \.library, action: .library) { new, shown in
              new.titles += shown.titles
            } child: {
              Books()
            } load: { _ in
              Books.State(titles: try await answer())
            }
        }
      )
      m.hot("-l--r") { store.send(.library($0 == "l" ? .load : .refresh)) }
      m.expect(
        store.states.map { $0.library.latest?.titles ?? "n" }.removeDuplicates(),
        "n--A--b",
        ["n": "n", "A": "A", "b": "BA"]
      )
    }
  }

  @Test func `the names are those of the reducer's state and actions`() {
    #expect(LoadableStateOf<Books>.self == LoadableState<NoRequest, Books.State>.self)
    #expect(LoadableStateWith<String, Books>.self == LoadableState<String, Books.State>.self)
    #expect(
      LoadingActionOf<Books>.self == LoadingAction<NoRequest, Books.State, Books.Action>.self
    )
    #expect(
      LoadingActionWith<String, Books>.self
        == LoadingAction<String, Books.State, Books.Action>.self
    )
  }
}
