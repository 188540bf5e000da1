/// The differences of one stream, one line for each frame that differs.
struct DifferenceLines {
  private let matcher: Matcher
  private var entries: [(time: Duration, text: String)] = []

  private static let most = 20

  init(_ comparison: Comparison) {
    matcher = comparison.matcher
    for difference in comparison.differences { append(difference) }
    entries = entries.enumerated()
      .sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }
      .map(\.element)
  }

  var times: [Duration] { entries.map(\.time) }

  var text: String {
    let width = entries.map(\.time.spokenText.count).max() ?? 0
    let lines = entries.prefix(DifferenceLines.most).map { entry in
      let time = entry.time.spokenText
      return " " + String(repeating: " ", count: width - time.count) + time + "  " + entry.text
    }
    let rest = entries.count - lines.count
    return (lines + (rest > 0 ? [" … and \(rest) more"] : [])).joined(separator: "\n")
  }

  private mutating func append(_ difference: Comparison.Difference) {
    switch difference {
    case .missing(let expected):
      add(expected.time, "expected \(text(expected.signal)); nothing arrived")
    case .extra(let actual):
      add(actual.time, "nothing expected; \(text(actual.signal)) arrived")
    case .moved(let expected, let actual):
      add(expected.time, "expected \(text(expected.signal)); nothing arrived")
      add(actual.time, "\(name(expected.signal)) arrived \(distance(expected.time, actual.time))")
    case .order(let expected, _):
      add(expected.time, "\(name(expected.signal)) arrived out of order in its frame")
    case .other(let expected, let actual):
      let difference = details(expected.signal, actual.signal)
      add(
        expected.time,
        "expected \(text(expected.signal)); \(text(actual.signal)) arrived\(difference)"
      )
    }
  }

  private mutating func add(_ time: Duration, _ text: String) {
    entries.append((time, text))
  }

  private func distance(_ expected: Duration, _ actual: Duration) -> String {
    actual > expected
      ? "\((actual - expected).spokenText) late" : "\((expected - actual).spokenText) early"
  }

  private func name(_ signal: MarbleDiagram.Signal) -> String {
    switch signal {
    case .value(let name): name
    case .end: "the end |"
    case .failure: "the failure #"
    case .subscribe: "^"
    case .unsubscribe: "!"
    }
  }

  private func text(_ signal: MarbleDiagram.Signal) -> String {
    switch signal {
    case .value(let name): matcher.text(name).map { "\(name) = \($0)" } ?? name
    case .failure: matcher.failureText.map { "the failure # = \($0)" } ?? name(signal)
    case .end, .subscribe, .unsubscribe: name(signal)
    }
  }

  private func text(_ signal: Recorded.Signal) -> String {
    switch signal {
    case .value(let value): matcher.name(of: value).map { text(.value($0)) } ?? oneLine(value)
    case .end: "the end |"
    case .failure(let error): "the failure # = \(oneLine(error))"
    }
  }

  private func details(_ expected: MarbleDiagram.Signal, _ actual: Recorded.Signal) -> String {
    guard case .value(let name) = expected, case .value(let value) = actual,
      let difference = matcher.difference(name, value), difference.split(separator: "\n").count > 2
    else { return "" }
    return difference.split(separator: "\n").map { "\n        \($0)" }.joined()
  }
}
