import LoadableTesting
import ReactiveLoadable
import Testing

// The code of doc comments and articles on paged lists, unchanged.

private struct Found: Identifiable, Hashable {
  let id: Int
}

private struct API: Sendable {
  var refuses = false

  func found(
    _ text: String,
    after page: String?
  ) async throws(SampleError) -> Page<String, Found> {
    if refuses { throw .first }
    return Page([Found(id: page == nil ? 1 : 2)], next: page == nil ? "two" : nil)
  }
}

@Suite struct `Paged lists as their documentation shows them` {
  @Test func `a list appends its second page, as in the diagram of its documentation`() {
    marbles { m in
      let one = Page([Row(id: 1), Row(id: 2)], next: 2)
      let two = Page<Int, Row>([Row(id: 3), Row(id: 4)], next: nil)
      let page = m.cold("--1|", ["1": one, "2": two], then: ["--2|"])
      let results = PagedLoader { (_: PageRequest<NoRequest, Int>) in try await page() }
      m.hot("-o---o") { _ in results.next() }
      m.expect(
        results.states.map { $0.latest?.count },
        "nl-1-a-2",
        ["n": nil, "l": nil, "1": 2, "a": 2, "2": 4]
      )
    }
  }

  @Test func `states of lists in a table`() {
    marbles { m in
      let (a, b) = (Row(id: 1), Row(id: 2))
      let page = m.cold("-1|", ["1": Page([a], next: 2), "2": Page([b], next: nil)], then: ["-2|"])
      let results = PagedLoader { (_: PageRequest<String, Int>) in try await page() }
      m.hot("-t", ["t": "text"]) { results.load($0) }
      m.hot("----o") { _ in results.next() }
      m.expect(
        results.states,
        "nl1-a2",
        .states(loaded: [
          "1": PagedList(key: "text", [a], append: .idle),
          "a": PagedList(key: "text", [a], append: .loading),
          "2": PagedList(key: "text", [a, b]),
        ])
      )
    }
  }

  @Test func `a list can have a custom failure type`() async {
    let api = API(refuses: true)
    let results = PagedLoader(failure: { _ in .second }) {
      (page: PageRequest<String, String>) async throws(SampleError) in
      try await api.found(page.key, after: page.cursor)
    }
    #expect(await results.load("text").outcome().error == .first)
  }
}
