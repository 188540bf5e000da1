import ArgumentParser
import CHeap
import Foundation
import Measuring
import ReactiveLoadable

/// Checks the budgets of the loader, and compares it with handwritten code.
@main
struct LoaderBenchmarks: ParsableCommand {
  @OptionGroup var options: MeasuringOptions

  func run() throws {
    if try options.count({ Counted(rawValue: $0)?.run($1) }) { return }
    heap_unite()
    var report = Report()
    cycle(&report)
    report = waiting { [report] in
      var report = report
      await cycleWithTask(&report)
      await manyLoads(&report)
      await joining(&report)
      return report
    }
    if !options.timesOnly { try countInstructions(&report) }
    print(report.text)
    if !report.isKept { throw ExitCode.failure }
  }
}

// MARK: rows

extension LoaderBenchmarks {
  private func cycle(_ report: inout Report) {
    let times = race([Cycles.loader(), Cycles.bare(), Cycles.switchToLatest()])
    let loader = times["loader", default: 0]
    report.note("load cycle, work that does not suspend", loader, " ns")
    let bare = loader / times["bare", default: 0]
    report.atMost(2.5, "load cycle / immediate task, lock, observer", bare, "x")
    let combine = times["switchToLatest", default: 0] / loader
    report.atLeast(5, "OpenCombine switchToLatest / load cycle", combine, "x")
  }

  private func cycleWithTask(_ report: inout Report) async {
    let times = await race([Cycles.awaitedLoader(), Cycles.awaitedTask()])
    let loader = times["loader", default: 0]
    report.note("load cycle with a task", loader, " ns")
    report.atMost(1.5, "load cycle / awaited task", loader / times["task", default: 0], "x")
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
    let bytes = await Crowds.bytesPerLoad(loads)
    report.atMost(2.2, "a load of 10,000 in memory", bytes / 1000, " kB")
    report.note("a plain task of 10,000 in memory", await Crowds.bytesPerTask(loads) / 1000, " kB")
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
    let cycle = try Counted.cycle.cost()
    report.note("load cycle", cycle.instructions, " instructions")
    report.note("load cycle", cycle.allocations, " allocations")
    let (create, relay) = (try Counted.create.cost(), try Counted.createRelay.cost())
    report.note("creating a loader", create.instructions, " instructions")
    report.note("creating a loader", create.allocations, " allocations")
    report.note("creating a relay", relay.instructions, " instructions")
    report.note("creating a relay", relay.allocations, " allocations")
    let awaited = try Counted.awaited.cost()
    report.note("load cycle with a task", awaited.instructions, " instructions")
    let task = try Counted.task.cost()
    report.note("awaited task", task.allocations, " allocations")
    report.atMost(
      6,
      "load cycle with a task, beyond the task",
      awaited.allocations - task.allocations,
      " allocations"
    )
  }
}

/// Work whose instructions are counted in a separate process.
enum Counted: String, CaseIterable {
  case cycle, awaited, task, create, createRelay

  func run(_ repetitions: Int) {
    switch self {
    case .cycle: Cycles.loader().run(repetitions)
    case .awaited: waiting { await Cycles.awaitedLoader().run(repetitions) }
    case .task: waiting { await Cycles.awaitedTask().run(repetitions) }
    case .create: Cycles.creating().run(repetitions)
    case .createRelay: Cycles.creatingRelays().run(repetitions)
    }
  }

  func cost() throws -> Cost { try Cost(of: rawValue, repetitions: 2_000) }
}
