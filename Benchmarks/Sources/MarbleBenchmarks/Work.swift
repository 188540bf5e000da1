import LoadableTesting
import Measuring

/// The measured marble tests.
enum Work: String, CountedWork {
  case search, requests, exploring, empty, shortFeed, longFeed, fewTasks, manyTasks

  /// The number of repetitions in one sample of time or of instructions.
  var repetitions: Int {
    switch self {
    case .search, .requests, .exploring: 100
    case .empty: 1_000
    case .shortFeed: 5
    case .longFeed, .fewTasks, .manyTasks: 1
    }
  }

  /// The number of input values.
  var values: Int {
    switch self {
    case .shortFeed: 2_000
    case .longFeed: 20_000
    case .search, .requests, .exploring, .empty, .fewTasks, .manyTasks: 0
    }
  }

  /// The number of tasks, each of which hops to an actor.
  var tasks: Int {
    switch self {
    case .fewTasks: 400
    case .manyTasks: 4_000
    case .search, .requests, .exploring, .empty, .shortFeed, .longFeed: 0
    }
  }

  private func run(_ repetitions: Int) {
    switch self {
    case .search: for _ in 0..<repetitions { marbles { m in Search.test(m) } }
    case .requests: for _ in 0..<repetitions { marbles { m in Search.testOfRequests(m) } }
    case .exploring: marbles(exploring: repetitions) { m in Search.test(m) }
    case .empty: for _ in 0..<repetitions { marbles { m in m.expectCleanRun() } }
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

private actor Counter {
  private var number = 0

  func count() { number += 1 }
}
