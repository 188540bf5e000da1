import LoadableTesting
import ReactiveLoadable
import Testing
import TestSupport

/// Saved pages with windows, with pages before them, and with faults (P11).
@Suite struct `Saved pages (P11)` {
  private typealias Record = ListRecords.Record

  /// Restores a record and cancels; returns the sketch, and the list after `next()`.
  private func restore(
    _ pages: [RowPage],
    count: Int = 5,
    window: Int? = nil,
    then next: [String: String] = [:]
  ) -> [String] {
    let sketches = Log<String>()
    marbles { m in
      let records = m.listRecords(["a": Record(pages: pages)])
      var work = ["a": m.pages("-----1|")]
      for (name, diagram) in next { work[name] = m.pages(diagram) }
      let rows = m.rows(work, saved: records, PagingPolicy(window: window), count: count)
      m.hot("-o") { _ in rows.load("a") }
      m.at(.milliseconds(30)) {
        rows.cancel()
        sketches.note(rows.state.savedSketch)
        if !next.isEmpty { rows.next() }
      }
      m.at(.milliseconds(80)) { if !next.isEmpty { sketches.note(rows.state.savedSketch) } }
      m.at(.milliseconds(90)) { rows.cancel() }
    }
    return sketches.entries
  }

  @Test func `all saved pages are shown, and the last cursor leads on`() {
    let pages: [RowPage] = [Page([7, 8], next: 4), Page([9], next: 2)]
    #expect(restore(pages, then: ["a2": "-2|"]) == ["789…@~", "78934…@~"])
    #expect(restore(pages, count: 1, then: ["a4": "-2|"]) == ["78…@~", "7834…@~"])
  }

  @Test func `a window limits the saved pages`() {
    let pages: [RowPage] = [Page([7], next: 4), Page([8], next: 5), Page([9], next: 2)]
    #expect(restore(pages, window: 2, then: ["a5": "-2|"]) == ["78…@~", "…834…@~"])
  }

  @Test func `a page that is its own next page fails the end, and is the last one`() {
    let pages: [RowPage] = [Page([7], next: 4), Page([8], next: 4), Page([9], next: 2)]
    #expect(restore(pages) == ["78?@~"])
  }

  @Test func `duplicates are dropped, empty pages are skipped`() {
    let pages: [RowPage] = [Page([7, 7], next: 4), Page([], next: 5), Page([7, 9], next: 2)]
    #expect(restore(pages, then: ["a2": "-2|"]) == ["79…@~", "7934…@~"])
  }

  @Test func `a record without rows is a miss, unless the list is complete`() {
    #expect(restore([]) == ["n"])
    #expect(restore([Page([], next: 4)]) == ["n"])
    #expect(restore([Page([], next: nil)]) == [".@~"])
  }

  @Test func `pages before the first one are not saved, and are loaded again`() {
    marbles { m in
      let records = m.listRecords()
      let pages = [
        "a": m.pages("-A|", ["A": Page([5, 6], next: 2, previous: 1)]),
        "a1": m.pages("-B|", ["B": Page([3, 4], next: nil, previous: 0)]),
        "a0": m.pages("-C|", ["C": Page([1], next: nil)]),
        "a2": m.pages("-D|", ["D": Page([7], next: 3)]),
        "a3": m.pages("-E|", ["E": Page([8], next: 4)]),
        "a4": m.pages("-F|", ["F": Page([9], next: 5)]),
      ]
      let rows = m.rows(pages, saved: records, count: 2)
      m.hot("o") { _ in rows.load("a") }
      m.hot("---o--o") { _ in rows.previous() }
      m.hot("---------o--o--o") { _ in rows.next() }
      m.at(.milliseconds(200)) {
        #expect(rows.state.sketch == "13456789…")
        #expect(records.notes.entries == ["a?", "a loaded 56>2<1", "a edited 56>2<1 7>3"])
        rows.edit(1) { $0.text = "x" }
        rows.edit(8) { $0.text = "x" }
        rows.edit(7) { $0.text = "x" }
        #expect(records.notes.entries.last == "a edited 56>2<1 7x>3")
        #expect(records.notes.entries.count == 4)
      }
    }
  }

  @Test func `a deep refresh that begins before the first page changes no record`() {
    marbles { m in
      let records = m.listRecords()
      let pages = [
        "a": m.pages("-A|", then: ["-3|"], ["A": Page([5, 6], next: 2, previous: 1)]),
        "a1": m.pages("-B|", ["B": Page([3, 4], next: 9)]),
        "a9": m.pages("-C|", ["C": Page([5, 7], next: 2, previous: 1)]),
      ]
      let rows = m.rows(pages, saved: records, count: 2)
      m.hot("o--------o") { _ in rows.load("a") }
      m.hot("---p") { _ in rows.previous() }
      m.hot("-----d") { _ in rows.refreshAllPages() }
      m.at(.milliseconds(80)) {
        #expect(rows.state.sketch == "3457…")
        #expect(rows.edit(5) { $0.text = "x" })
        #expect(records.notes.entries == ["a?", "a loaded 56>2<1"])
      }
      m.at(.milliseconds(120)) {
        #expect(rows.state.sketch == "56.")
        #expect(records.notes.entries == ["a?", "a loaded 56>2<1", "a loaded 56."])
      }
    }
  }

  @Test func `a deep refresh that starts again begins with the first page in memory, too`() {
    marbles { m in
      let before = m.pages("-B|", ["B": Page([3, 4], next: 9)])
      let pages = [
        "a": m.pages("-A|", ["A": Page([5, 6], next: 2, previous: 1)]), "a1": before,
        "a9": m.pages("-C|", ["C": Page([5, 7], next: 2, previous: 1)]),
      ]
      let rows = m.rows(pages)
      m.hot("o") { _ in rows.load("a") }
      m.hot("---p") { _ in rows.previous() }
      m.hot("-----d(ir)") { act in
        switch act {
        case "d": rows.refreshAllPages()
        case "i": rows.invalidate()
        default: rows.refresh()
        }
      }
      m.expectSubscriptions(before, ["---^!", "-----^!", "------^!"])
      m.at(.milliseconds(100)) { #expect(rows.state.sketch == "3457…") }
    }
  }

  @Test func `a list whose first page the window has dropped is not saved`() {
    marbles { m in
      let records = m.listRecords()
      let pages = ["a": m.pages("-1|"), "a2": m.pages("-2|"), "a3": m.pages("-3|")]
      let rows = m.rows(pages, saved: records, PagingPolicy(window: 2), count: 1)
      m.hot("o") { _ in rows.load("a") }
      m.hot("---o--o") { _ in rows.next() }
      m.at(.milliseconds(90)) {
        rows.edit(3) { $0.text = "x" }
        #expect(rows.state.sketch == "…3x456.")
        #expect(records.notes.entries == ["a?", "a loaded 12>2"])
        rows.previous()
      }
      m.at(.milliseconds(120)) {
        #expect(rows.state.sketch == "123x4…")
        #expect(records.notes.entries.last == "a edited 12>2")
      }
    }
  }

  @Test func `a refresh of all pages joins the load of a saved list, which has as many`() {
    marbles { m in
      let records = m.listRecords(["a": Record(pages: [Page([7], next: 4), Page([8], next: 5)])])
      let pages = ["a": m.pages("--1|"), "a2": m.pages("--2|")]
      let rows = m.rows(pages, saved: records, count: 2)
      m.hot("-o") { _ in rows.load("a") }
      m.hot("---o") { _ in rows.refreshAllPages() }
      m.expect(
        rows.savedSketches,
        "nlS-d-2",
        ["n": "n", "l": "l", "S": "l78…@~", "d": "l78…@~", "2": "1234…"]
      )
      m.at(.milliseconds(120)) {
        #expect(records.notes.entries == ["a?", "a loaded 12>2 34>3"])
      }
    }
  }
}
