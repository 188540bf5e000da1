import ArgumentParser
import Foundation
import Measuring

/// Checks the budgets of `elements` and the once gate, and compares them with alternatives.
@main
struct StreamBenchmarks: ParsableCommand {
  @OptionGroup var options: MeasuringOptions

  func run() throws {
    if try options.count(Counted.self) { return }
    var report = Report()
    gate(&report)
    report = waiting { [report] in
      var report = report
      await buffered(&report)
      await suspending(&report)
      await pipeline(&report)
      return report
    }
    if !options.timesOnly { try countInstructions(&report) }
    print(report.text)
    if !report.isKept { throw ExitCode.failure }
  }
}

// MARK: Times

private func gate(_ report: inout Report) {
  let times = race([Gates.once(), Gates.exchange()])
  let once = times["once", default: 0]
  report.note("once gate, passed before", once, " ns")
  report.atMost(1.5, "once gate / atomic exchange", once / times["exchange", default: 0], "x")
}

private func buffered(_ report: inout Report) async {
  let read = await race([Buffered.elements(), Buffered.asyncStream()])
  report.note("read a buffered value", read.own, " ns")
  report.atLeast(50, "AsyncStream / read a buffered value", read.lead, "x")
  let ahead = await race([Ahead.elements(), Ahead.asyncStream()])
  report.note("accept and read, 100 ahead", ahead.own, " ns")
  report.note("AsyncStream / accept and read, 100 ahead", ahead.lead, "x")
  let bounded = await race([Bounded.elements(), Bounded.asyncStream()])
  report.note("accept and read, bounded", bounded.own, " ns")
  report.note("AsyncStream / accept and read, bounded", bounded.lead, "x")
}

private func suspending(_ report: inout Report) async {
  let times = await race([
    Suspending.elements(), Suspending.asyncStream(), Suspending.continuations(),
  ])
  report.note("accept to a suspended consumer", times.own, " ns")
  report.note("AsyncStream / accept to a suspended consumer", times.lead, "x")
  let bare = times.own / times["continuation", default: 0]
  report.note("accept to a suspended consumer / bare continuation", bare, "x")
}

private func pipeline(_ report: inout Report) async {
  let times = await race([Pipelines.elements(), Pipelines.asyncStream()])
  report.note("debounce and merge, 11 values", times.own / 1e3, " µs")
  report.atMost(1.1, "debounce and merge / AsyncAlgorithms alone", 1 / times.lead, "x")
}

extension [String: Double] {
  fileprivate var own: Double { self["elements", default: 0] }
  /// The time of AsyncStream divided by the time of `elements`.
  fileprivate var lead: Double { self["AsyncStream", default: 0] / own }
}

// MARK: Counts

private func countInstructions(_ report: inout Report) throws {
  let filled = try Counted.filledElements.cost()
  let read = try Counted.readElements.cost()
  let own = read.instructions - filled.instructions
  report.note("read a buffered value", own, " instructions")
  let stream =
    try Counted.readStream.cost().instructions
    - Counted.filledStream.cost().instructions
  report.atLeast(50, "AsyncStream / read a buffered value, instructions", stream / own, "x")
  report.atMost(0.01, "accept and read a value", read.allocations, " allocations")
  try count("100 ahead", .aheadElements, .aheadStream, allocations: 0.01, &report)
  try count("bounded", .boundedElements, .boundedStream, allocations: 0.01, &report)
  try count("suspended", .suspendingElements, .suspendingStream, allocations: nil, &report)
  let bare = try Counted.suspendingContinuations.cost()
  report.note("bare continuation", bare.instructions, " instructions")
  report.note("bare continuation", bare.allocations, " allocations")
}

private func count(
  _ name: String,
  _ elements: Counted,
  _ stream: Counted,
  allocations budget: Double?,
  _ report: inout Report
) throws {
  let title = "accept and read, \(name)"
  let own = try elements.cost()
  let other = try stream.cost()
  report.note(title, own.instructions, " instructions")
  report.note("AsyncStream / \(title), instructions", other.instructions / own.instructions, "x")
  if let budget {
    report.atMost(budget, title, own.allocations, " allocations")
  } else {
    report.note(title, own.allocations, " allocations")
    report.note("AsyncStream, \(name)", other.allocations, " allocations")
  }
}
