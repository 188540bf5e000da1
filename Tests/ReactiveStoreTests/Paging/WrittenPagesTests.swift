import LoadableTesting
import ReactiveLoadable
import ReactiveStore
import Testing

/// Lists that are set, as from a file, in a preview or in a test.
@Suite struct `Pages from other sources (S16)` {
  private let first = Page([Row(id: 1)], next: 2)
  private let second = Page<Int, Row>([Row(id: 2)], next: nil)

  @Test func `pages form a list that continues where the last one ends`() {
    marbles { m in
      let answer = m.cold("-b|", ["b": second])
      let store = m.keep(
        Store(PagedState<NoRequest, Int, Row>(first)) {
          EmptyReducer<PagedState<NoRequest, Int, Row>, PagingAction<NoRequest, Int, Row>>()
            .paged(state: \.self, action: .itself) { request, _ in
              #expect(request.cursor == 2)
              return try await answer()
            }
        }
      )
      m.hot("-n") { store.send(.next) }
      m.at(.milliseconds(50)) { #expect(store.state == PagedState(first, second)) }
    }
  }

  @Test func `pages behind the last page are dropped, and a failure shows nothing`() {
    let all = PagedState(second, first, of: "x")
    #expect(all.loadable.value.map(Array.init) == [Row(id: 2)])
    let failed = PagedState<String, Int, Row>(failure: Broken(), of: "x")
    #expect(failed.key == "x")
    #expect(failed.error == LoadError(Broken()))
    #expect(failed.latest == nil)
  }

  @Test func `nothing loads after set pages, also if they are empty`() {
    let empty = PagedState(Page<Int, Row>([], next: 2), of: "x")
    let none = PagedState<String, Int, Row>(of: "x")
    #expect([empty, none].map(\.isLoading) == [false, false])
  }

  @Test func `a list is dumped with its items`() {
    let list = PagedList<String, Row, LoadError>(key: "x", [Row(id: 1)], total: 1)
    let dumped = String(reflecting: Mirror(reflecting: list).children.map { "\($0)" })
    #expect(dumped.contains("Row(id: 1)"))
    #expect(!dumped.contains("0x"))
  }
}

private struct Row: Sendable, Equatable, Identifiable {
  let id: Int
}
