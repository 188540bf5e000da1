import ReactiveLoadable
import TestSupport
import Testing

@testable import ReactiveLoading
@testable import ReactivePaging

/// Rollbacks that remove one edit from the visible list, compared with the list made again (P13).
@Suite struct `Rollbacks of unsaved edits of lists (P13)` {
  private typealias Machine = PagedMachine<String, Int, Row, SampleError>

  /// A loader of a list with rows from 0; each next page has two more.
  private func loaded(_ count: Int = 8) async -> RowLoader {
    let rows = RowLoader(failure: { _ in .second }) {
      request async throws(SampleError) -> RowPage in
      let start = request.cursor ?? 0
      let end = request.cursor == nil ? count : start + 2
      return RowPage((start..<end).map { Row(id: $0) }, next: end)
    }
    await rows.load("a").outcome()
    return rows
  }

  private func machine(_ rows: RowLoader) -> Machine { rows.storage.currentSnapshot.machine }

  private func texts(_ rows: RowLoader) -> [String] {
    rows.state.latest?.map { "\($0.id)\($0.text)" } ?? []
  }

  // MARK: By chance

  /// Returns how many rollbacks have removed their edit only.
  private func play(_ seed: Int) async -> Int {
    var random = SeededGenerator(UInt64(seed))
    let rows = await loaded()
    var (running, removed) = ([Int](), 0)
    var late: EditStep?
    for number in 0..<40 {
      let before = machine(rows).unsaved?.removedCount ?? 0
      let chance = Int.random(in: 0..<20, using: &random)
      if chance == 0 {
        await rows.next().outcome()
      } else if chance == 1 {
        rows.edit(.random(in: 0..<10, using: &random)) { $0.text += "." }
      } else if chance < 13 {
        let edits = (0..<Int.random(in: 1...2, using: &random)).map { _ in
          let id = Int.random(in: -8..<10, using: &random)
          if Bool.random(using: &random) {
            return ListEdit<Row>.change(id) { $0.text += "\(number)" }
          }
          return .any(id, .random(in: -3..<10, using: &random), &random)
        }
        let start = EditStep.start(number, edits)
        // Sometimes the start of a write arrives after that of the next one.
        if late == nil, Int.random(in: 0..<4, using: &random) == 0 {
          late = start
        } else {
          rows.storage.edit([start] + [late].compactMap(\.self))
          late = nil
        }
        running.append(number)
      } else if let index = running.indices.randomElement(using: &random) {
        let isSaved = Int.random(in: 0..<4, using: &random) == 0
        rows.storage.edit([.end(running.remove(at: index), isSaved: isSaved)])
      }
      let machine = machine(rows)
      guard let confirmed = machine.contents, let unsaved = machine.unsaved else { continue }
      let expected = unsaved.edited(confirmed).items.elements
      let visible = unsaved.list ?? confirmed
      #expect(visible.items.elements == expected, "seed \(seed), step \(number)")
      if unsaved.removedCount > before { removed += 1 }
    }
    return removed
  }

  @Test func `random edits lead to the same list as all edits that are left`() async {
    var removed = 0
    for seed in 0..<200 { removed += await play(seed) }
    #expect(removed > 200, "few rollbacks remove their edit only, so little is compared")
  }

  // MARK: Cases

  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// The edit that is rolled back, between the others.
    let edit: ListEdit<Row>
    var before: [ListEdit<Row>] = [.insert(50, at: .end), .insert(60, at: .end)]
    var after: [ListEdit<Row>] = []
    let expected: [Int]
    var isMadeAgain = false
  }

  @Test(arguments: [
    Case(
      testDescription: "an insertion",
      edit: .insert(9, at: .start),
      after: [.insert(70, at: .start)],
      expected: [70, 0, 1, 2, 3, 4, 5, 6, 7, 50, 60]
    ),
    Case(
      testDescription: "an insertion, next to which another one is",
      edit: .insert(9, at: .start),
      after: [.insert(70, at: .after(9))],
      expected: [70, 0, 1, 2, 3, 4, 5, 6, 7, 50, 60],
      isMadeAgain: true
    ),
    Case(
      testDescription: "an insertion in place of an item",
      edit: .insert(3, at: .start),
      expected: [0, 1, 2, 3, 4, 5, 6, 7, 50, 60]
    ),
    Case(
      testDescription: "a removal next to another one",
      edit: .remove(3),
      after: [.remove(4)],
      expected: [0, 1, 2, 3, 5, 6, 7, 50, 60]
    ),
    Case(
      testDescription: "a removal of the first item",
      edit: .remove(0),
      after: [.remove(1)],
      expected: [0, 2, 3, 4, 5, 6, 7, 50, 60]
    ),
    Case(
      testDescription: "a removal of the last item, after which others are",
      edit: .remove(7),
      expected: [0, 1, 2, 3, 4, 5, 6, 7, 50, 60],
      isMadeAgain: true
    ),
    Case(
      testDescription: "a removal next to an insertion",
      edit: .remove(3),
      after: [.insert(70, at: .after(2))],
      expected: [0, 1, 2, 70, 3, 4, 5, 6, 7, 50, 60],
      isMadeAgain: true
    ),
    Case(
      testDescription: "a removal next to a moved item",
      edit: .remove(3),
      after: [.move(2, to: .start)],
      expected: [2, 0, 1, 3, 4, 5, 6, 7, 50, 60]
    ),
    Case(
      testDescription: "a removal next to an item that was moved to another place",
      edit: .remove(3),
      before: [.move(6, to: .after(3)), .insert(50, at: .end)],
      expected: [0, 1, 2, 3, 6, 4, 5, 7, 50],
      isMadeAgain: true
    ),
    Case(
      testDescription: "a move",
      edit: .move(3, to: .start),
      after: [.move(6, to: .start)],
      expected: [6, 0, 1, 2, 3, 4, 5, 7, 50, 60]
    ),
    Case(
      testDescription: "an insertion of an item that was removed before",
      edit: .insert(3, at: .start),
      before: [.remove(3), .insert(50, at: .end)],
      expected: [0, 1, 2, 4, 5, 6, 7, 50],
      isMadeAgain: true
    ),
  ])
  func `a rollback between other edits`(_ example: Case) async {
    let rows = await loaded()
    for (number, edit) in (example.before + [example.edit] + example.after).enumerated() {
      rows.storage.edit([.start(number, [edit])])
    }
    rows.storage.edit([.end(example.before.count, isSaved: false)])
    #expect(rows.state.value?.map(\.id) == example.expected)
    #expect((machine(rows).unsaved?.removedCount == 0) == example.isMadeAgain)
  }

  @Test func `a page after a rollback contains no item that an edit has removed`() async {
    let rows = await loaded()
    rows.insert(9, at: .start)
    rows.remove(9)
    rows.storage.edit([.start(1, [.insert(50, at: .start)])])
    rows.storage.edit([.start(2, [.insert(9, at: .start)])])
    rows.storage.edit([.start(3, [.change(1) { $0.text = "x" }])])
    rows.storage.edit([.end(2, isSaved: false)])
    #expect(machine(rows).unsaved?.removedCount == 1)
    rows.storage.edit([.end(1, isSaved: true)])
    await rows.next().outcome()
    #expect(texts(rows) == ["50", "0", "1x", "2", "3", "4", "5", "6", "7", "8"])
  }

  @Test func `a change in place does not make a list with unsaved insertions again`() async {
    let rows = await loaded()
    for id in [50, 60, 61] { rows.storage.edit([.start(id, [.insert(Row(id: id), at: .start)])]) }
    rows.storage.edit([.start(70, [.change(1) { $0.text = "x" }])])
    rows.storage.edit([.end(60, isSaved: false)])
    rows.edit(2) { $0.text = "y" }
    #expect(machine(rows).unsaved?.removedCount == 1, "the list was made again")
    rows.storage.edit([.end(70, isSaved: false)])
    #expect(texts(rows) == ["61", "50", "0", "1", "2y", "3", "4", "5", "6", "7"])
    #expect(machine(rows).unsaved?.removedCount == 1, "the list was made again")
    rows.storage.edit([.start(71, [.change(1) { $0.text = "z" }])])
    rows.storage.edit([.end(71, isSaved: true)])
    #expect(texts(rows) == ["61", "50", "0", "1z", "2y", "3", "4", "5", "6", "7"])
    #expect(machine(rows).unsaved?.removedCount == 1, "the list was made again")
  }

  @Test(arguments: [true, false])
  func `two thousand edits that fail one after the other`(_ isInsertion: Bool) async {
    let rows = await loaded(isInsertion ? 8 : 2_001)
    let before = texts(rows)
    for id in 0..<2_000 {
      let edit: ListEdit<Row> = isInsertion ? .insert(Row(id: -1 - id), at: .start) : .remove(id)
      rows.storage.edit([.start(id, [edit])])
    }
    var made = 0
    for id in 0..<2_000 {
      let count = machine(rows).unsaved?.removedCount ?? 0
      rows.storage.edit([.end(id, isSaved: false)])
      if machine(rows).unsaved?.removedCount != count + 1 { made += 1 }
    }
    #expect(texts(rows) == before)
    #expect(made < 20, "\(made) rollbacks made the list again")
    #expect(machine(rows).unsaved == nil, "an edit is kept")
  }
}
