import IssueReporting
import LoadableTesting
import Measuring

/// The measured marble tests.
enum Work: String, CountedWork {
  case search, requests, exploring, empty, smallest, hour, failing, shortFeed, longFeed, fewTasks
  case manyTasks

  /// The number of repetitions in one sample of time or of instructions.
  var repetitions: Int {
    switch self {
    case .search, .requests, .exploring: 100
    case .empty, .smallest: 1_000
    case .shortFeed: 5
    case .hour, .failing, .longFeed, .fewTasks, .manyTasks: 1
    }
  }

  /// The number of input values.
  var values: Int {
    switch self {
    case .shortFeed: 2_000
    case .longFeed: 20_000
    case .hour: 3_600
    case .failing: 48_000
    case .search, .requests, .exploring, .empty, .smallest, .fewTasks, .manyTasks: 0
    }
  }

  /// The number of tasks, each of which hops to an actor.
  var tasks: Int {
    switch self {
    case .fewTasks: 400
    case .manyTasks: 10_000
    case .search, .requests, .exploring, .empty, .smallest, .hour, .failing, .shortFeed, .longFeed:
      0
    }
  }

  private func run(_ repetitions: Int) {
    switch self {
    case .search: for _ in 0..<repetitions { marbles { m in Search.test(m) } }
    case .requests: for _ in 0..<repetitions { marbles { m in Search.testOfRequests(m) } }
    case .exploring: marbles(exploring: repetitions) { m in Search.test(m) }
    case .empty: for _ in 0..<repetitions { marbles { m in m.expectCleanRun() } }
    case .smallest: for _ in 0..<repetitions { marbles { m in m.expect(m.hot("-a"), "-a") } }
    case .hour: for _ in 0..<repetitions { tick() }
    case .failing: for _ in 0..<repetitions { fail() }
    case .shortFeed, .longFeed: for _ in 0..<repetitions { feed() }
    case .fewTasks, .manyTasks: for _ in 0..<repetitions { hop() }
    }
  }

  var work: (Int) -> Void { run }

  var contender: Contender {
    Contender(rawValue, repetitions: repetitions, run: run)
  }

  private func feed() {
    var count = 0
    marbles { m in
      m.expectCleanRun()
      m.hot(String(repeating: "a", count: values)) { _ in count += 1 }
    }
    precondition(count == values, "\(count) of \(values) values arrived")
  }

  /// Sleeps for a second 3,600 times.
  private func tick() {
    marbles(limit: .seconds(7200)) { m in
      m.expectCleanRun()
      let clock = m.clock
      Task { for _ in 0..<values { try await clock.sleep(for: .seconds(1)) } }
    }
  }

  /// Compares 96,000 frames, of which every second has a different value.
  private func fail() {
    let diagram = String(repeating: "-a", count: values)
    let reports = Reports()
    withIssueReporters([reports]) {
      marbles { m in m.expect(m.hot(diagram), diagram.replacing("a", with: "b")) }
    }
    precondition(reports.count == 1, "\(reports.count) failures were reported")
  }

  /// Starts tasks that hop to an actor in sequence, while later tasks sleep.
  private func hop() {
    let counter = Counter()
    marbles { m in
      let clock = m.clock
      for number in 1...tasks {
        Task {
          try await clock.sleep(for: .milliseconds(number))
          await counter.count()
        }
      }
      m.expect(reading: { 0 }, "0")
    }
  }
}

/// Counts reports.
// SAFETY: a run reports on the thread of its caller.
private final class Reports: IssueReporter, @unchecked Sendable {
  private(set) var count = 0

  func reportIssue(
    _ message: @autoclosure () -> String?,
    severity: IssueSeverity,
    fileID: StaticString,
    filePath: StaticString,
    line: UInt,
    column: UInt
  ) {
    count += message() == nil ? 0 : 1
  }
}

private actor Counter {
  private var number = 0

  func count() { number += 1 }
}
