import LoadableTesting
import ReactiveLoadable
import Synchronization
import Testing

/// Former bugs, found by attempts to break the contract of paged lists.
@Suite struct `Attacks on paged lists (P)` {
  /// The given number of pages of one row, which load without a suspension.
  private func ready(
    _ count: Int,
    _ policy: PagingPolicy = PagingPolicy()
  ) -> PagedLoader<
    NoRequest, Int, Row, LoadError
  > {
    PagedLoader(policy: policy) { request in
      let number = request.cursor ?? 1
      return Page([Row(id: number)], next: number < count ? number + 1 : nil)
    }
  }

  @Test func `any number of synchronous pages uses no deeper stack`() async {
    let rows = ready(20_000, PagingPolicy(prefetchDistance: .max))
    await rows.load().outcome()
    rows.visible(at: 0)
    for await state in rows.states.values where state.latest?.append.isComplete == true { break }
    #expect(rows.state.latest?.count == 20_000)
    let again = await rows.refreshAllPages().outcome()
    #expect(again.value?.count == 20_000)
  }

  @Test func `any number of empty pages uses no deeper stack`() async {
    let rows = PagedLoader(policy: PagingPolicy(emptyPageLimit: 20_000)) {
      (request: PageRequest<NoRequest, Int>) in Page<Int, Row>([], next: (request.cursor ?? 0) + 1)
    }
    await rows.load().outcome()
    #expect(rows.state.latest?.append.error != nil)
  }

  @Test func `an edit survives a retry of a deep refresh that is cancelled and retried`() {
    marbles { m in
      let rows = m.loadedRows(["a2": m.pages("-2|", then: ["-#", "--2|", "-2|"])])
      m.hot("-----n") { _ in rows.next() }
      m.hot("----------d") { _ in rows.refreshAllPages() }
      m.hot("---------------r---r") { _ in rows.retry() }
      m.hot("----------------e") { _ in rows.edit(1) { $0.text = "!" } }
      m.hot("-----------------c") { _ in rows.cancel() }
      m.at(.milliseconds(300)) { #expect(rows.state.sketch == "1!234…") }
    }
  }

  @Test func `an invalidation during the retry of a deep refresh outlives a cancel`() {
    marbles { m in
      let rows = m.loadedRows(["a2": m.pages("-2|", then: ["-#", "--2|", "-2|"])])
      m.hot("-----n") { _ in rows.next() }
      m.hot("----------d") { _ in rows.refreshAllPages() }
      m.hot("---------------r---r") { _ in rows.retry() }
      m.hot("----------------i") { _ in rows.invalidate() }
      m.hot("-----------------c") { _ in rows.cancel() }
      m.at(.milliseconds(300)) {
        rows.loadIfNeeded("a")
        #expect(rows.state.isLoading)
      }
    }
  }

  @Test func `edits before a failed refresh are not applied again to the pages of its retry`() {
    marbles { m in
      let rows = m.loadedRows(["a": m.pages("--1|", then: ["--#", "--1|"])])
      m.hot("-----r") { _ in rows.refresh() }
      m.hot("------e") { _ in rows.remove(1) }
      m.hot("----------i") { _ in rows.insert(1) }
      m.hot("-----------t") { _ in rows.retry() }
      m.expect(
        rows.sketches,
        "nl-1-ijk--vm-1",
        [
          "n": "n", "l": "l", "1": "12…", "i": "r12…", "j": "r2…", "k": "f2…", "v": "f12…",
          "m": "t12…",
        ]
      )
    }
  }

  @Test func `empty pages drop nothing from a window`() {
    marbles { m in
      let rows = m.loadedRows(
        [
          "a2": m.pages("-2|", ["2": Page([3, 4], next: 3)]),
          "a3": m.pages("-x|", ["x": Page([], next: 4)]),
          "a4": m.pages("-x|", ["x": Page([], next: 5)]),
          "a5": m.pages("-x|", ["x": Page([5], next: nil)]),
        ],
        PagingPolicy(window: 2)
      )
      m.hot("-----n----n") { _ in rows.next() }
      m.at(.milliseconds(300)) { #expect(rows.state.sketch == "…345.") }
    }
  }

  @Test func `an offset at the end of all numbers is the last page`() {
    #expect(Page([Row(id: 1)], offset: .max, limit: 1).next == nil)
    #expect(Page([Row(id: 1)], offset: .max - 1, limit: 1).next == .max)
    #expect(Page([Row(id: 1)], offset: .max, limit: 1, total: .max).next == nil)
  }

  @Test func `a list that becomes visible makes room for the previous one`() {
    marbles { m in
      let keys = ["a", "b", "c"]
      let rows = m.rows(
        Dictionary(uniqueKeysWithValues: keys.map { ($0, m.pages("--1|")) }),
        PagingPolicy(cachedLists: 2)
      )
      m.hot("-a----b----c----b---a") { rows.loadIfNeeded($0) }
      m.at(.milliseconds(201)) { #expect(rows.state.sketch == "12…") }
    }
  }

  @Test func `a cached list is fresh before the end of its time, and stale at the end`() {
    marbles { m in
      let load = LoadPolicy(freshness: .lasting(.milliseconds(100)))
      let rows = m.rows(["a": m.pages("-1|"), "b": m.pages("-1|")], PagingPolicy(load: load))
      m.hot("-a---b----") { rows.loadIfNeeded($0) }
      m.at(.milliseconds(115)) {
        rows.loadIfNeeded("a")
        #expect(rows.state.sketch == "12…")
      }
      m.at(.milliseconds(120)) {
        rows.loadIfNeeded("a")
        #expect(rows.state.sketch == "r12…")
      }
    }
  }

  @Test func `a refresh that waits for a retry continues immediately as a deep refresh`() {
    marbles { m in
      let load = LoadPolicy(retry: .constant(.seconds(9), limit: 1))
      let rows = m.loadedRows(
        ["a": m.pages("--1|", then: ["-#", "-1|"])],
        PagingPolicy(load: load)
      )
      m.hot("-----n") { _ in rows.next() }
      m.hot("----------r") { _ in rows.refresh() }
      m.hot("-------------d") { _ in rows.refreshAllPages() }
      m.at(.milliseconds(200)) { #expect(rows.state.sketch == "1234…") }
    }
  }

  @Test func `a deep refresh does not join the load of a stale page`() {
    marbles { m in
      let rows = m.loadedRows([
        "a": m.pages("--1|", then: ["--1|", "-x|"], ["x": Page([7], next: 2)])
      ])
      m.hot("-----n") { _ in rows.next() }
      m.hot("----------r") { _ in rows.refresh() }
      m.hot("-----------i") { _ in rows.invalidate() }
      m.at(.milliseconds(115)) { rows.refreshAllPages() }
      m.at(.milliseconds(200)) { #expect(rows.state.sketch == "734…") }
    }
  }

  @Test
  func `a refresh that continues as a deep one includes the pages that the window has dropped`() {
    marbles { m in
      let rows = m.loadedRows([:], PagingPolicy(window: 2))
      m.hot("-----n----n") { _ in rows.next() }
      m.hot("--------------------r") { _ in rows.refresh() }
      m.hot("---------------------d") { _ in rows.refreshAllPages() }
      m.at(.milliseconds(300)) {
        rows.previous()
        #expect(rows.state.sketch == "+3456.")
      }
    }
  }

  @Test func `an edit that changes the id of its item changes nothing`() {
    marbles { m in
      let rows = m.loadedRows()
      m.hot("-----e") { _ in #expect(!rows.edit(1) { $0 = 9 }) }
      m.expect(rows.sketches, "nl-1", ["n": "n", "l": "l", "1": "12…"])
    }
  }

  @Test func `a page without a total count keeps the count of the page before it`() {
    marbles { m in
      let rows = m.loadedRows(["a": m.pages("--x|", ["x": Page([1, 2], next: 2, total: 6)])])
      m.hot("-----n") { _ in rows.next() }
      m.at(.milliseconds(200)) { #expect(rows.state.latest?.total == 6) }
    }
  }

  @Test func `a page dropped at the end is found again if the page before it has no cursor to it`()
  {
    marbles { m in
      let pages = [
        "a": m.pages("--x|", ["x": Page([5, 6], next: nil, previous: 2)]),
        "a2": m.pages("-x|", ["x": Page([3, 4], next: nil, previous: 1)]),
        "a1": m.pages("-x|", ["x": Page([1, 2], next: nil)]),
      ]
      let rows = m.loadedRows(pages, PagingPolicy(window: 2))
      m.hot("-----p----p") { _ in rows.previous() }
      m.hot("---------------n") { _ in
        #expect(rows.state.sketch == "1234…")
        rows.next()
      }
      m.at(.milliseconds(300)) { #expect(rows.state.sketch == "…3456.") }
    }
  }
}
