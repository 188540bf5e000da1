/// The differences of one stream, one line for each frame that differs.
struct DifferenceLines {
  private let matcher: Matcher
  private let signals: SignalText
  private let count: Int
  private var entries: [(time: Duration, text: (Self) -> String)] = []

  private static let maxDifferences = 10
  private static let maxDetailLines = 20

  init(_ comparison: Comparison) {
    matcher = comparison.matcher
    signals = SignalText(matcher: comparison.matcher)
    count = comparison.differences.count
    let nearest = NearestValue(comparison)
    for (index, difference) in comparison.differences.prefix(Self.maxDifferences).enumerated() {
      append(difference, nearest?.difference == index ? nearest : nil)
    }
    entries = entries.enumerated()
      .sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }
      .map(\.element)
  }

  var text: String {
    let width = entries.map(\.time.spokenText.count).max() ?? 0
    let lines = entries.map { entry in
      let time = entry.time.spokenText
      return " " + String(repeating: " ", count: width - time.count) + time + "  "
        + entry.text(self)
    }
    let rest = count - DifferenceLines.maxDifferences
    let more = rest > 0 ? [" … and \(rest) more \(rest == 1 ? "difference" : "differences")"] : []
    return (lines + more).joined(separator: "\n")
  }

  private mutating func append(
    _ difference: Comparison.Difference,
    _ nearest: NearestValue?
  ) {
    switch difference {
    case .missing(let expected):
      add(expected.time) { "expected \($0.signals.text(expected)); nothing arrived" }
    case .extra(let actual):
      add(actual.time) {
        "nothing expected; \($0.signals.text(actual)) arrived\($0.details(nearest))"
      }
    case .moved(let expected, let actual):
      add(expected.time) { "expected \($0.signals.text(expected)); nothing arrived" }
      add(actual.time) {
        "\($0.signals.name(expected.signal)) arrived \($0.distance(expected.time, actual.time))"
      }
    case .order(let expected, let actual):
      add(actual.time) { "\($0.signals.name(expected.signal)) arrived out of order" }
    case .other(let expected, let actual):
      add(expected.time) {
        "expected \($0.signals.text(expected)); \($0.signals.text(actual)) arrived\($0.details(expected, actual))"
      }
    }
  }

  private mutating func add(_ time: Duration, _ text: @escaping (Self) -> String) {
    entries.append((time, text))
  }

  private func distance(_ expected: Duration, _ actual: Duration) -> String {
    actual > expected
      ? "\((actual - expected).spokenText) late" : "\((expected - actual).spokenText) early"
  }

  /// The differences within a value or a failure, unless the line already shows all of them.
  private func details(_ expected: Comparison.ExpectedEvent, _ actual: Recorded) -> String {
    guard let (expectedText, actualText, difference) = dumped(expected, actual) else { return "" }
    let lines = difference.split(separator: "\n")
    let isHidden = expectedText == actualText || expectedText.isCut || actualText.isCut
    guard lines.count > 2 || isHidden else { return "" }
    return lines.limited(to: DifferenceLines.maxDetailLines).indented
  }

  private func details(_ nearest: NearestValue?) -> String {
    guard let nearest else { return "" }
    let (expectedText, time) = (
      signals.name(nearest.expected.signal), nearest.expected.time.spokenText
    )
    return "; difference from \(expectedText) at \(time):\(nearest.lines.indented)"
  }

  private func dumped(
    _ expected: Comparison.ExpectedEvent,
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
