import LoadableTesting
import ReactiveLoadable
import ReactiveStore
import TestSupport
import Testing

/// Lists that load page by page.
@Suite struct `Adversarial tests of lists loaded page by page (S11, S12, S16)` {
  @Test func `a loading list restored after the end of its load is loaded again`() {
    marbles { m in
      let answers = [m.cold("--#", failure: Broken()), m.cold("--A|", failure: Broken())]
      let calls = Log<String>()
      let store = m.keep(
        Store(Rows.State()) {
          Rows { request, _ in
            calls.note(request.key)
            _ = try await answers[min(calls.entries.count, 2) - 1]()
            return Page([Row(id: 1)], next: nil)
          }
        }
      )
      m.hot("-l") { store.send(.rows(.load("x"))) }
      m.hot("--n") { store.send(.save) }
      m.at(.milliseconds(90)) {
        #expect(calls.entries == ["x", "x"])
        #expect(!store.state.rows.isLoading)
      }
    }
  }

  @Test func `no reducer receives the cancellation of a replaced load`() {
    marbles { m in
      let answer = m.cold("----A|")
      let store = m.keep(
        Store(Rows.State()) {
          Rows { _, _ in
            _ = try await answer()
            return Page([Row(id: 1)], next: nil)
          }
        }
      )
      let tasks = Log<StoreTask>()
      m.keep(
        store.states.sink { [weak store] state in
          guard state.notes == 1, state.rows.key == "x" else { return }
          // Both wait while this is published: the other load, then the cancel of the first.
          store?.send(.rows(.load("y")))
          tasks.entries.first?.cancel()
        }
      )
      m.hot("-l") { tasks.note(store.send(.rows(.load("x")))) }
      m.hot("--n") { store.send(.save) }
      m.at(.milliseconds(40)) {
        #expect(store.state.rows.key == "y")
        #expect(store.state.ends == 0)
      }
    }
  }
}

/// A list, with a copy of its state to restore.
private struct Rows: Reducer {
  struct State: Sendable {
    var rows = PagedState<String, Int, Row>()
    var saved: PagedState<String, Int, Row>?
    var notes = 0
    var ends = 0
  }

  enum Action: Sendable {
    case rows(PagingAction<String, Int, Row>)
    case save
  }

  let load: @Sendable (PageRequest<String, Int>, State) async throws -> Page<Int, Row>

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .save:
        state.saved = state.rows
        state.notes += 1
      case .rows(.finished(let answer)):
        state.ends += 1
        if answer.child == nil, let saved = state.saved { state.rows = saved }
      case .rows: break
      }
      return .none
    }
    .paged(state: \.rows, action: .rows, load: load)
  }
}

private struct Row: Sendable, Hashable, Identifiable {
  let id: Int
}

extension CasePath<Rows.Action, PagingAction<String, Int, Row>> {
  fileprivate static let rows = Self(Rows.Action.rows) {
    if case .rows(let action) = $0 { action } else { nil }
  }
}
