import ArgumentParser
import Measuring
import ReactiveLoadable
import ReactiveTimeline

/// Checks the budgets of timelines.
@main
struct TimelineBenchmarks: ParsableCommand {
  @OptionGroup var options: MeasuringOptions

  func run() throws {
    if try options.count(Counted.self) { return }
    var report = Report()
    let times = race([Recording.recorded(), Recording.plain(), Recording.text()])
    let (recorded, plain) = (times["recorded", default: 0], times["plain", default: 0])
    report.atMost(1_000, "recording of a value", recorded - plain, " ns")
    report.note("text of 10,000 entries", times["text", default: 0] / 1e6, " ms")
    if !options.timesOnly {
      let (recorded, plain) = (try Counted.recorded.cost(), try Counted.plain.cost())
      let allocations = recorded.allocations - plain.allocations
      report.atMost(2, "recording of a value", allocations, " allocations")
      report.note(
        "recording of a value",
        recorded.instructions - plain.instructions,
        " instructions"
      )
    }
    print(report.text)
    if !report.isKept { throw ExitCode.failure }
  }
}

/// Work whose instructions are counted in a separate process.
enum Counted: String, CountedWork {
  case recorded, plain

  var repetitions: Int { 500 }

  var work: (Int) -> Void {
    switch self {
    case .recorded: Recording.recorded().run
    case .plain: Recording.plain().run
    }
  }
}

/// Values of a relay that a timeline records.
enum Recording {
  static func recorded() -> Contender {
    let (relay, timeline) = (PublishRelay<Int>(), Timeline())
    timeline.record(relay, as: "numbers")
    return Contender("recorded", repetitions: 20_000) { count in
      for number in 0..<count { relay.accept(number) }
      withExtendedLifetime(timeline) {}
    }
  }

  static func plain() -> Contender {
    let relay = PublishRelay<Int>()
    let subscription = relay.sink { _ in }
    return Contender("plain", repetitions: 20_000) { count in
      for number in 0..<count { relay.accept(number) }
      withExtendedLifetime(subscription) {}
    }
  }

  static func text() -> Contender {
    let (relay, timeline) = (PublishRelay<Int>(), Timeline())
    timeline.record(relay, as: "numbers")
    for number in 0..<10_000 { relay.accept(number % 100) }
    return Contender("text", repetitions: 1) { count in
      for _ in 0..<count { precondition(timeline.text().count > 10_000) }
    }
  }
}
