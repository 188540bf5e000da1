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
        Lists.appending(to: 5_000, pageSize: 1), Lists.failing(10_000),
        Lists.appending(afterInsertions: 10_000),
      ],
      rounds: 5
    )
    report.note("10,000 insertions that fail", times["failing 10000", default: 0] / 1e6, " ms")
    report.note(
      "a page during 10,000 insertions",
      times["appending after 10000", default: 0] / 1e6,
      " ms"
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
      .write1000, .write100000, .rollback10, .rollback1000, .rollback10000, .save100, .save10000,
      .page100, .page10000, .inserted100, .inserted10000, .index, .iterate, .hugePage, .tinyPages,
      .tinyPage,
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
