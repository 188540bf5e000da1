import LoadableTesting
import TestSupport
import Testing

@Suite struct `Failures of large lists` {
  typealias State = Loadable<PagedList<String, Item, Offline>, Offline>

  struct Item: Identifiable, Hashable, Sendable {
    let id: Int
    var text = "text"
  }

  @Test func `one other row of 1,000 is named, and the text is short`() {
    var items = (0..<1_000).map { Item(id: $0) }
    let expected = State.loaded(PagedList(key: "swift", items, append: .idle))
    items[700].text = "other"
    let text = failureText(State.loaded(PagedList(key: "swift", items, append: .idle)), expected)
    #expect(text.contains(#".items[700].text is "other", expected "text""#), "\(text)")
    #expect(text.utf8.count < 1_500, "\(text)")
  }

  @Test func `a list with more rows is compared by its counts, and the text is short`() {
    let items = (0..<1_000).map { Item(id: $0) }
    let expected = State.loaded(PagedList(key: "swift", items))
    let text = failureText(
      State.loaded(PagedList(key: "swift", items.dropFirst(10).dropLast(100))),
      expected
    )
    #expect(text.contains("has 890 elements, expected 1000"), "\(text)")
    #expect(text.utf8.count < 1_500, "\(text)")
  }

  @Test func `an unexpected list is cut in the legend`() {
    let list = PagedList<String, Item, Offline>(key: "swift", (0..<1_000).map { Item(id: $0) })
    let failures = failures {
      marbles { m in
        let states = m.hot("-a", ["a": State.loaded(list)])
        m.expect(states, "--", ["a": State.loading])
      }
    }
    let text = failures.map(\.text).joined(separator: "\n")
    #expect(!text.isEmpty && text.utf8.count < 1_500, "\(text)")
  }

  private func failureText(_ actual: State, _ expected: State) -> String {
    let failures = failures {
      marbles { m in
        let states = m.hot("-a", ["a": actual])
        m.expect(states, "-a", ["a": expected])
      }
    }
    return failures.map(\.text).joined(separator: "\n")
  }
}
