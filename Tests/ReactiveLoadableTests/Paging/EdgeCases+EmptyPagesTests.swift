import LoadableTesting
import ReactiveLoadable
import TestSupport
import Testing

/// Pages without new items: the number that is skipped, and the definition of a duplicate.
@Suite struct `Edge cases of paging: pages without new items (P6, P7)` {
  typealias Rows = PagedLoader<NoRequest, Int, Row, LoadError>

  /// A page of one row, then empty ones, then a page of one row; each loads without a suspension.
  private func rows(emptyPages: Range<Int>, limit: Int) -> Rows {
    PagedLoader(policy: PagingPolicy(emptyPageLimit: limit)) { request in
      let number = request.cursor ?? 0
      return Page(emptyPages.contains(number) ? [] : [Row(id: number)], next: number + 1)
    }
  }

  @Test(arguments: 0...3)
  func `pages without new items are skipped up to the limit`(limit: Int) async {
    let rows = rows(emptyPages: 1..<(limit + 1), limit: limit)
    await rows.load().outcome()
    await rows.next().outcome()
    #expect(rows.state.value?.map(\.id) == [0, limit + 1])
    #expect(rows.state.value?.append == .idle)
  }

  @Test(arguments: 0...3)
  func `one more fails the end, and a retry continues after it`(limit: Int) async {
    let rows = rows(emptyPages: 1..<(limit + 2), limit: limit)
    await rows.load().outcome()
    let fault = LoadError(PagingError.emptyPages(limit + 1))
    #expect(await rows.next().outcome().error == fault)
    #expect(rows.state.value?.append.error == fault)
    await rows.retry().outcome()
    #expect(rows.state.value?.map(\.id) == [0, limit + 2])
  }

  @Test(arguments: 0...3)
  func `the limit applies to first pages`(limit: Int) async {
    let skipping = rows(emptyPages: 0..<limit, limit: limit)
    #expect(await skipping.load().outcome().value?.map(\.id) == [limit])
    let failing = rows(emptyPages: 0..<(limit + 1), limit: limit)
    let fault = LoadError(PagingError.emptyPages(limit + 1))
    #expect(await failing.load().outcome().value?.append.error == fault)
  }

  @Test func `a limit below zero counts as zero`() async {
    let rows = rows(emptyPages: 1..<2, limit: -1)
    await rows.load().outcome()
    #expect(await rows.next().outcome().error == LoadError(PagingError.emptyPages(1)))
  }

  @Test(.needsImmediateTasks, arguments: [2: [2], 9: []])
  func `pages that a filter leaves empty are skipped up to the limit`(id: Int, found: [Int]) async {
    let loader = rows(emptyPages: 0..<0, limit: 2)
    let rows = loader.rows { $0.id == id ? $0 : nil }
    await loader.load().outcome()
    #expect(rows.state.value?.map(\.id) == found)
    #expect(loader.state.value?.count == 3)
  }

  @Test func `a longer cycle of cursors ends as pages without new items`() async {
    let requests = Log<Int?>()
    let rows = PagedLoader { (request: PageRequest<NoRequest, Int>) in
      requests.note(request.cursor)
      let number = request.cursor ?? 0
      return Page([Row(id: number)], next: number == 2 ? 1 : number + 1)
    }
    await rows.load().outcome()
    await rows.next().outcome()
    await rows.next().outcome()
    let fault = LoadError(PagingError.emptyPages(4))
    #expect(await rows.next().outcome().error == fault)
    #expect(rows.state.value?.map(\.id) == [0, 1, 2])
    #expect(requests.entries == [nil, 1, 2, 1, 2, 1, 2])
  }

  // MARK: Removed items

  @Test func `a removed item on a later page is no duplicate`() {
    marbles { m in
      let rows = m.loadedRows(["a2": m.pages("--x|", ["x": Page([2, 2, 1, 3], next: 3)])])
      m.hot("----x") { _ in rows.remove(2) }
      m.hot("-----n") { _ in rows.next() }
      m.expect(
        rows.states.map { $0.sketch + "-\($0.latest?.duplicateCount ?? 0)" },
        "nl-1xa-y",
        ["n": "n-0", "l": "l-0", "1": "12…-0", "x": "1…-0", "a": "1+-0", "y": "13…-1"]
      )
    }
  }

  @Test func `a page dropped by a window returns without the removed items`() {
    marbles { m in
      let rows = m.loadedRows([:], PagingPolicy(window: 2))
      m.hot("----e") { _ in
        rows.edit(1) { $0.text = "!" }
        rows.remove(2)
      }
      m.hot("-----n--n") { _ in rows.next() }
      m.hot("-----------p") { _ in rows.previous() }
      m.expect(
        rows.states.compactMap(\.value).map(\.sketch).removeDuplicates(),
        "---1(xy)a-2b-3p-z",
        [
          "1": "12…", "x": "1!2…", "y": "1!…", "a": "1!+", "2": "1!34…", "b": "1!34+",
          "3": "…3456.", "p": "+3456.", "z": "134…",
        ]
      )
    }
  }
}
