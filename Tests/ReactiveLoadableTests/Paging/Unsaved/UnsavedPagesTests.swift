import LoadableTesting
import ReactiveLoadable
import Testing

/// Pages that arrive while edits of writes are unsaved (P13).
@Suite struct `Pages during unsaved edits (P13)` {
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let edits: [ListEdit<Row>]
    var write = "--------(s|)"
    var page: RowPage = Page([3, 4], next: 3)
    var next = "-----o"
    let expected: String
    let lists: [String: String]
  }

  @Test(arguments: [
    Case(
      testDescription: "an insertion at the start",
      edits: [.insert(9, at: .start)],
      expected: "nl-1Xa-Y",
      lists: ["X": "912…", "a": "912+", "Y": "91234…"]
    ),
    Case(
      testDescription: "a change of an item that the page contains twice",
      edits: [.change(3) { $0.text += "x" }],
      page: Page([3, 3, 4], next: 3),
      expected: "nl-1-a-Y",
      lists: ["Y": "123x4…"]
    ),
    Case(
      testDescription: "two changes of an item that the page contains",
      edits: [.change(3) { $0.text += "x" }, .change(3) { $0.text += "y" }],
      expected: "nl-1-a-Y",
      lists: ["Y": "123xy4…"]
    ),
    Case(
      testDescription: "a removal of an item that the page contains",
      edits: [.remove(3)],
      expected: "nl-1-a-Y",
      lists: ["Y": "124…"]
    ),
    Case(
      testDescription: "a removal that fails before the page contains its item",
      edits: [.remove(3), .remove(1)],
      write: "-#",
      next: "------o",
      expected: "nl-1X1a-Y",
      lists: ["X": "2…", "Y": "1234…"]
    ),
  ])
  func `the visible list`(_ example: Case) {
    marbles { m in
      let rows = m.rows(["a": m.pages("--1|"), "a2": m.pages("--2|", ["2": example.page])])
      let edit = m.edits(of: rows, example.write)
      m.hot("-o") { _ in rows.load("a") }
      m.hot("----x") { _ in edit.run(example.edits) }
      m.hot(example.next) { _ in rows.next() }
      m.expect(
        rows.sketches.removeDuplicates(),
        example.expected,
        rowStates.merging(example.lists) { $1 }
      )
    }
  }

  @Test func `an insertion next to a saved item after the last page follows the page with it`() {
    marbles { m in
      let rows = m.rows(["a": m.pages("--1|"), "a2": m.pages("--2|")])
      let edit = m.edits(of: rows, "--------(s|)")
      m.hot("-o") { _ in rows.load("a") }
      m.hot("----e") { _ in rows.insert(9, at: .afterLastPage) }
      m.hot("-----x") { _ in edit.run([.insert(8, at: .after(9))]) }
      m.hot("------o") { _ in rows.next() }
      m.expect(
        rows.sketches.removeDuplicates(),
        "nl-1sXa-Y",
        ["s": "129…", "X": "1298…", "a": "1298+", "Y": "123498…"]
          .merging(rowStates) { old, _ in old }
      )
    }
  }

  @Test func `an insertion at the start stays there when a page drops the first one`() {
    marbles { m in
      let pages = ["a": m.pages("--1|"), "a2": m.pages("-2|"), "a3": m.pages("--3|")]
      let rows = m.rows(pages, PagingPolicy(window: 2))
      let edit = m.edits(of: rows, "--------(s|)")
      m.hot("-o") { _ in rows.load("a") }
      m.hot("----o---o") { _ in rows.next() }
      m.hot("-------x") { _ in edit.run([.insert(9, at: .start)]) }
      m.expect(
        rows.sketches.removeDuplicates(),
        "nl-1a2-Xb-Y",
        ["X": "91234…", "b": "91234+", "Y": "…93456."].merging(rowStates) { old, _ in old }
      )
    }
  }
}

extension Marbles {
  /// A mutation of edits of a list, whose writes have the timing of a diagram.
  fileprivate func edits(
    of rows: RowLoader,
    _ diagram: String
  ) -> Mutation<[ListEdit<Row>], Void, SampleError> {
    let write = cold(diagram, failure: SampleError.first)
    return keep(
      Mutation(editing: rows) { (edits: [ListEdit<Row>]) in
        edits
      } write: { _ async throws(SampleError) in
        _ = try await write(orCancelled: .second)
      }
    )
  }
}
