import ArgumentParser
import Foundation
import Measuring
import ReactiveLoadable

/// Checks the budgets of the loader, and compares it with handwritten code.
@main
struct LoaderBenchmarks: ParsableCommand {
  @OptionGroup var options: MeasuringOptions

  func run() throws {
    if try options.count(Counted.self) { return }
    var report = Report()
    cycle(&report)
    edits(&report)
    scopes(&report)
    report = waiting { [report] in
      var report = report
      await cycleWithTask(&report)
      await manyLoads(&report)
      await joining(&report)
      await resets(&report)
      return report
    }
    if !options.timesOnly { try countInstructions(&report) }
    print(report.text)
    if !report.isKept { throw ExitCode.failure }
  }
}

// MARK: Rows

extension LoaderBenchmarks {
  private func cycle(_ report: inout Report) {
    let times = race([
      Cycles.loader(), Cycles.byHand(), Cycles.switchToLatest(), Cycles.observedLoader(),
      Cycles.loggedLoader(),
    ])
    let loader = times["loader", default: 0]
    report.note("load cycle, work that does not suspend", loader, " ns")
    let byHand = loader / times["by hand", default: 0]
    report.atMost(2.5, "load cycle / by hand", byHand, "x")
    let combine = times["switchToLatest", default: 0] / loader
    report.atLeast(5, "OpenCombine switchToLatest / load cycle", combine, "x")
    let (observed, logged) = (times["observed", default: 0], times["logged", default: 0])
    report.note("load cycle with an observer", observed, " ns")
    report.note("load cycle with a logger", logged, " ns")
  }

  private func edits(_ report: inout Report) {
    let times = race([Cycles.writes(), Edits.writes(), Edits.byHand()])
    report.note("a write", times["mutation", default: 0], " ns")
    report.note("an optimistic edit", times["edit", default: 0], " ns")
    report.note("an optimistic edit by hand", times["by hand", default: 0], " ns")
    // Once, because each round leaves its edits in flight.
    for others in [10, 1_000] {
      for contender in [Edits.more(after: others), Edits.moreByHand(after: others)] {
        let time = race([contender], rounds: 1)[contender.name, default: 0]
        report.note("one more edit, \(contender.name)", time, " ns")
      }
    }
  }

  private func scopes(_ report: inout Report) {
    let times = race([
      Cycles.loader(), Scopes.cycle(), Scopes.revalidate(of: 100), Scopes.revalidate(of: 10_000),
    ])
    let member = times["in a scope", default: 0] / times["loader", default: 0]
    report.atMost(1.1, "load cycle in a scope / load cycle", member, "x")
    let (few, many) = (times["revalidate 100", default: 0], times["revalidate 10000", default: 0])
    report.note("revalidating a tag", few, " ns")
    report.atMost(2, "revalidating a tag of 10,000 / of 100", many / few, "x")
  }

  private func resets(_ report: inout Report) async {
    let times = await race([Scopes.resets(of: 1_000), Scopes.resets(of: 10_000)], rounds: 7)
    let (few, many) = (times["reset 1000", default: 0], times["reset 10000", default: 0])
    report.atMost(1_000, "reset, each of 10,000 members", many / 10_000, " ns")
    report.atMost(2, "reset, each of 10,000 / of 1,000 members", many / few / 10, "x")
  }

  private func cycleWithTask(_ report: inout Report) async {
    let times = await race([
      Cycles.awaitedLoader(), Cycles.awaitedByHand(), Cycles.awaitedTask(),
    ])
    let loader = times["loader", default: 0]
    report.note("load cycle with a task", loader, " ns")
    let byHand = loader / times["by hand", default: 0]
    report.note("load cycle with a task / by hand", byHand, "x")
    report.atMost(
      1.5,
      "load cycle with a task / awaited task",
      loader / times["task", default: 0],
      "x"
    )
  }

  private func manyLoads(_ report: inout Report) async {
    let loads = 10_000
    let times = await race([Crowds.loads(loads), Crowds.tasks(loads)], rounds: 7)
    let loader = times["loads", default: 0]
    report.note("10,000 loads at once", loader / 1e6, " ms")
    report.atMost(
      1.3,
      "10,000 loads at once / plain tasks",
      loader / times["tasks", default: 0],
      "x"
    )
  }

  private func joining(_ report: inout Report) async {
    let times = await race(
      [Joining.loader(1_000), Joining.group(1_000), Joining.loader(10_000)],
      rounds: 7
    )
    let loader = times["loader 1000", default: 0]
    report.note("1,000 callers joining one load", loader / 1e6, " ms")
    let group = loader / times["group 1000", default: 0]
    report.atMost(1.3, "1,000 callers joining / a task group", group, "x")
    let growth = times["loader 10000", default: 0] / loader / 10
    report.atMost(1.3, "a caller of 10,000 / of 1,000", growth, "x")
  }

  private func countInstructions(_ report: inout Report) throws {
    let (cycle, byHand) = (try Counted.cycle.cost(), try Counted.cycleByHand.cost())
    report.note("load cycle", cycle.instructions, " instructions")
    report.note("load cycle", cycle.allocations, " allocations")
    report.note("load cycle by hand", byHand.instructions, " instructions")
    report.note("load cycle by hand", byHand.allocations, " allocations")
    let ratio = cycle.instructions / byHand.instructions
    report.note("load cycle / by hand", ratio, "x instructions")
    for row in [Counted.observed, .logged] {
      let cost = try row.cost()
      report.note("\(row) load cycle", cost.instructions, " instructions")
      report.note("\(row) load cycle", cost.allocations, " allocations")
    }
    let write = try Counted.write.cost()
    report.note("a write", write.instructions, " instructions")
    report.note("a write", write.allocations, " allocations")
    try countTasks(&report)
    try countCreation(&report)
  }

  private func countTasks(_ report: inout Report) throws {
    let (awaited, byHand) = (try Counted.awaited.cost(), try Counted.awaitedByHand.cost())
    report.note("load cycle with a task", awaited.instructions, " instructions")
    report.note("load cycle with a task by hand", byHand.instructions, " instructions")
    report.note("load cycle with a task by hand", byHand.allocations, " allocations")
    let task = try Counted.task.cost()
    report.note("awaited task", task.allocations, " allocations")
    let added = awaited.allocations - task.allocations
    report.atMost(6, "load cycle with a task, beyond the task", added, " allocations")
  }

  private func countCreation(_ report: inout Report) throws {
    let (create, relay) = (try Counted.create.cost(), try Counted.createRelay.cost())
    report.note("creating a loader", create.instructions, " instructions")
    report.note("creating a loader", create.allocations, " allocations")
    report.note("creating a relay", relay.instructions, " instructions")
    report.note("creating a relay", relay.allocations, " allocations")
  }
}

/// Work whose instructions are counted in a separate process.
enum Counted: String, CountedWork {
  case cycle, observed, logged, cycleByHand
  case write, awaited, awaitedByHand, task, create, createRelay
  case memberCycle, revalidate100, revalidate10000, reset1000
  case edit, editByHand, edit10, edit10ByHand, edit1000, edit1000ByHand, end10, end1000

  var repetitions: Int {
    switch self {
    // Each repetition is one more edit in flight.
    case .edit10, .edit10ByHand, .edit1000, .edit1000ByHand: 5
    case .end10, .end1000, .reset1000: 50
    default: 500
    }
  }

  var work: (Int) -> Void {
    switch self {
    case .cycle: Cycles.loader().run
    case .observed: Cycles.observedLoader().run
    case .logged: Cycles.loggedLoader().run
    case .cycleByHand: Cycles.byHand().run
    case .write: Cycles.writes().run
    case .awaited: Cycles.awaitedLoader().runAndWait
    case .awaitedByHand: Cycles.awaitedByHand().runAndWait
    case .task: Cycles.awaitedTask().runAndWait
    case .create: Cycles.creating().run
    case .createRelay: Cycles.creatingRelays().run
    case .memberCycle: Scopes.cycle().run
    case .revalidate100: Scopes.revalidate(of: 100).run
    case .revalidate10000: Scopes.revalidate(of: 10_000).run
    case .reset1000: Scopes.resets(of: 1_000).runAndWait
    case .edit: Edits.writes().run
    case .editByHand: Edits.byHand().run
    case .edit10: Edits.more(after: 10).run
    case .edit10ByHand: Edits.moreByHand(after: 10).run
    case .edit1000: Edits.more(after: 1_000).run
    case .edit1000ByHand: Edits.moreByHand(after: 1_000).run
    case .end10: Edits.endings(after: 10).runAndWait
    case .end1000: Edits.endings(after: 1_000).runAndWait
    }
  }
}
