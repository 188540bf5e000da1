import LoadableTesting
import ReactiveLoadable
import ReactiveStore
import TestSupport
import Testing

/// Each intent of a loader is an action of a feature.
@Suite struct `The intents of loads and lists as actions` {
  private typealias Text = LoadableState<NoRequest, String>
  private typealias TextAction = LoadingAction<NoRequest, String, Never>

  @Test func `set shows a value, and the result of the running load replaces it`() {
    marbles { m in
      let work = m.cold("---A|")
      let store = m.keep(
        Store(Text()) {
          EmptyReducer<Text, TextAction>().loadable(state: \.self, action: .itself) { _ in
            try await work()
          }
        }
      )
      m.hot("--l") { store.send(.load) }
      m.hot("-s-t") { store.send(.set($0)) }
      m.expect(store.states.map { $0.loadable.latest ?? "n" }.removeDuplicates(), "ns-t-A")
    }
  }

  @Test func `invalidate makes the next loadIfNeeded a refresh`() {
    marbles { m in
      let work = m.cold("-A|")
      let store = m.keep(
        Store(Text("a")) {
          EmptyReducer<Text, TextAction>().loadable(state: \.self, action: .itself) { _ in
            try await work()
          }
        }
      )
      m.hot("-n---n") { _ in store.send(.loadIfNeeded) }
      m.hot("---i") { _ in store.send(.invalidate) }
      m.expectSubscriptions(work, ["-----^!"])
    }
  }

  @Test func `edits, indices and invalidate of a list reach its pages`() {
    marbles { m in
      let second = m.cold("-b|", ["b": Page<Int, Row>([Row(id: 3)], next: nil)])
      let start = Rows(Page([Row(id: 1), Row(id: 2)], next: 2))
      let store = m.keep(
        Store(start) {
          EmptyReducer<Rows, RowsAction>().paged(state: \.self, action: .itself) { _, _ in
            try await second()
          }
        }
      )
      store.send(.edit(1) { $0.title = "one" })
      store.send(.remove(2))
      store.send(.insert(Row(id: 5), at: .end))
      #expect(store.state.latest.map(Array.init) == [Row(id: 1, title: "one"), Row(id: 5)])
      store.send(.visible(at: 9))
      #expect(store.state.latest?.append.isLoading == false)
      store.send(.visible(at: 1))
      #expect(store.state.latest?.append.isLoading == true)
      m.at(.milliseconds(30)) {
        #expect(store.state.latest.map(Array.init)?.count == 3)
        store.send(.loadIfNeeded)
        #expect(!store.state.isLoading)
        store.send(.invalidate)
        store.send(.loadIfNeeded)
        #expect(store.state.isLoading)
        store.send(.cancel)
      }
    }
  }

  @Test func `Actions of a list are compared with their edits, and changes by their ids`() {
    let actions: [RowsAction] = [
      .invalidate, .visible(at: 1), .visible(at: 2), .visible(1), .remove(1), .remove(2),
      .insert(Row(id: 1)), .insert(Row(id: 1), at: .end), .insert(Row(id: 1), at: .before(2)),
      .insert(Row(id: 1), at: .after(2)), .insert(Row(id: 1, title: "x")), .edit(1) { _ in },
      .edit(2) { _ in },
    ]
    for (index, action) in actions.enumerated() {
      #expect(actions.indices.filter { actions[$0] == action } == [index])
    }
    #expect(RowsAction.edit(1) { $0.title = "x" } == .edit(1) { $0.title = "y" })
  }

  private typealias Rows = PagedState<NoRequest, Int, Row>
  private typealias RowsAction = PagingAction<NoRequest, Int, Row>
}

private struct Row: Sendable, Equatable, Identifiable {
  let id: Int
  var title = ""
}
