import ReactiveLoadable
import ReactiveStore
import TestSupport
import Testing

/// The store checks a load only after it has changed.
@Suite struct `Unchanged loads are not checked (S11, S15)` {
  @Test func `the request of a child is read after a change of the child only`() {
    let reads = Log<String>()
    let store = Store(Parent.State()) { Parent(reads: reads) }
    store.send(.child(.set("a")))
    let before = reads.entries.count
    for _ in 0..<3 { store.send(.note) }
    #expect(reads.entries.count == before)
    store.send(.child(.loaded("b")))
    #expect(reads.entries.count > before)
  }

  @Test func `an earlier state is checked, and so is a copy of another state`() {
    let reads = Log<String>()
    let store = Store(Parent.State()) { Parent(reads: reads) }
    store.send(.child(.set("a")))
    store.send(.save)
    store.send(.child(.set("c")))
    let before = reads.entries.count
    store.send(.restore)
    #expect(reads.entries.count > before)
    #expect(store.state.child.latest == "a")
  }

  @Test func `the body of a reducer is evaluated once for each store`() {
    let bodies = Log<Void>()
    let store = Store(0) { Composed(bodies: bodies) }
    let before = bodies.entries.count
    for _ in 0..<3 { store.send(1) }
    #expect(store.state == 3)
    #expect(bodies.entries.count == before)
  }
}

private struct Parent: Reducer {
  struct State: Sendable {
    var child = LoadableState<String, String>()
    var saved = LoadableState<String, String>()
  }

  enum Action: Sendable {
    case child(LoadingAction<String, String, String>)
    case note, save, restore
  }

  let reads: Log<String>

  var body: some Reducer<State, Action> {
    Reduce<State, Action> { state, action in
      switch action {
      case .child, .note: break
      case .save: state.saved = state.child
      case .restore: state.child = state.saved
      }
      return .none
    }
    .loadable(
      state: \.child,
      action: CasePath(Action.child) { if case .child(let action) = $0 { action } else { nil } },
      request: { [reads] child in
        reads.note(child)
        return child
      },
      child: {
        Reduce<String, String> { state, action in
          state = action
          return .none
        }
      },
      load: { request, _ in request }
    )
  }
}

private struct Composed: Reducer {
  let bodies: Log<Void>

  var body: some Reducer<Int, Int> {
    let _ = bodies.note(())
    Reduce<Int, Int> { state, action in
      state += action
      return .none
    }
  }
}
