/// The differences between a recording and its diagram.
package struct Comparison {
  package struct ExpectedEvent {
    package let index: Int
    package let time: Duration
    package let signal: MarbleDiagram.Signal
  }

  package enum Difference {
    /// The same signal, at another time.
    case moved(ExpectedEvent, Recorded)
    /// Another signal at the same time.
    case other(ExpectedEvent, Recorded)
    case missing(ExpectedEvent)
    case extra(Recorded)
    /// The expected signal, but before or after a signal that it should follow or precede.
    case order(ExpectedEvent, Recorded)
  }

  package let expected: MarbleDiagram
  package let actual: [Recorded]
  package let matcher: Matcher
  package let check: MarbleCheck
  package private(set) var differences: [Difference] = []

  package init(
    _ expected: MarbleDiagram,
    _ actual: [Recorded],
    _ matcher: Matcher,
    _ check: MarbleCheck
  ) {
    self.expected = expected
    self.matcher = matcher
    self.check = check
    guard !Comparison.agree(expected, actual, matcher) else {
      self.actual = actual
      return
    }
    self.actual = actual.named(by: matcher, in: check)
    differences = differences(under: check).sorted { $0.time < $1.time }
  }

  /// True if the recording equals the diagram; names and pairing are not needed then.
  private static func agree(
    _ expected: MarbleDiagram,
    _ actual: [Recorded],
    _ matcher: Matcher
  ) -> Bool {
    actual.count == expected.events.count
      && zip(expected.events.indices, actual).allSatisfy { index, actual in
        let event = expected.events[index]
        return event.time == actual.time && matcher.matches(index, event.signal, actual.signal)
      }
  }

  /// The recorded signals that a diagram with the same check can draw.
  package var drawable: [Recorded] {
    actual.filter { check.covers($0.time) || !$0.sign.isReceived }
  }

  package var expectedEvents: [ExpectedEvent] {
    expected.events.enumerated().map {
      ExpectedEvent(index: $0.offset, time: $0.element.time, signal: $0.element.signal)
    }
  }

  private func matches(_ event: ExpectedEvent, _ actual: Recorded) -> Bool {
    matcher.matches(event.index, event.signal, actual.signal)
  }

  private func differences(under check: MarbleCheck) -> [Difference] {
    let expected = compared(under: check)
    let actual = actual.filter { check.covers($0.time) }
    return switch check.kind {
    case .everything, .from: inTime(expected, actual)
    case .drawn: inTime(expected, actual).filter { if case .extra = $0 { false } else { true } }
    case .order: inOrder(expected, actual)
    }
  }

  /// The events to compare: a `^` or `!` can be outside the part, and an ended stream is not
  /// cancelled.
  private func compared(under check: MarbleCheck) -> [ExpectedEvent] {
    let hasEnded = actual.last?.sign.isTerminal ?? false
    return expectedEvents.filter { event in
      check.covers(event.time) && !(hasEnded && event.signal == .unsubscribe)
    }
  }

  /// Pairs events in rounds, from exact to loose; unpaired events are missing or unexpected.
  private func inTime(_ expected: [ExpectedEvent], _ actual: [Recorded]) -> [Difference] {
    var left = Unpaired(expected, actual)
    var found: [Difference] = []
    left.pairInOrder(where: matches)
    left.pairSimultaneous(where: matches).forEach { found.append(.order($0, $1)) }
    left.pairAcrossTimes(where: matches).forEach { found.append(.moved($0, $1)) }
    left.pairSimultaneous { _, _ in true }.forEach { found.append(.other($0, $1)) }
    return found + left.differences
  }

  /// Pairs events regardless of their times.
  private func inOrder(_ expected: [ExpectedEvent], _ actual: [Recorded]) -> [Difference] {
    var left = Unpaired(expected, actual) { _ in .zero }
    left.pairInOrder(where: matches)
    let swapped = left.pairSimultaneous(where: matches).map { Difference.order($0, $1) }
    return swapped + left.differences
  }
}

extension Comparison.Difference {
  /// The event of the diagram; nil for an unexpected signal.
  package var expected: Comparison.ExpectedEvent? {
    switch self {
    case .moved(let event, _), .other(let event, _), .order(let event, _), .missing(let event):
      event
    case .extra: nil
    }
  }

  /// The recorded signal; nil for a missing event.
  package var actual: Recorded? {
    switch self {
    case .moved(_, let actual), .other(_, let actual), .order(_, let actual), .extra(let actual):
      actual
    case .missing: nil
    }
  }

  package var time: Duration {
    switch self {
    case .moved(let expected, let actual): min(expected.time, actual.time)
    case .other(let expected, _), .missing(let expected), .order(let expected, _): expected.time
    case .extra(let actual): actual.time
    }
  }
}

extension Matcher {
  /// True if a recorded signal matches an event of the diagram.
  fileprivate func matches(
    _ event: Int,
    _ expected: MarbleDiagram.Signal,
    _ actual: Recorded.Signal
  ) -> Bool {
    switch (expected, actual) {
    case (.value, .value(let value)): matches(event, value)
    case (.end, .end): true
    case (.failure(let name), .failure(let error)): failures.matches(name, error)
    case (.subscribe, .subscribe), (.unsubscribe, .unsubscribe): true
    case (.value, _), (.end, _), (.failure, _), (.subscribe, _), (.unsubscribe, _): false
    }
  }
}
