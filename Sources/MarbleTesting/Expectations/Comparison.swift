/// How a recording differs from its diagram.
struct Comparison {
  enum Difference {
    /// The same signal, at another time.
    case moved(MarbleDiagram.Event, Recorded)
    /// Another signal at the same time.
    case other(MarbleDiagram.Event, Recorded)
    case missing(MarbleDiagram.Event)
    case extra(Recorded)
    /// The signals of one frame, in another order.
    case order(MarbleDiagram.Event, Recorded)
  }

  let expected: MarbleDiagram
  let actual: [Recorded]
  let matcher: Matcher
  private(set) var differences: [Difference] = []

  init(_ expected: MarbleDiagram, _ actual: [Recorded], _ matcher: Matcher) {
    self.expected = expected
    self.actual = actual
    self.matcher = matcher
    differences = pair().sorted { $0.time < $1.time }
  }

  func matches(_ expected: MarbleDiagram.Event, _ actual: Recorded) -> Bool {
    switch (expected.signal, actual.signal) {
    case (.value(let name), .value(let value)): matcher.matches(name, value)
    case (.end, .end): true
    case (.failure, .failure(let error)): matcher.failureMatches(error)
    case (.value, _), (.end, _), (.failure, _), (.subscribe, _), (.unsubscribe, _): false
    }
  }

  /// Pairs in rounds, from the surest to the loosest, and what is left over is missing or extra.
  private func pair() -> [Difference] {
    var left = Leftovers(expected.events, actual, inStep: matches)
    var found: [Difference] = []
    left.pair { $0.time == $1.time && matches($0, $1) }.forEach { found.append(.order($0, $1)) }
    left.pair { matches($0, $1) }.forEach { found.append(.moved($0, $1)) }
    left.pair { $0.time == $1.time }.forEach { found.append(.other($0, $1)) }
    return found + left.expected.map { .missing($0) } + left.actual.map { .extra($0) }
  }
}

/// What no round has paired yet.
private struct Leftovers {
  var expected: [MarbleDiagram.Event] = []
  var actual: [Recorded] = []

  /// Drops what agrees in time, signal and order.
  init(
    _ expected: [MarbleDiagram.Event],
    _ actual: [Recorded],
    inStep matches: (MarbleDiagram.Event, Recorded) -> Bool
  ) {
    var rest = actual[...]
    for event in expected {
      let step = rest.firstIndex { $0.time == event.time && matches(event, $0) }
      if let step {
        self.actual += rest[..<step]
        rest = rest[(step + 1)...]
      } else {
        self.expected.append(event)
      }
    }
    self.actual += rest
  }

  mutating func pair(
    where fits: (MarbleDiagram.Event, Recorded) -> Bool
  ) -> [(MarbleDiagram.Event, Recorded)] {
    var pairs: [(MarbleDiagram.Event, Recorded)] = []
    expected.removeAll { event in
      guard let index = actual.firstIndex(where: { fits(event, $0) }) else { return false }
      pairs.append((event, actual.remove(at: index)))
      return true
    }
    return pairs
  }
}

extension Comparison.Difference {
  var time: Duration {
    switch self {
    case .moved(let expected, let actual): min(expected.time, actual.time)
    case .other(let expected, _), .missing(let expected), .order(let expected, _): expected.time
    case .extra(let actual): actual.time
    }
  }
}
