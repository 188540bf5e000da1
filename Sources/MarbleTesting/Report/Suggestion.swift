import CustomDump

/// The sentence that suggests the recording as the diagram, with names for its new values.
struct Suggestion {
  private let diagram: MarbleDiagram
  private let frame: Duration
  private let matcher: Matcher
  /// The new names and the descriptions of their values.
  private let values: [(name: String, text: String)]

  private static let longestDiagram = 200

  init(_ comparison: Comparison, _ frame: Duration, until end: Duration) {
    var names = ValueNamer(comparison)
    let events = comparison.actual.map { recorded in
      MarbleDiagram.Event(names.signal(of: recorded), at: recorded.time)
    }
    let isCancelled = events.last?.signal == .unsubscribe
    diagram = MarbleDiagram(events: events, frame: frame, length: isCancelled ? .zero : end)
    values = names.values
    matcher = comparison.matcher
    self.frame = frame
  }

  /// The sentence; nil if the diagram is too long.
  var text: String? {
    let text = "\(diagram)"
    guard text.count <= Suggestion.longestDiagram else { return nil }
    // Events less than a frame apart fit only into the text of a shorter one.
    let inFrames = diagram.frame == frame ? "" : " in frames of \(diagram.frame.elapsedText)"
    return " If this is right, the diagram is \(text.literal)\(inFrames)\(additions)"
  }

  /// The names to add to the table.
  private var additions: String {
    guard let first = values.first else { return "." }
    let hasTable = matcher.isInTable != nil
    guard values.count > 1 else {
      let name = first.name.literal
      return (hasTable ? ", with \(name) in the table: " : ", where \(name) matches: ") + first.text
    }
    let lines = values.map { "\n   \($0.name.literal): \($0.text)" }
    return (hasTable ? ", with these names in the table:" : ", where these names match:")
      + lines.joined()
  }
}

/// Names for the values of a recording that have none: free letters, the same for equal values.
private struct ValueNamer {
  private(set) var values: [(name: String, text: String)] = []
  private let comparison: Comparison
  /// The names to use, the next one last; read from the table only if a value has no name.
  private lazy var free = ValueNamer.free(in: comparison)
  private var names: [String: String] = [:]
  private var large: [(value: Any, name: String)] = []

  private static let maxParts = 1_000

  private static let letters = "xyzabcdefghijklmnopqrstuvwABCDEFGHIJKLMNOPQRSTUVWXYZ"
    .map(String.init)

  init(_ comparison: Comparison) {
    self.comparison = comparison
  }

  mutating func signal(of recorded: Recorded) -> MarbleDiagram.Signal {
    switch recorded.signal {
    case .value(let value): .value(recorded.name ?? name(of: value))
    case .end: .end
    case .failure: .failure(recorded.name)
    case .subscribe: .subscribe
    case .unsubscribe: .unsubscribe
    }
  }

  private mutating func name(of value: Any) -> String {
    // A dump of a large value takes too long, so it is compared with `==`.
    guard !PartCount.exceeds(ValueNamer.maxParts, value) else {
      if let same = large.first(where: { equality($0.value, value) == true }) { return same.name }
      let name = newName(of: value)
      large.append((value, name))
      return name
    }
    let dump = String(customDumping: value)
    if let name = names[dump] { return name }
    let name = newName(of: value)
    names[dump] = name
    return name
  }

  private mutating func newName(of value: Any) -> String {
    let name = free.popLast() ?? "x"
    values.append((name, oneLine(value)))
    return name
  }

  private static func free(in comparison: Comparison) -> [String] {
    let drawn = comparison.expected.events.map(\.signal.text)
    let used = Set(drawn + comparison.actual.compactMap(\.name))
    let numbered = comparison.actual.indices.map { "x\($0 + 1)" }
    let unused = (letters + numbered).filter { !used.contains($0) }
    let outside = unused.filter { comparison.matcher.isInTable?($0) != true }
    // A table that makes values from names may have one for every name.
    return (outside.isEmpty ? unused : outside).reversed()
  }
}

extension String {
  /// The text as a string literal of Swift.
  fileprivate var literal: String {
    "\"" + unicodeScalars.map { $0 == "'" ? "'" : $0.escaped(asASCII: false) }.joined() + "\""
  }
}
