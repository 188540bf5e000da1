import ArgumentParser
import Foundation
import Measuring
import ReactiveLoadable

/// Checks the budgets of paged lists: their cost must not depend on their length.
@main
struct PagingBenchmarks: ParsableCommand {
  @OptionGroup var options: MeasuringOptions

  func run() throws {
    if try options.count(Counted.self) { return }
    var report = Report()
    growing(&report)
    seeing(&report)
    publishing(&report)
    reading(&report)
    comparing(&report)
    badInput(&report)
    if !options.timesOnly { try countInstructions(&report) }
    print(report.text)
    if !report.isKept { throw ExitCode.failure }
  }
}

// MARK: Rows

extension PagingBenchmarks {
  private func growing(_ report: inout Report) {
    let times = race(
      [
        Lists.growing(to: 1_000), Lists.growing(to: 10_000), Lists.growing(to: 100_000),
        Lists.growingArray(to: 1_000), Lists.growingArray(to: 100_000),
        Lists.growingSet(to: 1_000),
      ],
      rounds: 5
    )
    let small = times["growing to 1000", default: 0]
    let large = times["growing to 100000", default: 0]
    report.note("a page of 20 rows, growing to 1,000", small / 1e3, " µs")
    report.note(
      "a page of 20 rows, growing to 10,000",
      times["growing to 10000", default: 0] / 1e3,
      " µs"
    )
    report.note("a page of 20 rows, growing to 100,000", large / 1e3, " µs")
    report.atMost(2, "a page, growing to 100,000 / to 1,000", large / small, "x")
    let array = times["array growing to 100000", default: 0]
    report.note(
      "a page, array in a subject growing to 1,000",
      times["array growing to 1000", default: 0] / 1e3,
      " µs"
    )
    report.note(
      "the same with a set of ids",
      times["array and set growing to 1000", default: 0] / 1e3,
      " µs"
    )
    report.note("a page, array in a subject growing to 100,000", array / 1e3, " µs")
    report.atLeast(5, "array in a subject / paged list, growing to 100,000", array / large, "x")
  }

  private func seeing(_ report: inout Report) {
    let times = race([
      Lists.seeing(1_000), Lists.seeing(100_000), Lists.seeingItem(1_000),
      Lists.seeingItem(100_000),
    ])
    let small = times["seeing in 1000", default: 0]
    report.note("a row comes into view, by index, of 1,000", small, " ns")
    report.atMost(
      1.3,
      "by index, of 100,000 / of 1,000",
      times["seeing in 100000", default: 0] / small,
      "x"
    )
    let item = times["seeing an item in 1000", default: 0]
    report.note("a row comes into view, by id, of 1,000", item, " ns")
    report.atMost(
      2,
      "by id, of 100,000 / of 1,000",
      times["seeing an item in 100000", default: 0] / item,
      "x"
    )
  }

  private func publishing(_ report: inout Report) {
    let times = race([Lists.publishing(1_000), Lists.publishing(100_000)])
    let small = times["publishing 1000", default: 0]
    report.note("an append that is cancelled, two states, of 1,000", small, " ns")
    report.atMost(
      1.3,
      "an append that is cancelled, of 100,000 / of 1,000",
      times["publishing 100000", default: 0] / small,
      "x"
    )
    let editing = race([Lists.editing(1_000), Lists.editing(100_000)])
    report.note(
      "an edit in the middle, of 1,000",
      editing["editing in 1000", default: 0] / 1e3,
      " µs"
    )
    report.note(
      "an edit in the middle, of 100,000",
      editing["editing in 100000", default: 0] / 1e3,
      " µs"
    )
  }

  private func reading(_ report: inout Report) {
    let times = race([Lists.reading(100_000), Lists.readingArray(100_000)])
    let list = times["reading", default: 0]
    report.note("reading a row of a list", list, " ns")
    report.note("reading a row of an array", times["reading an array", default: 0], " ns")
  }

  /// The changes between two lists, next to `difference(from:)` of arrays of the same items.
  private func comparing(_ report: inout Report) {
    let changes: [Change] = [.edit, .insert, .remove, .move, .append, .edits, .inserts, .refresh]
    let contenders = changes.flatMap { change in
      [change.changes(in: 1_000), change.changes(in: 10_000), change.difference(in: 10_000)]
    }
    let times = race(contenders, rounds: 5)
    for contender in contenders {
      report.note(contender.name, times[contender.name, default: 0] / 1e3, " µs")
    }
  }

  /// Pages of a server that ignores the limit, in both directions.
  private func badInput(_ report: inout Report) {
    let times = race(
      [
        Lists.filling(to: 100_000, pageSize: 100_000), Lists.filling(to: 5_000, pageSize: 1),
        Lists.appending(to: 5_000, pageSize: 1),
      ],
      rounds: 5
    )
    report.note("a page of 100,000 items", times["filling by 100000", default: 0] / 1e6, " ms")
    report.note("5,000 pages of one item", times["filling by 1", default: 0] / 1e6, " ms")
    report.note(
      "a page of one item after 5,000",
      times["appending to 5000", default: 0] / 1e3,
      " µs"
    )
  }

  private func countInstructions(_ report: inout Report) throws {
    for work in [
      Counted.grow, .append1000, .append100000, .appendUnsaved1000, .edit1000, .edit100000,
      .write1000, .write100000, .index, .iterate, .hugePage,
      .tinyPages, .tinyPage,
    ] {
      let cost = try work.cost()
      report.note(work.name, cost.instructions, " instructions")
      report.note(work.name, cost.allocations, " allocations")
    }
    let small = try Counted.publish1000.cost()
    let large = try Counted.publish100000.cost()
    report.note("an append that is cancelled, of 1,000", small.instructions, " instructions")
    report.note("an append that is cancelled, of 1,000", small.allocations, " allocations")
    report.atMost(
      1.1,
      "an append that is cancelled, of 100,000 / of 1,000",
      large.instructions / small.instructions,
      "x instructions"
    )
    report.atMost(
      1,
      "an append that is cancelled, of 100,000 / of 1,000",
      large.allocations / small.allocations,
      "x allocations"
    )
  }
}

/// Work whose instructions are counted in a separate process.
enum Counted: String, CountedWork {
  case publish1000, publish100000, grow, append1000, append100000
  case appendUnsaved1000, write1000, write100000
  case edit1000, edit100000, index, iterate, hugePage, tinyPages, tinyPage
  case editChanges1000, editChanges10000, insertChanges1000, insertChanges10000
  case editsChanges1000, editsChanges10000, insertsChanges1000, insertsChanges10000
  case moveChanges1000, moveChanges10000, refreshChanges10000
  case see1000, see100000, seeItem1000, seeRow1000, seeRow100000
  case editRows1000, editRows100000, editSections1000, editSections10000
  case appendRows1000, appendRows100000, appendSections1000, appendSections100000
  case draw1000, draw100000, equate1000, equate10000
  case editDifference10000, insertDifference10000, insertsDifference10000, refreshDifference10000

  var name: String {
    switch self {
    case .publish1000: "an append that is cancelled, of 1,000"
    case .publish100000: "an append that is cancelled, of 100,000"
    case .grow: "a page of 20 rows, growing"
    case .append1000: "a page of 20 rows, appended to 1,000"
    case .append100000: "a page of 20 rows, appended to 100,000"
    case .appendUnsaved1000: "a page of 20 rows, appended to 1,000 with 100 unsaved edits"
    case .write1000: "an edit by a write, of 1,000"
    case .write100000: "an edit by a write, of 100,000"
    case .edit1000: "an edit in the middle, of 1,000"
    case .edit100000: "an edit in the middle, of 100,000"
    case .index: "reading a row by index, of 100,000"
    case .iterate: "reading a row in a loop, of 100,000"
    case .hugePage: "a page of 100,000 items"
    case .tinyPages: "5,000 pages of one item"
    case .tinyPage: "a page of one item after 5,000"
    case .editChanges1000: "changes, one edit in 1,000"
    case .editChanges10000: "changes, one edit in 10,000"
    case .insertChanges1000: "changes, one insertion in 1,000"
    case .insertChanges10000: "changes, one insertion in 10,000"
    case .editsChanges1000: "changes, two edits far apart in 1,000"
    case .editsChanges10000: "changes, two edits far apart in 10,000"
    case .insertsChanges1000: "changes, two insertions far apart in 1,000"
    case .insertsChanges10000: "changes, two insertions far apart in 10,000"
    case .moveChanges1000: "changes, a move in 1,000"
    case .moveChanges10000: "changes, a move in 10,000"
    case .refreshChanges10000: "changes, an equal list in 10,000"
    case .see1000: "a visible row by index, of 1,000"
    case .see100000: "a visible row by index, of 100,000"
    case .seeItem1000: "a visible row by id, of 1,000"
    case .seeRow1000: "a visible mapped row by id, of 1,000"
    case .seeRow100000: "a visible mapped row by id, of 100,000"
    case .editRows1000: "an edit with mapped rows, of 1,000"
    case .editRows100000: "an edit with mapped rows, of 100,000"
    case .editSections1000: "an edit with sections, of 1,000"
    case .editSections10000: "an edit with sections, of 10,000"
    case .appendRows1000: "a page of 20 with mapped rows, of 1,000"
    case .appendRows100000: "a page of 20 with mapped rows, of 100,000"
    case .appendSections1000: "a page of 20 with sections, of 1,000"
    case .appendSections100000: "a page of 20 with sections, of 100,000"
    case .draw1000: "an edit with changes, of 1,000"
    case .draw100000: "an edit with changes, of 100,000"
    case .equate1000: "== after an edit, of 1,000"
    case .equate10000: "== after an edit, of 10,000"
    case .editDifference10000: "difference of arrays, one edit in 10,000"
    case .insertDifference10000: "difference of arrays, one insertion in 10,000"
    case .insertsDifference10000: "difference of arrays, two insertions far apart in 10,000"
    case .refreshDifference10000: "difference of arrays, an equal list in 10,000"
    }
  }

  var work: (Int) -> Void {
    switch self {
    case .publish1000: Lists.publishing(1_000).run
    case .publish100000: Lists.publishing(100_000).run
    case .grow: Lists.growing(to: 10_000).run
    case .append1000: Lists.appending(to: 1_000).run
    case .append100000: Lists.appending(to: 100_000).run
    case .appendUnsaved1000: Lists.appending(to: 1_000, unsaved: 100).run
    case .write1000: Lists.writing(1_000).run
    case .write100000: Lists.writing(100_000).run
    case .edit1000: Lists.editing(1_000).run
    case .edit100000: Lists.editing(100_000).run
    case .index: Lists.indexing(100_000).run
    case .iterate: Lists.iterating(100_000).run
    case .hugePage: Lists.filling(to: 100_000, pageSize: 100_000).run
    case .tinyPages: Lists.filling(to: 5_000, pageSize: 1).run
    case .tinyPage: Lists.appending(to: 5_000, pageSize: 1).run
    case .editChanges1000: Change.edit.changes(in: 1_000).run
    case .editChanges10000: Change.edit.changes(in: 1_0000).run
    case .insertChanges1000: Change.insert.changes(in: 1_000).run
    case .insertChanges10000: Change.insert.changes(in: 1_0000).run
    case .editsChanges1000: Change.edits.changes(in: 1_000).run
    case .editsChanges10000: Change.edits.changes(in: 1_0000).run
    case .insertsChanges1000: Change.inserts.changes(in: 1_000).run
    case .insertsChanges10000: Change.inserts.changes(in: 1_0000).run
    case .moveChanges1000: Change.move.changes(in: 1_000).run
    case .moveChanges10000: Change.move.changes(in: 1_0000).run
    case .refreshChanges10000: Change.refresh.changes(in: 1_0000).run
    case .see1000: Lists.seeing(1_000).run
    case .see100000: Lists.seeing(100_000).run
    case .seeItem1000: Lists.seeingItem(1_000).run
    case .seeRow1000: Cells.seeingRow(1_000).run
    case .seeRow100000: Cells.seeingRow(100_000).run
    case .editRows1000: Cells.editingRow(1_000).run
    case .editRows100000: Cells.editingRow(100_000).run
    case .editSections1000: Cells.editingSections(1_000).run
    case .editSections10000: Cells.editingSections(10_000).run
    case .appendRows1000: Cells.appendingRows(to: 1_000).run
    case .appendRows100000: Cells.appendingRows(to: 100_000).run
    case .appendSections1000: Cells.appendingSections(to: 1_000).run
    case .appendSections100000: Cells.appendingSections(to: 100_000).run
    case .draw1000: Cells.drawing(1_000).run
    case .draw100000: Cells.drawing(100_000).run
    case .equate1000: Cells.equating(1_000).run
    case .equate10000: Cells.equating(10_000).run
    case .editDifference10000: Change.edit.difference(in: 10_000).run
    case .insertDifference10000: Change.insert.difference(in: 10_000).run
    case .insertsDifference10000: Change.inserts.difference(in: 10_000).run
    case .refreshDifference10000: Change.refresh.difference(in: 10_000).run
    }
  }

  var repetitions: Int {
    switch self {
    case .publish1000, .publish100000, .grow: 500
    case .append1000, .append100000, .appendUnsaved1000, .tinyPage: 20
    case .edit1000, .edit100000, .write1000, .write100000: 4
    case .index, .iterate: 100_000
    case .hugePage, .tinyPages: 1
    default: 10
    }
  }
}
