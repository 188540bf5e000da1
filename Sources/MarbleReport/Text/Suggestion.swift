/// The sentence that suggests the recording as the diagram, with names for its new values.
struct Suggestion {
  private let diagram: MarbleDiagram
  private let expected: MarbleDiagram
  private let frame: Duration
  private let hasTable: Bool
  private let names: ValueNamer
  private let failure: (entry: String?, argument: String?)

  private static let longestDiagram = 200

  /// Returns nil if a value or the error is one that no diagram matches, and for a recording that
  /// is too long.
  init?(_ comparison: Comparison, _ frame: Duration, until end: Duration) {
    let drawable = comparison.drawable
    guard drawable.count <= Suggestion.longestDiagram || drawable.allSatisfy(\.hasName),
      comparison.check.takesNothing || drawable.contains(where: \.sign.isReceived),
      comparison.canMatch, comparison.actual.last?.lacksValueOfCall != true,
      let failure = comparison.suggestedFailure
    else { return nil }
    var names = ValueNamer(comparison, namingFailure: failure.entry != nil)
    let events = drawable.map { recorded in
      MarbleDiagram.Event(names.signal(of: recorded), at: recorded.time)
    }
    let isCancelled = events.last?.signal == .unsubscribe
    let length = isCancelled ? .zero : min(end, comparison.check.end ?? end)
    diagram = MarbleDiagram(events: events, frame: frame, length: length)
    expected = comparison.expected
    hasTable = comparison.matcher.isInTable != nil
    self.names = names
    self.failure = failure
    self.frame = frame
  }

  /// The sentence; nil if the diagram is too long or the written one.
  var text: String? {
    guard diagram.events != expected.events else {
      return failure.argument.map { " If this is right, pass `failure: \($0)`." }
    }
    let text = "\(diagram)"
    guard text.count <= Suggestion.longestDiagram else { return nil }
    // Events less than a frame apart fit only into the text of a shorter one.
    let inFrames = diagram.frame == frame ? "" : " in frames of \(diagram.frame.elapsedText)"
    let argument = failure.argument.map { " with `failure: \($0)`" } ?? ""
    return " If this is right, the diagram is \(text.swiftLiteral)\(inFrames)\(argument)"
      + additions
  }

  private var additions: String {
    guard let entry = failureEntry else { return names.values.isEmpty ? "." : newValues }
    switch names.values.count {
    case 0: return ", with \(entry)"
    case 1: return "\(newValues); with \(entry)"
    default: return "\(newValues)\n   \(entry)"
    }
  }

  private var newValues: String {
    guard names.values.count > 1 else {
      let (start, verb) = hasTable ? (", with", "in the table:") : (", where", "matches:")
      return names.values.map { "\(start) \($0.name.swiftLiteral) \(verb) \($0.text)" }.joined()
    }
    let lines = names.values.map { "\n   \($0.name.swiftLiteral): \($0.text)" }
    return (hasTable ? ", with these names in the table:" : ", where these names match:")
      + lines.joined()
  }

  private var failureEntry: String? {
    guard let name = names.failure, let text = failure.entry else { return nil }
    return "\(name.swiftLiteral) in `failures:`: \(text)"
  }
}

extension Recorded {
  /// True for a signal whose text in a diagram is known.
  fileprivate var hasName: Bool {
    if case .value = signal { name != nil } else { true }
  }
}

extension Comparison {
  /// The part of a suggestion on the error of the recording: a description of it for an entry of
  /// `failures:`, or an expression for `failure:`.
  ///
  /// Both are nil if the diagram is enough: no error, a known one, or one that `#` matches.
  /// Returns nil if no table matches the error, or if no expression for it is known.
  fileprivate var suggestedFailure: (entry: String?, argument: String?)? {
    let failures = matcher.failures
    guard let last = drawable.last, case .failure(let error) = last.signal,
      last.name == nil, failures.unnamed != nil || !failures.named.isEmpty,
      failures.unnamed != nil || expected.events.last?.signal != .failure(nil),
      failures.unnamed == nil || !failures.matches(nil, error)
    else { return (nil, nil) }
    guard FailureTable(unnamed: error).matches(nil, error) else { return nil }
    if !failures.named.isEmpty { return (oneLine(error), nil) }
    return expression(error).map { (nil, $0) }
  }
}
