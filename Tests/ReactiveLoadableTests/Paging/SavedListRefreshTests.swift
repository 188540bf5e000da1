import LoadableTesting
import ReactiveLoadable
import Testing

/// The loads of a list whose record has several pages (P11).
///
/// A read takes one frame, a page two.
@Suite struct `The refresh of a saved list (P11)` {
  private typealias Record = ListRecords.Record

  private static let saved = Record(pages: [Page([8, 9], next: 7), Page([6], next: 5)])
  /// `S` and `p` are the saved list during its refresh, before and after its first page.
  private static let states = rowStates.merging([
    "S": "l896…@~", "p": "l896…@~", "T": "l896+@~", "F": "f896…@~", "t": "t896…@~",
    "R": "r896…@~", "q": "r896…@~", "x": "896…@~", "y": "896…@", "0": "12.",
  ]) { $1 }

  /// A loader of three pages whose saved list has two pages with other rows.
  private func rows(
    _ m: Marbles,
    _ pages: [String: RowWork] = [:],
    _ policy: PagingPolicy = PagingPolicy(),
    _ record: Record = saved
  ) -> (RowLoader, ListRecords) {
    let records = m.listRecords(["a": record])
    let usual = ["a": m.pages("--1|"), "a2": m.pages("--2|"), "a3": m.pages("--3|")]
    return (m.rows(usual.merging(pages) { $1 }, saved: records, policy, count: 2), records)
  }

  @Test func `the saved list stays until as many pages are loaded`() {
    marbles { m in
      let (rows, records) = rows(m)
      m.hot("-o") { _ in rows.load("a") }
      m.expect(rows.savedSketches, "nlS-p-2", Self.states)
      m.at(.milliseconds(30)) { #expect(rows.state.progress == LoadProgress(completed: 0, of: 2)) }
      m.at(.milliseconds(50)) { #expect(rows.state.progress == LoadProgress(completed: 1, of: 2)) }
      m.at(.milliseconds(90)) { #expect(records.notes.entries == ["a?", "a loaded 12>2 34>3"]) }
    }
  }

  @Test func `a failed page keeps the saved list, and a retry continues with that page`() {
    marbles { m in
      let (first, second) = (m.pages("--1|"), m.pages("--#", then: ["--2|"]))
      let (rows, records) = rows(m, ["a": first, "a2": second])
      m.hot("-o") { _ in rows.load("a") }
      m.hot("--------t") { _ in rows.retry() }
      m.expect(rows.savedSketches, "nlS-p-F-t-2", Self.states)
      m.expectSubscriptions(first, ["--^-!"])
      m.expectSubscriptions(second, ["----^-!", "--------^-!"])
      m.at(.milliseconds(120)) { #expect(records.notes.entries == ["a?", "a loaded 12>2 34>3"]) }
    }
  }

  @Test func `a retry loads the pages that follow the saved ones by then, too`() {
    marbles { m in
      let (rows, records) = rows(
        m,
        ["a": m.pages("--#", then: ["--1|"]), "a5": m.pages("-A|", ["A": Page([7], next: 4)])]
      )
      m.hot("-o") { _ in rows.load("a") }
      m.hot("-----o") { _ in rows.next() }
      m.hot("-------t") { _ in rows.retry() }
      m.expect(
        rows.savedSketches,
        "nlS-FgGt-t-t-3",
        Self.states.merging(["g": "f896+@~", "G": "f8967…@~", "t": "t8967…@~"]) { $1 }
      )
      m.at(.milliseconds(190)) {
        #expect(records.notes.entries == ["a?", "a loaded 12>2 34>3"])
      }
    }
  }

  @Test func `next waits for all pages, and loads the one after them`() {
    marbles { m in
      let third = m.pages("--3|")
      let (rows, _) = rows(m, ["a3": third])
      m.hot("-o") { _ in rows.load("a") }
      m.hot("---o") { _ in rows.next() }
      m.expect(rows.savedSketches, "nlSTT-b-3", Self.states)
      m.expectSubscriptions(third, ["------^-!"])
    }
  }

  @Test func `a cancel returns to the saved list, whose next load has all pages, too`() {
    marbles { m in
      let first = m.pages("--1|")
      let (rows, _) = rows(m, ["a": first])
      m.hot("-o----o") { _ in rows.load("a") }
      m.hot("-----c") { _ in rows.cancel() }
      m.expect(rows.savedSketches, "nlS-pxS-p-2", Self.states)
      m.expectSubscriptions(first, ["--^-!", "------^-!"])
    }
  }

  @Test(arguments: [false, true])
  func `a load after a failure has all pages, unless the saved list is hidden`(isHidden: Bool) {
    marbles { m in
      var policy = PagingPolicy()
      if isHidden { policy.load.previous = .never }
      let (rows, _) = rows(m, ["a": m.pages("--#", then: ["--1|"])], policy)
      m.hot("-o") { _ in rows.loadIfNeeded("a") }
      m.hot("------o") { _ in rows.loadIfNeeded("a") }
      m.expect(
        rows.savedSketches,
        isHidden ? "nll-f-ll-1" : "nlS-F-R-q-2",
        Self.states
      )
    }
  }

  @Test func `a list that is hidden is loaded from its first page only`() {
    marbles { m in
      var policy = PagingPolicy()
      policy.load.previous = .never
      let (rows, records) = rows(m, [:], policy)
      m.hot("-o") { _ in rows.load("a") }
      m.expect(rows.savedSketches, "nll-1", Self.states)
      m.at(.milliseconds(90)) { #expect(records.notes.entries == ["a?", "a loaded 12>2"]) }
    }
  }

  @Test func `a load that hides the saved list again has its first page only`() {
    marbles { m in
      var policy = PagingPolicy()
      policy.load.previous = .never
      let (rows, records) = rows(m, [:], policy)
      m.hot("-o---o") { _ in rows.load("a") }
      m.hot("---c") { _ in rows.cancel() }
      m.expect(rows.savedSketches, "nllx-l-1", Self.states)
      m.at(.milliseconds(120)) { #expect(records.notes.entries == ["a?", "a loaded 12>2"]) }
    }
  }

  @Test func `a list that has become shorter ends with its last page`() {
    marbles { m in
      let (rows, records) = rows(m, ["a": m.pages("--A|", ["A": Page([1, 2], next: nil)])])
      m.hot("-o") { _ in rows.load("a") }
      m.expect(rows.savedSketches, "nlS-0", Self.states)
      m.at(.milliseconds(90)) { #expect(records.notes.entries == ["a?", "a loaded 12."]) }
    }
  }

  @Test func `a young list that becomes stale is refreshed with all pages`() {
    marbles { m in
      var policy = PagingPolicy()
      policy.load.freshness = .lasting(.milliseconds(100))
      let young = Record(pages: Self.saved.pages, age: .milliseconds(40))
      let (rows, _) = rows(m, [:], policy, young)
      m.hot("-o-------o") { _ in rows.loadIfNeeded("a") }
      m.expect(rows.savedSketches, "nly------R-q-2", Self.states)
    }
  }

  @Test func `a refresh after an invalidation starts again with the first page`() {
    marbles { m in
      let (first, second) = (m.pages("--1|"), m.pages("--2|"))
      let (rows, _) = rows(m, ["a": first, "a2": second])
      m.hot("-o") { _ in rows.load("a") }
      m.hot("-----(ir)") { sign in
        if sign == "i" { rows.invalidate() } else { rows.refresh() }
      }
      m.expect(rows.savedSketches, "nlS-pS-p-2", Self.states)
      m.expectSubscriptions(first, ["--^-!", "-----^-!"])
      m.expectSubscriptions(second, ["----^!", "-------^-!"])
    }
  }

  @Test func `a cached saved list is refreshed with its own pages`() {
    marbles { m in
      let (rows, _) = rows(m, ["b": m.pages("-B|", ["B": Page([5], next: nil)])])
      m.hot("-a---b--a") { rows.loadIfNeeded($0) }
      m.hot("---c") { _ in rows.cancel() }
      m.expect(
        rows.savedSketches,
        "nlSx-l-BR-q-2",
        Self.states.merging(["B": "5."]) { $1 }
      )
    }
  }

  @Test func `a list with a page before the saved ones is loaded from its first page`() {
    marbles { m in
      let record = Record(pages: [Page([8, 9], next: 7, previous: 1), Page([6], next: 5)])
      let first = m.pages("--#", then: ["--1|"])
      let before = m.pages("-B|", ["B": Page([5], next: nil)])
      let (rows, records) = rows(m, ["a": first, "a1": before], PagingPolicy(), record)
      m.hot("-o------o") { _ in rows.load("a") }
      m.hot("-----p") { _ in rows.previous() }
      m.expect(
        rows.savedSketches,
        "nlS-FpP-L-1",
        Self.states.merging([
          "S": "l…896…@~", "F": "f…896…@~", "p": "f+896…@~", "P": "f5896…@~", "L": "l5896…@~",
        ]) { $1 }
      )
      m.at(.milliseconds(120)) {
        #expect(records.notes.entries == ["a?", "a loaded 12>2"])
      }
    }
  }

  @Test func `in a window the rows of the saved pages stay`() {
    marbles { m in
      let record = Record(pages: Self.saved.pages + [Page([4], next: 3)])
      let (rows, records) = rows(m, [:], PagingPolicy(window: 2), record)
      m.hot("-o") { _ in rows.load("a") }
      m.expect(rows.savedSketches, "nlS-p-2", Self.states)
      m.at(.milliseconds(90)) { #expect(records.notes.entries == ["a?", "a loaded 12>2 34>3"]) }
    }
  }

  @Test func `parts of a page are not visible over a saved list of several pages (P12)`() {
    marbles { m in
      let records = m.listRecords(["a": Self.saved])
      let pages = ["a": m.pages("--1|"), "a2": m.pages("--2|")]
      let rows = m.reportingRows(pages, [7, 8, 9], saved: records)
      m.hot("-o") { _ in rows.load("a") }
      m.expect(rows.savedSketches, "nlS-p-2", Self.states)
    }
  }
}

extension Marbles {
  /// A loader that saves two pages, and reports these rows as a part of each page at its start.
  fileprivate func reportingRows(
    _ pages: [String: RowWork],
    _ part: [Row],
    saved records: ListRecords
  ) -> RowLoader {
    var policy = PagingPolicy()
    policy.load.clock = clock
    return keep(
      RowLoader(
        policy,
        failure: { _ in .second },
        LoadWork { request, report async throws(SampleError) -> RowPage in
          report().value(Page(part, next: nil))
          guard let page = pages[request.name] else { throw .first }
          return try await page(orCancelled: .second)
        },
        records: records,
        pages: 2
      )
    )
  }
}
