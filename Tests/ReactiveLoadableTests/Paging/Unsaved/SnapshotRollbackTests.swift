import Foundation
import LoadableTesting
import ReactiveLoadable
import TestSupport
import Testing

/// A list with the usual optimistic update: a snapshot before the write, which a failure restores.
private final class SnapshotList: Sendable {
  let rows = BehaviorRelay<[Row]>([])

  func load(_ page: RowWork) {
    Task { [rows] in rows.accept(try await page().items) }
  }

  func append(_ page: RowWork) {
    Task { [rows] in
      let new = try await page().items
      rows.accept(rows.value + new)
    }
  }

  func change(_ mark: Mark, _ write: MarbleCold<String, SampleError>) {
    let snapshot = rows.value
    rows.accept(snapshot.map { $0.id == mark.id ? mark.changed($0) : $0 })
    Task { [rows] in
      do { _ = try await write() } catch { rows.accept(snapshot) }
    }
  }
}

extension Mark {
  /// Returns a row with one mark more, in any order.
  fileprivate func changed(_ row: Row) -> Row {
    Row(id: row.id, text: String((row.text + text).sorted()))
  }
}

/// A hand-written rollback and a mutation in the same events: "Compared with a snapshot".
@Suite struct `Optimistic edits and a restored snapshot (P13)` {
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let edit: String
    let write: [String]
    var refresh = ""
    var next = ""
    let snapshot: String
    let mutation: String
  }

  // `A` is the list 1 2; `X`, `Y` and `Z` with x, with y, with both; `B` is the list 1 6, `W` with
  // x; `P` and `Q` are A and the next page, with x and without.
  private static let lists = [
    "n": "", "A": "1 2", "X": "1x 2", "Y": "1y 2", "Z": "1xy 2", "B": "1 6", "W": "1x 6",
    "P": "1x 2 3 4", "Q": "1 2 3 4",
  ]

  @Test(arguments: [
    Case(
      testDescription: "a write that succeeds",
      edit: "----x",
      write: ["--(s|)"],
      snapshot: "n--AX",
      mutation: "n--AX"
    ),
    Case(
      testDescription: "a write that fails",
      edit: "----x",
      write: ["--#"],
      snapshot: "n--AX-A",
      mutation: "n--AX-A"
    ),
    Case(
      testDescription: "a refresh during the write: hides the edit, and the rollback an old list",
      edit: "----x",
      write: ["----#"],
      refresh: "-----r",
      snapshot: "n--AX--BA",
      mutation: "n--AX--WB"
    ),
    Case(
      testDescription: "a refresh during a write that succeeds: the edit is gone",
      edit: "----x",
      write: ["----(s|)"],
      refresh: "-----r",
      snapshot: "n--AX--B",
      mutation: "n--AX--W"
    ),
    Case(
      testDescription: "a page during the write: is gone after the rollback",
      edit: "----x",
      write: ["----#"],
      next: "-----o",
      snapshot: "n--AX--PA",
      mutation: "n--AX--PQ"
    ),
    Case(
      testDescription: "two writes to one item, and both fail: the first one stays visible",
      edit: "----xy",
      write: ["--#", "--#"],
      snapshot: "n--AXZAX",
      mutation: "n--AXZYA"
    ),
    Case(
      testDescription: "a failure after the success of a later write: undoes the success",
      edit: "----xy",
      write: ["---#", "-(s|)"],
      snapshot: "n--AXZ-A",
      mutation: "n--AXZ-Y"
    ),
  ])
  func `both lists`(_ example: Case) {
    marbles { m in
      let firsts = (0..<2).map { _ in m.pages("--1|", then: ["--b|"], ["b": Page([1, 6], next: 2)])
      }
      let seconds = (0..<2).map { _ in m.pages("--2|") }
      let writes = (0..<2).map { _ in
        m.cold(
          example.write[0],
          failure: SampleError.first,
          then: Array(example.write.dropFirst())
        )
      }
      let naive = m.keep(SnapshotList())
      let rows = m.rows(["a": firsts[1], "a2": seconds[1]])
      let marking = m.keep(
        Mutation(policy: MutationPolicy(overlap: .concurrent), editing: rows) { (mark: Mark) in
          [.change(mark.id) { $0 = mark.changed($0) }]
        } write: { _ async throws(SampleError) in
          _ = try await writes[1](orCancelled: .second)
        }
      )
      m.hot("-l") { _ in
        naive.load(firsts[0])
        rows.load("a")
      }
      m.hot(example.edit) { text in
        naive.change(Mark(id: 1, text: text), writes[0])
        marking.run(Mark(id: 1, text: text))
      }
      m.hot(example.refresh) { _ in
        naive.load(firsts[0])
        rows.refresh()
      }
      m.hot(example.next) { _ in
        naive.append(seconds[0])
        rows.next()
      }
      m.expect(naive.rows.map(\.text).removeDuplicates(), example.snapshot, Self.lists)
      m.expect(
        rows.states.map { ($0.latest.map(Array.init) ?? []).text }.removeDuplicates(),
        example.mutation,
        Self.lists
      )
    }
  }

  @Test func `every diagram of the section is in a test`() throws {
    let here = try String(contentsOfFile: #filePath, encoding: .utf8)
    let blocks = try section.components(separatedBy: "```")
    #expect(blocks.count == 3)
    let lines = blocks[1].split(separator: "\n")
    #expect(lines.count == 14)
    for line in lines {
      let diagram = line.split(separator: " ")[1]
      #expect(here.contains("\"\(diagram)\""), "no test has the diagram \(line)")
    }
  }

  private var section: String {
    get throws {
      var folder = URL(filePath: #filePath)
      while folder.lastPathComponent != "Tests" { folder.deleteLastPathComponent() }
      let article =
        "../Sources/ReactiveLoadable/Documentation.docc/Articles/EditingContract.md"
      let text = try String(contentsOf: folder.appending(path: article), encoding: .utf8)
      let after = try #require(text.components(separatedBy: "### Compared with a snapshot\n").last)
      return after.components(separatedBy: "\n### ")[0]
    }
  }
}

extension [Row] {
  fileprivate var text: String { map { "\($0.id)\($0.text)" }.joined(separator: " ") }
}
