import ArgumentParser
import Foundation
import Measuring
import ReactiveLoadable

/// Checks the budgets of relays, and compares them with alternatives.
@main
struct RelayBenchmarks: ParsableCommand {
  @OptionGroup var options: MeasuringOptions

  func run() throws {
    if try options.count(Counted.self) { return }
    // NB: glibc omits the atomics of its locks while a process has one thread. Programs that use
    // this library have several threads, so the results for pthread locks would be too good.
    Thread { DispatchSemaphore(value: 0).wait() }.start()
    var report = Report()
    fanOut(&report)
    churn(&report)
    read(&report)
    if !options.timesOnly { try countInstructions(&report) }
    print(report.text)
    if !report.isKept { throw ExitCode.failure }
  }
}

// MARK: Rows

extension RelayBenchmarks {
  private func fanOut(_ report: inout Report) {
    fanOut(Accepting.int, "Int", subjects: 30, &report)
    fanOut(Accepting.payload, "enum", subjects: 20, &report)
  }

  private func fanOut<Value>(
    _ work: Accepting<Value>,
    _ name: String,
    subjects: Double,
    _ report: inout Report
  ) {
    for count in [1, 1_000] {
      let times = race([
        work.relay(count), work.loop(count), work.subject(count), work.combineSink(count),
      ])
      let title = "accept \(name) to \(count)"
      let relay = times["relay", default: 0]
      let subject = times["CurrentValueSubject", default: 0]
      let loop = relay / times["closure loop", default: 0]
      report.note("\(title)", relay, " ns")
      if count == 1_000, Value.self == Int.self {
        report.atMost(0.6, "\(title) / closure loop", loop, "x")
      } else {
        report.note("\(title) / closure loop", loop, "x")
      }
      if count == 1_000 {
        report.atLeast(subjects, "CurrentValueSubject / \(title)", subject / relay, "x")
      } else {
        report.note("CurrentValueSubject / \(title)", subject / relay, "x")
      }
      let sink = subject / times["OpenCombine Sink on relay", default: 0]
      let sinkTitle = "CurrentValueSubject / OpenCombine Sink, \(name) to \(count)"
      if count == 1_000 {
        report.atLeast(3, sinkTitle, sink, "x")
      } else {
        report.note(sinkTitle, sink, "x")
      }
    }
  }

  private func churn(_ report: inout Report) {
    let relays = Churning.Place.allCases.flatMap { place in
      Churning.others.map { Churning.relay(place, $0) }
    }
    let times = race(relays + Churning.others.map(Churning.subject))
    for place in Churning.Place.allCases { churn(place, times, &report) }
  }

  private func churn(
    _ place: Churning.Place,
    _ times: [String: Double],
    _ report: inout Report
  ) {
    // Without other subscribers there is no first and no middle position.
    let sizes = Churning.others.filter { $0 > 0 || place == .last || place == .inside }
    let own = sizes.map { times["\(place.rawValue) \($0)", default: 0] }
    let subjects = sizes.map { times["subject \($0)", default: 0] }
    let ratio = zip(own, subjects).map { $1 / $0 }.min() ?? 0
    let title = "subscribe, cancel \(place.rawValue)"
    report.note("\(title), 10,000 others", own.last ?? 0, " ns")
    report.atMost(1.3, "\(title): slowest / fastest size", spread(own), "x")
    report.atLeast(8, "CurrentValueSubject / \(title), worst size", ratio, "x")
  }

  private func spread(_ times: [Double]) -> Double { (times.max() ?? 0) / (times.min() ?? 0) }

  private func read(_ report: inout Report) {
    read(Reading(value: 1), "Int", subject: 3, &report)
    // Both sides copy the payload, so the ratio is smaller.
    read(Reading(value: Payload.loaded([1, 2, 3])), "enum", subject: 2.5, &report)
  }

  private func read<Value>(
    _ work: Reading<Value>,
    _ name: String,
    subject least: Double,
    _ report: inout Report
  ) {
    let times = race([work.relay(), work.lock(), work.subject()])
    let relay = times["relay", default: 0]
    report.note(".value, \(name)", relay, " ns")
    report.atMost(1.15, ".value / bare lock, \(name)", relay / times["bare lock", default: 0], "x")
    let subject = times["CurrentValueSubject", default: 0]
    report.atLeast(least, "CurrentValueSubject / .value, \(name)", subject / relay, "x")
  }

  private func countInstructions(_ report: inout Report) throws {
    let one = try Counted.acceptToOne.cost()
    report.atMost(120, "accept Int to 1", one.instructions, " instructions")
    report.atMost(0, "accept Int to 1", one.allocations, " allocations")
    let thousand = try Counted.acceptToThousand.cost()
    report.atMost(50, "accept Int to 1,000, each", thousand.instructions / 1_000, " instructions")
    report.note(".value, Int", try Counted.value.cost().instructions, " instructions")
    let churn = try Counted.churn.cost()
    report.note("subscribe, cancel", churn.instructions, " instructions")
    report.note("subscribe, cancel", churn.allocations, " allocations")
    let payload = try Counted.payloadToOne.cost()
    report.note("accept enum to 1", payload.instructions, " instructions")
    report.atMost(0, "accept enum to 1", payload.allocations, " allocations")
    let payloads = try Counted.payloadToThousand.cost()
    report.atMost(60, "accept enum to 1,000, each", payloads.instructions / 1_000, " instructions")
  }
}
