import ArgumentParser
import Foundation
import Measuring

/// Checks the budgets of marble runs.
@main
struct MarbleBenchmarks: ParsableCommand {
  @OptionGroup var options: MeasuringOptions

  func run() throws {
    if try options.count(Work.self) { return }
    var report = Report()
    time(&report)
    trace(&report)
    if !options.timesOnly {
      try countInstructions(&report)
      try countHops(&report)
    }
    print(report.text)
    if !report.isKept { throw ExitCode.failure }
  }
}

// MARK: Rows

extension MarbleBenchmarks {
  private func time(_ report: inout Report) {
    let fastest = fastest(Work.search.contender, rounds: 40)
    report.atLeast(4_000, "runs of the search a second", 1e9 / fastest, "")
    let ofRequests = Measuring.fastest(Work.requests.contender, rounds: 40)
    report.atLeast(4_000, "runs of the search with m.responses a second", 1e9 / ofRequests, "")
    let smallest = Measuring.fastest(Work.smallest.contender, rounds: 40)
    report.atMost(40, "the smallest test", smallest / 1e3, " µs")
    let hour = Measuring.fastest(Work.hour.contender, rounds: 40)
    report.atMost(5, "an hour with a tick each second", hour / 1e6, " ms")
    let failing = Measuring.fastest(Work.failing.contender, rounds: 3)
    report.atMost(1_000, "a failing test of 96,000 frames", failing / 1e6, " ms")
  }

  private func trace(_ report: inout Report) {
    let busy = Traces.whileBusy(runs: 10_000)
    report.atMost(1, "traces in 10,000 runs, another core busy", Double(busy), "")
    let atOnce = Traces.atOnce(threads: 8, runs: 1_000)
    report.atMost(1, "traces in 8,000 runs, 8 threads at once", Double(atOnce), "")
  }

  private func countInstructions(_ report: inout Report) throws {
    let search = try Work.search.cost()
    report.note("jobs in a run of the search", search.jobs, "")
    report.atMost(2_500_000, "a run of the search", search.instructions, " instructions")
    report.atMost(
      2,
      "a run of the search / its jobs alone",
      search.instructions / search.instructionsInJobs,
      "x"
    )
    report.note("each job in it", search.instructions / search.jobs, " instructions")
    report.atMost(730, "a run of the search", search.allocations, " allocations")
    let requests = try Work.requests.cost()
    report.atMost(
      1.3,
      "with m.responses / a run of the search",
      requests.instructions / search.instructions,
      "x"
    )
    let exploring = try Work.exploring.cost().instructions / search.instructions
    report.atMost(1.1, "exploring / a run of the search", exploring, "x")
    let empty = try Work.empty.cost()
    report.atMost(27_000, "an empty run", empty.instructions, " instructions")
    report.atMost(18, "an empty run", empty.allocations, " allocations")
    let hour = try Work.hour.cost().instructions / Double(Work.hour.values)
    report.note("a tick of a sleeping loop", hour, " instructions")
    let short = try Work.shortFeed.cost().instructions / Double(Work.shortFeed.values)
    let long = try Work.longFeed.cost().instructions / Double(Work.longFeed.values)
    report.note("a value in a feed of 20,000", long, " instructions")
    report.atMost(1.3, "a value in a feed of 20,000 / of 2,000", long / short, "x")
  }

  private func countHops(_ report: inout Report) throws {
    let few = try Work.fewTasks.cost().instructions / Double(Work.fewTasks.tasks)
    let many = try Work.manyTasks.cost().instructions / Double(Work.manyTasks.tasks)
    report.note("a hop among 10,000 tasks", many, " instructions")
    report.atMost(1.3, "a hop among 10,000 tasks / among 400", many / few, "x")
  }
}
