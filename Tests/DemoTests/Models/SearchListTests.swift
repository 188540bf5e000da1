import LoadableTesting
import ReactiveLoadable
import Testing

@testable import Demo

/// The list for “ge” has three pages of two rows: `1` is the first with more to come, `a` the next
/// one is in flight, `2` two pages and so on, `e` a page has failed, `r` a refresh over two pages.
@Suite @MainActor struct `The list of results in time` {
  static let states = [
    "n": "n", "l": "l", "1": "ab…", "a": "ab+", "e": "ab!", "2": "abcd…", "b": "abcd+",
    "3": "abcdef.", "r": "rabcd…",
  ]

  @Test func `the last visible row loads the next page, once`() {
    marbles { m in
      let second = m.searchPage("--2|")
      let model = self.model(m, ["ge": m.searchPage("--1|"), "ge2": second])
      m.hot("--------010") { model.shows(row: $0 == "0" ? 0 : 1) }
      m.expect(model.states.map(\.sketch), "n---l-1--a-2", Self.states)
      m.expectSubscriptions(second, ["---------^-!"])
    }
  }

  @Test func `a page that does not fill the view loads the next one`() {
    marbles { m in
      let pages = ["ge": m.searchPage("--1|"), "ge2": m.searchPage("--2|")]
      let model = self.model(m, pages.merging(["ge3": m.searchPage("--3|")]) { $1 }, distance: 5)
      m.hot("--------o") { _ in model.shows(row: 0) }
      m.expect(model.states.map(\.sketch), "n---l-1-a-b-3", Self.states)
    }
  }

  @Test func `a page that fails waits for a retry, which requests that page only`() {
    marbles { m in
      let first = m.searchPage("--1|")
      let second = m.searchPage("-#", then: ["--2|"])
      let model = self.model(m, ["ge": first, "ge2": second])
      m.hot("--------o--o") { _ in model.shows(row: 1) }
      m.hot("--------------r") { _ in model.retry() }
      m.expect(model.states.map(\.sketch), "n---l-1-ae----a-2", Self.states)
      m.expectSubscriptions(first, ["----^-!"])
    }
  }

  @Test func `a refresh shows the rows until the first page arrives`() {
    marbles { m in
      let first = m.searchPage("--1|", then: ["---1|"])
      let model = self.model(m, ["ge": first, "ge2": m.searchPage("--2|")])
      m.hot("--------1---0") { model.shows(row: $0 == "1" ? 1 : 0) }
      m.hot("-------------r") { _ in model.refresh() }
      m.expect(model.states.map(\.sketch), "n---l-1-a-2--r--1", Self.states)
    }
  }

  private func model(
    _ m: Marbles,
    _ pages: [String: SearchWork],
    distance: Int = 1
  ) -> SearchModel {
    let model = m.search(pages, distance: distance)
    m.hot("-g") { _ in model.query.accept("ge") }
    return model
  }
}
