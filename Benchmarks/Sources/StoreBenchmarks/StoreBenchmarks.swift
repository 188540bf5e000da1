import ArgumentParser
import Measuring
import ReactiveLoadable
import ReactiveStore

/// Checks the budgets of the store, and compares it with handwritten code.
@main
struct StoreBenchmarks: ParsableCommand {
  @OptionGroup var options: MeasuringOptions

  func run() throws {
    if try options.count(Counted.self) { return }
    var report = Report()
    sending(&report)
    observing(&report)
    observingElements(&report)
    loading(&report)
    writing(&report)
    if !options.timesOnly { try countInstructions(&report) }
    print(report.text)
    if !report.isKept { throw ExitCode.failure }
  }
}

// MARK: Rows

extension StoreBenchmarks {
  private func sending(_ report: inout Report) {
    let times = race([Sending.store(), Sending.bare()])
    let (store, bare) = (times["store", default: 0], times["bare", default: 0])
    report.note("a send", store, " ns")
    report.note("a reducer call and a relay accept", bare, " ns")
    report.atMost(3, "send / reducer call and accept", store / bare, "x")
  }

  private func observing(_ report: inout Report) {
    let (one, all) = (Observing(changing: 1), Observing(changing: 100))
    let times = race([one.contender, all.contender])
    let (first, every) = (times["1", default: 0], times["100", default: 0])
    report.note("a send, 1 of 100 parts changes", first / 1e3, " µs")
    report.note("a send, 100 of 100 parts change", every / 1e3, " µs")
    report.atMost(0.25, "1 of 100 parts / 100 of 100", first / every, "x")
    report.atMost(1, "deliveries of a send, 1 of 100 parts changes", one.deliveries, "")
    report.atMost(100, "deliveries of a send, 100 of 100 parts change", all.deliveries, "")
  }

  private func observingElements(_ report: inout Report) {
    let times = race([
      Elements.counting(observing: 10), Elements.counting(observing: 1_000),
      Elements.counting(observingValues: 10), Elements.counting(observingValues: 1_000),
    ])
    for what in ["rows", "values"] {
      let (few, many) = (times["\(what)10", default: 0], times["\(what)1000", default: 0])
      report.note("a send outside the list, 10 \(what) observed", few / 1e3, " µs")
      report.note("a send outside the list, 1,000 \(what) observed", many / 1e3, " µs")
      report.atMost(1.5, "1,000 \(what) observed / 10", many / few, "x")
    }
  }

  private func loading(_ report: inout Report) {
    let times = race([
      Keyed.loading(among: 10), Keyed.loading(among: 10_000), OneValue.loading(),
      ByHand.loading(),
    ])
    let (few, many) = (times["10", default: 0], times["10000", default: 0])
    report.note("a value is loaded, one of 10", few / 1e3, " µs")
    report.note("a value is loaded, one of 10,000", many / 1e3, " µs")
    report.atMost(2, "one of 10,000 / one of 10", many / few, "x")
    let (one, byHand) = (times["one", default: 0], times["by hand", default: 0])
    report.note("a value is loaded", one / 1e3, " µs")
    report.note("a value is loaded by a handwritten reducer", byHand / 1e3, " µs")
    report.note("a value is loaded / by a handwritten reducer", one / byHand, "x")
  }

  private func writing(_ report: inout Report) {
    let counts = [1_000, 2_000, 4_000]
    let times = race(counts.map { Writes.sending($0) }, rounds: 5)
    for count in counts {
      let time = times["turn\(count)", default: 0] / 1e3
      report.note("a write, \(count) sent in a turn", time, " µs")
    }
  }

  private func countInstructions(_ report: inout Report) throws {
    for work in Counted.allCases {
      let cost = try work.cost()
      report.note("\(work.name)", cost.instructions, " instructions")
      report.note("\(work.name)", cost.allocations, " allocations")
    }
  }
}

/// Work whose instructions are counted in a separate process.
enum Counted: String, CaseIterable, CountedWork {
  case store, bare, one, all, rows10, rows1000, values10, values1000, keyed, value, valueByHand
  case writes100, writes4000

  var name: String {
    switch self {
    case .store: "a send"
    case .bare: "a reducer call and a relay accept"
    case .one: "a send, 1 of 100 parts changes"
    case .all: "a send, 100 of 100 parts change"
    case .rows10: "a send outside the list, 10 rows observed"
    case .rows1000: "a send outside the list, 1,000 rows observed"
    case .values10: "a send outside the list, 10 values observed"
    case .values1000: "a send outside the list, 1,000 values observed"
    case .keyed: "a value is loaded, one of 10,000"
    case .value: "a value is loaded"
    case .valueByHand: "a value is loaded by a handwritten reducer"
    case .writes100: "a write is sent, 100 in order before it"
    case .writes4000: "a write is sent, 4,000 in order before it"
    }
  }

  var repetitions: Int {
    switch self {
    case .writes100, .writes4000: 20
    default: 200
    }
  }

  var work: (Int) -> Void {
    switch self {
    case .store: Sending.store().run
    case .bare: Sending.bare().run
    case .one: Observing(changing: 1).contender.run
    case .all: Observing(changing: 100).contender.run
    case .rows10: Elements.counting(observing: 10).run
    case .rows1000: Elements.counting(observing: 1_000).run
    case .values10: Elements.counting(observingValues: 10).run
    case .values1000: Elements.counting(observingValues: 1_000).run
    case .keyed: Keyed.loading(among: 10_000).run
    case .value: OneValue.loading().run
    case .valueByHand: ByHand.loading().run
    case .writes100: Writes.sending(after: 100).run
    case .writes4000: Writes.sending(after: 4_000).run
    }
  }
}
