import LoadableTesting
import ReactiveLoadable
import TestSupport
import Testing

/// Events around rows at rare times.
@Suite struct `Edge cases of the rows of a paged list (Q5, Q6, Q7)` {
  @Test func `edits while a page is in flight do not count as pages without a row`() {
    marbles { m in
      let loader = m.rows(
        ["a": m.pages("--1|"), "a2": m.pages("--2|"), "a3": m.pages("--3|")],
        PagingPolicy(prefetchDistance: 1, emptyPageLimit: 1)
      )
      let rows = m.keep(loader.rows { $0.id > 4 ? $0 : nil })
      m.hot("-o") { _ in loader.load("a") }
      m.hot("----(oo)") { _ in loader.edit(1) { $0.text += "x" } }
      m.expect(rows.sketches, "nl-+(++)+-3", ["n": "n", "l": "l", "+": "+", "3": "56."])
    }
  }

  /// While a window drops as many rows at the other end, the number of rows and the first row stay.
  @Test(.needsImmediateTasks, arguments: [1, 2])
  func `a row that an edit has inserted requests a page when visible`(pages: Int) {
    let source = RowSource(size: 40)
    let loader = source.loader()
    let rows = loader.rows { $0 }
    loader.load("a")
    for _ in 1..<pages { loader.next() }
    loader.insert(Row(id: 999), at: .after(40 * pages - 2))
    rows.visible(998)
    #expect(source.requests.entries.count == pages)
    rows.visible(999)
    #expect(source.requests.entries.count == pages + 1)
  }

  @Test(.needsImmediateTasks)
  func `a row that an edit adds to no rows requests a page when visible`() {
    let source = RowSource(size: 4)
    let loader = source.loader(PagingPolicy(prefetchDistance: 1, emptyPageLimit: 0))
    let rows = loader.rows { $0.text == "x" ? $0 : nil }
    loader.load("a")
    loader.edit(1) { $0.text = "x" }
    #expect(rows.state.value?.map(\.id) == [1])
    #expect(source.requests.entries.count == 1)
    rows.visible(1)
    #expect(source.requests.entries.map(\.direction) == [.first, .next, .previous])
  }

  @Test(.needsImmediateTasks) func `a page that continues the first section counts as rows`() {
    let source = RowSource(size: 1)
    let loader = source.loader(
      PagingPolicy(prefetchDistance: 4, emptyPageLimit: 0, window: 20)
    )
    let rows = loader.sectionedRows { _ in "all" }
    loader.load("a")
    for _ in 1..<20 { loader.next() }
    #expect(rows.state.value?.count == 21)
    rows.visible(at: 1)
    #expect(rows.state.value?.dropFirst().first?.item?.id == -3)
  }

  @Test func `a row that requests while another key loads requests again when its list returns`() {
    marbles { m in
      let second = m.pages("--2|")
      let loader = m.rows(
        ["a": m.pages("--1|"), "a2": second, "b": m.pages("-#")],
        PagingPolicy(prefetchDistance: 1)
      )
      let early = PublishRelay<Void>()
      m.keep(
        loader.states.sink { state in
          if state.value?.first?.text == "x" { early.accept(()) }
        }
      )
      let rows = m.keep(loader.rows { $0 })
      m.keep(
        early.first().sink {
          loader.load("b")
          rows.visible(at: 1)
        }
      )
      m.hot("-a------a") { loader.loadIfNeeded($0) }
      m.hot("-----o") { _ in loader.edit(1) { $0.text = "x" } }
      m.hot("----------o") { _ in rows.visible(at: 1) }
      m.expect(
        rows.sketches,
        "nl-1-(xl)f-x-a-2",
        ["n": "n", "l": "l", "1": "12…", "x": "1x2…", "f": "f", "a": "1x2+", "2": "1x234…"]
      )
    }
  }
}
