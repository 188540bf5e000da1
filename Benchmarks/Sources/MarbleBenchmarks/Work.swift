import MarbleTesting
import Measuring

/// Marble tests that are measured.
enum Work: String {
  case search, exploring, empty, shortFeed, longFeed

  /// How often to do it for one sample of time or of instructions.
  var repetitions: Int {
    switch self {
    case .search, .exploring: 100
    case .empty: 1_000
    case .shortFeed: 5
    case .longFeed: 1
    }
  }

  /// How many values are fed.
  var values: Int {
    switch self {
    case .shortFeed: 2_000
    case .longFeed: 20_000
    case .search, .exploring, .empty: 0
    }
  }

  func run(_ repetitions: Int) {
    switch self {
    case .search: for _ in 0..<repetitions { marbles { m in Search.test(m) } }
    case .exploring: marbles(exploring: repetitions) { m in Search.test(m) }
    case .empty: for _ in 0..<repetitions { marbles { _ in } }
    case .shortFeed, .longFeed: for _ in 0..<repetitions { feed() }
    }
  }

  var contender: Contender {
    Contender(rawValue, repetitions: repetitions, run: run)
  }

  func cost() throws -> Cost {
    try Cost(of: rawValue, repetitions: repetitions)
  }

  private func feed() {
    var count = 0
    marbles { m in
      m.hot(String(repeating: "a", count: values)) { _ in count += 1 }
    }
    precondition(count == values, "\(count) of \(values) values came")
  }
}
