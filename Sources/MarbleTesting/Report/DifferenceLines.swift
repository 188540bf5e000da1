/// The differences of one stream, one line for each frame that differs.
struct DifferenceLines {
  private let matcher: Matcher
  private var entries: [(time: Duration, text: (Self) -> String)] = []

  private static let maxLines = 20

  init(_ comparison: Comparison) {
    matcher = comparison.matcher
    let nearest = NearestValue(comparison)
    for (index, difference) in comparison.differences.enumerated() {
      append(difference, nearest?.difference == index ? nearest : nil)
    }
    entries = entries.enumerated()
      .sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }
      .map(\.element)
  }

  var times: [Duration] { entries.map(\.time) }

  var text: String {
    let shown = entries.prefix(DifferenceLines.maxLines)
    let width = shown.map(\.time.spokenText.count).max() ?? 0
    let lines = shown.map { entry in
      let time = entry.time.spokenText
      return " " + String(repeating: " ", count: width - time.count) + time + "  "
        + entry.text(self)
    }
    let rest = entries.count - lines.count
    return (lines + (rest > 0 ? [" … and \(rest) more"] : [])).joined(separator: "\n")
  }

  private mutating func append(
    _ difference: Comparison.Difference,
    _ nearest: NearestValue?
  ) {
    switch difference {
    case .missing(let expected):
      add(expected.time) { "expected \($0.text(expected)); nothing arrived" }
    case .extra(let actual):
      add(actual.time) { "nothing expected; \($0.text(actual)) arrived\($0.details(nearest))" }
    case .moved(let expected, let actual):
      add(expected.time) { "expected \($0.text(expected)); nothing arrived" }
      add(actual.time) {
        "\($0.name(expected.signal)) arrived \($0.distance(expected.time, actual.time))"
      }
    case .order(let expected, let actual):
      add(actual.time) { "\($0.name(expected.signal)) arrived out of order" }
    case .other(let expected, let actual):
      add(expected.time) {
        "expected \($0.text(expected)); \($0.text(actual)) arrived\($0.details(expected, actual))"
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

  private func name(_ signal: MarbleDiagram.Signal) -> String {
    switch signal {
    case .value(let name): name.count < 2 ? name.quotedIfNeeded : name
    case .end: "the completion |"
    case .failure: "the failure \(signal.text)"
    case .subscribe: "^"
    case .unsubscribe: "!"
    }
  }

  private func text(_ event: Comparison.ExpectedEvent) -> String {
    switch event.signal {
    case .value: worded(name(event.signal), matcher.text(event.index))
    case .failure(let name): worded(self.name(event.signal), matcher.failures.text(of: name))
    case .end, .subscribe, .unsubscribe: name(event.signal)
    }
  }

  private func text(_ recorded: Recorded) -> String {
    switch recorded.signal {
    case .value(let value):
      recorded.name.map { worded(name(.value($0)), Matcher.text(of: value, named: $0)) }
        ?? oneLine(value)
    case .end: name(MarbleDiagram.Signal.end)
    case .failure(let error): worded(name(.failure(recorded.name)), oneLine(error))
    case .subscribe: name(.subscribe)
    case .unsubscribe: name(.unsubscribe)
    }
  }

  private func worded(_ name: String, _ value: String?) -> String {
    value.map { "\(name) = \($0)" } ?? name
  }

  /// The differences within a value or a failure, unless the line already shows all of them.
  private func details(_ expected: Comparison.ExpectedEvent, _ actual: Recorded) -> String {
    guard let (expectedText, actualText, difference) = dumped(expected, actual) else { return "" }
    let lines = difference.split(separator: "\n")
    let isHidden = expectedText == actualText || expectedText.isCut || actualText.isCut
    guard lines.count > 2 || isHidden else { return "" }
    return lines.indented
  }

  private func details(_ nearest: NearestValue?) -> String {
    guard let nearest else { return "" }
    let (expectedText, time) = (name(nearest.expected.signal), nearest.expected.time.spokenText)
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

extension [Substring] {
  fileprivate var indented: String { map { "\n        \($0)" }.joined() }
}
