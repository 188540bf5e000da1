import CombineShim
import LoadableTesting
import ReactiveLoadable
import ReactiveStore
import Testing

/// A feed whose pages arrive in parts.
private struct Feed: Reducer {
  struct State: Sendable, Equatable {
    var rows = PagedState<NoRequest, Int, Row>()
    var parts = 0
  }

  struct Row: Sendable, Hashable, Identifiable, ExpressibleByIntegerLiteral {
    let id: Int

    init(integerLiteral id: Int) { self.id = id }
  }

  enum Action: Sendable {
    case rows(PagingAction<NoRequest, Int, Row>)
  }

  let clock: any Clock<Duration>

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      if case .rows(.progressed) = action { state.parts += 1 }
      return .none
    }
    .paged(state: \.rows, action: .rows) { [clock] page, _, report in
      let isFirst = page.cursor == nil
      report.progress(0.5)
      try await clock.sleep(for: .milliseconds(10))
      report.value(Page(isFirst ? [1] : [3], next: 9))
      try await clock.sleep(for: .milliseconds(20))
      return Page(isFirst ? [1, 2] : [3, 4], next: isFirst ? 2 : nil)
    }
  }
}

extension CasePath<Feed.Action, PagingAction<NoRequest, Int, Feed.Row>> {
  fileprivate static let rows = Self(Feed.Action.rows) {
    if case .rows(let action) = $0 { action } else { nil }
  }
}

@Suite struct `Pages in parts in a store (S16, P12)` {
  @Test func `the parts and the progress of pages are in the state`() {
    marbles { m in
      let store = m.keep(Store(Feed.State()) { Feed(clock: m.clock) })
      m.hot("-l---n-c-n") {
        switch $0 {
        case "l": store.send(.rows(.load))
        case "n": store.send(.rows(.next))
        default: store.send(.rows(.cancel))
        }
      }
      let texts = store.states.map { state in
        let rows = state.rows.latest.map { $0.map { "\($0.id)" }.joined() } ?? ""
        let list = state.rows.progress.map { "\($0)" } ?? ""
        let end = state.rows.latest?.appendProgress.map { ">\($0)" } ?? ""
        return "\(rows)\(state.rows.isLoading ? "l" : "")\(list)\(end)"
      }
      m.expect(
        texts.removeDuplicates(),
        "0(lp)P-1hUC-hU-2",
        [
          "0": "", "l": "l", "p": "l50%", "P": "1l50%", "1": "12", "h": "12>50%", "U": "123>50%",
          "C": "12", "2": "1234",
        ]
      )
      m.at(.milliseconds(190)) {
        #expect(store.state.parts == 6)
        #expect(store.state.rows == PagedState(Page([1, 2], next: 2), Page([3, 4], next: nil)))
      }
    }
  }
}
