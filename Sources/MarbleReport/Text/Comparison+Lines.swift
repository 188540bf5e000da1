private let maxDifferences = 10
private let maxDetailLines = 20

extension Comparison {
  /// The differences of the stream, one line for each frame that differs.
  var differenceLines: String {
    let nearest = NearestValue(self)
    let found = differences.prefix(maxDifferences).enumerated().flatMap { index, difference in
      entries(of: difference, nearest?.difference == index ? nearest : nil)
    }
    let sorted = found.enumerated().sorted {
      ($0.element.time, $0.offset) < ($1.element.time, $1.offset)
    }
    let width = sorted.map(\.element.time.spokenText.count).max() ?? 0
    let lines = sorted.map { _, entry in
      let time = entry.time.spokenText
      return " " + String(repeating: " ", count: width - time.count) + time + "  \(entry.text)"
    }
    let rest = differences.count - maxDifferences
    let more = rest > 0 ? [" … and \(rest) more \(rest == 1 ? "difference" : "differences")"] : []
    return (lines + more).joined(separator: "\n")
  }

  private func entries(
    of difference: Difference,
    _ nearest: NearestValue?
  ) -> [(time: Duration, text: String)] {
    switch difference {
    case .missing(let expected):
      return [(expected.time, "expected \(matcher.text(of: expected)); nothing arrived")]
    case .extra(let actual):
      let arrival = "\(matcher.text(of: actual)) arrived\(details(nearest))"
      return [(actual.time, "nothing expected; \(arrival)")]
    case .moved(let expected, let actual):
      let name = matcher.name(of: expected.signal)
      return [
        (expected.time, "expected \(matcher.text(of: expected)); nothing arrived"),
        (actual.time, "\(name) arrived \(actual.time.distance(from: expected.time))"),
      ]
    case .order(let expected, let actual):
      return [(actual.time, "\(matcher.name(of: expected.signal)) arrived out of order")]
    case .other(let expected, let actual):
      let arrival = "\(matcher.text(of: actual)) arrived\(details(expected, actual))"
      return [(expected.time, "expected \(matcher.text(of: expected)); \(arrival)")]
    }
  }

  /// The differences within a value or a failure, unless the line already shows all of them.
  private func details(_ expected: ExpectedEvent, _ actual: Recorded) -> String {
    guard let (expectedText, actualText, difference) = dumped(expected, actual) else { return "" }
    let lines = difference.split(separator: "\n")
    let isHidden = expectedText == actualText || expectedText.isCut || actualText.isCut
    guard lines.count > 2 || isHidden else { return "" }
    return lines.limited(to: maxDetailLines).indented
  }

  private func details(_ nearest: NearestValue?) -> String {
    guard let nearest else { return "" }
    let (name, time) = (matcher.name(of: nearest.expected.signal), nearest.expected.time.spokenText)
    return "; difference from \(name) at \(time):\(nearest.lines.indented)"
  }

  private func dumped(
    _ expected: ExpectedEvent,
    _ actual: Recorded
  ) -> (expectedText: String, actualText: String, difference: String)? {
    switch (expected.signal, actual.signal) {
    case (.value(let name), .value(let value)):
      matcher.difference(expected.index, value).map {
        (matcher.text(expected.index) ?? name, oneLine(value), $0)
      }
    case (.failure(let name), .failure(let error)):
      matcher.failures.difference(from: name, error).map {
        (matcher.failures.text(of: name) ?? "", oneLine(error), $0)
      }
    case (.value, _), (.end, _), (.failure, _), (.subscribe, _), (.unsubscribe, _): nil
    }
  }
}

extension Comparison.Difference {
  /// The times to mark in a drawing.
  var times: [Duration] {
    switch self {
    case .missing(let expected), .other(let expected, _): [expected.time]
    case .extra(let actual), .order(_, let actual): [actual.time]
    case .moved(let expected, let actual): [expected.time, actual.time]
    }
  }
}

extension [Substring] {
  /// The first lines, and the number of the others.
  fileprivate func limited(to count: Int) -> [Substring] {
    guard self.count > count + 1 else { return self }
    return prefix(count) + ["… and \(self.count - count) more lines"]
  }

  fileprivate var indented: String { map { "\n        \($0)" }.joined() }
}
