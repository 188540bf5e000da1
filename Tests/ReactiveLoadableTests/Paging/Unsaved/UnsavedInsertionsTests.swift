import LoadableTesting
import ReactiveLoadable
import Testing

/// Insertions, removals and moves by writes, and items after the last page (P13, P14).
@Suite struct `Unsaved insertions, removals and moves (P13, P14)` {
  /// A write of edits, which is saved as others.
  struct Edits: Sendable {
    let unsaved: [ListEdit<Row>]
    var saved: [ListEdit<Row>]?
  }

  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let edits: Edits
    var write = "----(s|)"
    var next = ""
    var refresh = ""
    let expected: String
    let lists: [String: String]
  }

  @Test(arguments: [
    Case(
      testDescription: "an insertion at the start, which fails",
      edits: Edits(unsaved: [.insert(9, at: .start)]),
      write: "--#",
      expected: "nl-1X-1",
      lists: ["X": "912…"]
    ),
    Case(
      testDescription: "an insertion at the end is after every page until it is saved",
      edits: Edits(unsaved: [.insert(9, at: .end)]),
      next: "-----o",
      expected: "nl-1Xa-Y",
      lists: ["X": "129…", "a": "129+", "Y": "12349…"]
    ),
    Case(
      testDescription: "a page contains the item after the last page",
      edits: Edits(unsaved: [.insert(Row(id: 4, text: "x"), at: .afterLastPage)]),
      next: "-----o",
      expected: "nl-1Xa-Y",
      lists: ["X": "124x…", "a": "124x+", "Y": "1234x…"]
    ),
    Case(
      testDescription: "a saved item after the last page follows the next one",
      edits: Edits(unsaved: [.insert(9, at: .afterLastPage)]),
      write: "(s|)",
      next: "-----o",
      expected: "nl-1Xa-Y",
      lists: ["X": "129…", "a": "129+", "Y": "12349…"]
    ),
    Case(
      testDescription: "a saved item after the last page is in its page once that is added",
      edits: Edits(unsaved: [.insert(Row(id: 3, text: "x"), at: .afterLastPage)]),
      write: "(s|)",
      next: "-----o",
      expected: "nl-1Xa-Y",
      lists: ["X": "123x…", "a": "123x+", "Y": "1234…"]
    ),
    Case(
      testDescription: "the saved item has another id",
      edits: Edits(
        unsaved: [.insert(9, at: .afterLastPage)],
        saved: [.insert(8, at: .afterLastPage)]
      ),
      write: "--(s|)",
      expected: "nl-1X-Y",
      lists: ["X": "129…", "Y": "128…"]
    ),
    Case(
      testDescription: "a neighbor that the list does not contain",
      edits: Edits(unsaved: [.insert(9, at: .after(3))]),
      next: "-----o",
      expected: "nl-1Xa-Y",
      lists: ["X": "912…", "a": "912+", "Y": "12394…"]
    ),
    Case(
      testDescription: "a removal during a refresh, which fails",
      edits: Edits(unsaved: [.remove(1)]),
      write: "--#",
      refresh: "-----r",
      expected: "nl-1XRS1",
      lists: ["X": "2…", "R": "r2…", "S": "r12…"]
    ),
    Case(
      testDescription: "all rows are removed, so the next page is loaded",
      edits: Edits(unsaved: [.remove(1), .remove(2)]),
      write: "-----#",
      expected: "nl-1X-Y--A",
      lists: ["X": "+", "Y": "34…", "A": "1234…"]
    ),
    Case(
      testDescription: "a move behind an item of the next page",
      edits: Edits(unsaved: [.move(1, to: .after(3))]),
      next: "-----o",
      expected: "nl-1-a-Y",
      lists: ["Y": "2314…"]
    ),
    Case(
      testDescription: "a move to the start, which fails",
      edits: Edits(unsaved: [.move(2, to: .start)]),
      write: "--#",
      expected: "nl-1X-1",
      lists: ["X": "21…"]
    ),
    Case(
      testDescription: "an edit that changes the id is ignored",
      edits: Edits(unsaved: [.change(1) { $0 = 7 }]),
      write: "--#",
      expected: "nl-1",
      lists: [:]
    ),
  ])
  func `the visible list`(_ example: Case) {
    marbles { m in
      let rows = m.rows(["a": m.pages("--1|"), "a2": m.pages("--2|")])
      let write = m.cold(example.write, failure: SampleError.first)
      let edit = m.keep(
        Mutation(editing: rows) { (edits: Edits) in
          edits.unsaved
        } write: { _ async throws(SampleError) -> String in
          try await write(orCancelled: .second)
        } confirm: { edits, _ in
          edits.saved ?? edits.unsaved
        }
      )
      m.hot("-o") { _ in rows.load("a") }
      m.hot("----x") { _ in edit.run(example.edits) }
      m.hot(example.next) { _ in rows.next() }
      m.hot(example.refresh) { _ in rows.refresh() }
      m.expect(
        rows.sketches.removeDuplicates(),
        example.expected,
        rowStates.merging(example.lists) { $1 }
      )
    }
  }

  @Test func `an item at the end precedes the rows of a part once it is saved`() {
    marbles { m in
      let rows = m.rows(["a": m.parts("--1"), "a2": m.parts("--u---2")])
      let write = m.cold("-(s|)", failure: SampleError.first)
      let insert = m.keep(
        Mutation(editing: rows) { (row: Row) in
          [.insert(row, at: .end)]
        } write: { _ async throws(SampleError) in
          _ = try await write(orCancelled: .second)
        }
      )
      m.hot("-o") { _ in rows.load("a") }
      m.hot("-----o") { _ in rows.next() }
      m.hot("--------x") { _ in insert.run(9) }
      m.expect(
        rows.partSketches,
        "nl-1-a-UXY-2",
        ["a": "12+", "U": "123+", "X": "1239+", "Y": "1293+", "2": "12934…"]
          .merging(rowStates) { old, _ in old }
      )
    }
  }

  @Test func `P14: an item after the last page is behind every page until one contains it`() {
    marbles { m in
      let third = m.pages("--3|", ["3": Page([9, 4], next: nil)])
      let rows = m.rows([
        "a": m.pages("--1|"), "a2": m.pages("--2|", ["2": Page([3], next: 3)]), "a3": third,
      ])
      m.hot("-o") { _ in rows.load("a") }
      m.hot("-----e") { _ in rows.insert(9, at: .afterLastPage) }
      m.hot("-------o--o") { _ in rows.next() }
      m.expect(
        rows.sketches,
        "nl-1-s-a-2b-3",
        ["s": "129…", "a": "129+", "2": "1239…", "b": "1239+", "3": "12394."]
          .merging(rowStates) { old, _ in old }
      )
    }
  }

  @Test func `P14: a moved item no longer follows the pages`() {
    marbles { m in
      let rows = m.loadedRows()
      m.hot("----e") { _ in rows.insert(9, at: .afterLastPage) }
      m.hot("-----e") { _ in rows.move(9, to: .start) }
      m.hot("------o") { _ in rows.next() }
      m.expect(
        rows.sketches,
        "nl-1sta-2",
        ["s": "129…", "t": "912…", "a": "912+", "2": "91234…"]
          .merging(rowStates) { old, _ in old }
      )
    }
  }
}
