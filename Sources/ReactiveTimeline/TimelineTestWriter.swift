import MarbleDiagrams
import ReactiveLoading

/// Writes the test of a timeline.
struct TimelineTestWriter {
  let frame: Duration
  private let recorded: [(lane: TimelineLane, entries: [TimelineLane.Entry])]
  private let functions: [TimelineFunction]
  var letters: TimelineLetters
  var literal: SwiftLiteral
  var reasons: [String] = []

  init(_ timeline: Timeline, _ literal: SwiftLiteral, frame: Duration) {
    self.literal = literal
    // Within the limits of a diagram.
    self.frame = MarbleDiagram(events: [], frame: frame).frame
    recorded = timeline.recordedLanes().map { lane, entries in
      let endsWithOwner = lane.endsWithOwner && entries.last?.isEnd == true
      return (lane, endsWithOwner ? entries.dropLast() : entries)
    }
    functions = timeline.functions
    letters = TimelineLetters(of: recorded)
  }

  mutating func text(of model: String?, named name: String) -> String {
    let constants = recorded.filter { $0.lane.role == .constant }
      .compactMap { constant($0.lane, $0.entries) }
    let inputs = recorded.filter { $0.lane.role.isInput }.compactMap { input($0.lane, $0.entries) }
    let streams = recorded.filter { [.output, .states].contains($0.lane.role) }
    let outputs = streams.compactMap { output($0.lane, $0.entries) }
    let loads = functions.compactMap { code(of: $0) }
    if model == nil {
      reasons.append(
        "name the expression that creates the model: `swiftTest(of: \"Model(clock: m.clock)\")`"
      )
    }
    if outputs.isEmpty, loads.isEmpty, reasons.isEmpty {
      reasons.append("record a stream of the model, or a load function, as the expectation")
    }
    guard let model, reasons.isEmpty else {
      return reasons.map { "// No test: \($0)." }.joined(separator: "\n") + "\n"
    }
    let until = end.frames(of: frame) + 1
    let fixtures = literal.fixtures.code
    let decoding = fixtures.map { "  \($0)\n" }.joined()
    var body: [String] = constants + loads.flatMap(\.declaration)
    body.append("let model = m.keep(\(model))")
    for lane in inputs + outputs { body += lane }
    for load in loads { body += load.expectation }
    return """
      import Foundation
      import LoadableTesting
      import Testing

      @MainActor @Test func `\(name.asRawIdentifier)`()\(fixtures.isEmpty ? "" : " throws") {
      \(decoding)  marbles(frame: \(frame.literal), until: \((frame * until).literal)) { m in
      \(body.map { "    \($0)" }.joined(separator: "\n"))
        }
      }

      """
  }
}

// MARK: Lanes

extension TimelineTestWriter {
  /// The time of the last entry.
  private var end: Duration { recorded.flatMap(\.entries).map(\.time).max() ?? .zero }

  /// Returns the declaration of a value that the model is created with.
  private mutating func constant(
    _ lane: TimelineLane,
    _ entries: [TimelineLane.Entry]
  ) -> String? {
    guard case .value(let box)? = entries.last?.signal else { return nil }
    guard isPath(lane.name), !lane.name.contains(".") else {
      reasons.append("the name of the constant '\(lane.name)' is no identifier")
      return nil
    }
    do throws(NoLiteral) {
      let type = try SwiftLiteral.name(of: lane.type)
      return "let \(lane.name): \(type) = \(try literal.text(of: box.erased))"
    } catch {
      reasons.append("the constant '\(lane.name)' has no expression in Swift: \(error.reason)")
      return nil
    }
  }

  private mutating func input(
    _ lane: TimelineLane,
    _ entries: [TimelineLane.Entry]
  ) -> [String]? {
    let given = entries.filter { !lane.isInitial($0) }
    if given.isEmpty { return [] }
    guard let code = code(of: lane, given) else { return nil }
    let (table, call) =
      switch lane.role {
      case .method(let hasParameter, let hasResult):
        (
          hasParameter ? code.table : "",
          "\(hasResult ? "_ = " : "")model.\(lane.name)(\(hasParameter ? "$0" : ""))"
        )
      default: (code.table, "model.\(lane.name).accept($0)")
      }
    return [origin(of: lane, entries), "m.hot(\(code.diagram)\(table)) { \(call) }"]
  }

  private mutating func output(
    _ lane: TimelineLane,
    _ entries: [TimelineLane.Entry]
  ) -> [String]? {
    for case .value(let box) in entries.map(\.signal) where !(box.erased is any Equatable) {
      reasons.append("the values of the lane '\(lane.name)' are not Equatable")
      return nil
    }
    guard let code = code(of: lane, entries) else { return nil }
    return [
      origin(of: lane, entries),
      "m.expect(model.\(lane.name), \(code.diagram)\(code.table)\(code.failures))",
    ]
  }

  /// A comment that says which lane the next line comes from.
  private func origin(of lane: TimelineLane, _ entries: [TimelineLane.Entry]) -> String {
    "// The lane '\(lane.name)', \(entries.count) entries"
  }

  private struct Code {
    var diagram = ""
    /// The table of values, after a comma; empty without values.
    var table = ""
    /// The table of failures, after a comma; empty without failures.
    var failures = ""
  }

  /// Returns the diagram and the tables of entries; `nil` if a value has no expression.
  private mutating func code(
    of lane: TimelineLane,
    _ entries: [TimelineLane.Entry]
  ) -> Code? {
    if lane.droppedCount > 0 {
      reasons.append("the lane '\(lane.name)' has dropped \(lane.droppedCount) entries")
      return nil
    }
    guard isName(of: lane) else {
      reasons.append("the name of the lane '\(lane.name)' is no path in the model")
      return nil
    }
    var (values, failures) = (SwiftTable(), SwiftTable())
    var events: [MarbleDiagram.Event] = []
    do throws(NoLiteral) {
      for entry in entries {
        let letter = lane.meaning(of: entry).map { letters.name(of: $0) } ?? ""
        let signal: MarbleDiagram.Signal =
          switch entry.signal {
          case .value(let box): .value(try values.add(box.erased, as: letter, &literal))
          case .failure(let error): .failure(try failures.add(error, as: letter, &literal))
          case .end: .end
          }
        events.append(MarbleDiagram.Event(signal, at: entry.time))
      }
    } catch {
      reasons.append(
        "a value of the lane '\(lane.name)' has no expression in Swift: \(error.reason)"
      )
      return nil
    }
    return Code(
      diagram: SwiftTable.quoted("\(MarbleDiagram(quantizing: events, frame: frame))"),
      table: values.isEmpty ? "" : ", \(values.text)",
      failures: failures.isEmpty ? "" : ", failures: \(failures.text)"
    )
  }

  func isPath(_ name: String) -> Bool {
    name.wholeMatch(of: /[A-Za-z_]\w*(\.[A-Za-z_]\w*)*/.asciiOnlyWordCharacters()) != nil
  }

  private func isName(of lane: TimelineLane) -> Bool {
    switch lane.role {
    case .output, .states: isPathWithOperators(lane.name)
    // Also with labels: `shows(row:)`.
    case .method: isPath(lane.name.replacing(/\(\w+:\)$/, with: ""))
    case .input, .constant, .function, .events: isPath(lane.name)
    }
  }

  /// Returns whether a name is a path, then operators without an argument or with a key path.
  private func isPathWithOperators(_ name: String) -> Bool {
    let path = /[A-Za-z_]\w*(\.[A-Za-z_]\w*)*(\.[A-Za-z_]\w*\((\\(\.[A-Za-z_]\w*)+)?\))*/
    return name.wholeMatch(of: path.asciiOnlyWordCharacters()) != nil
  }
}

extension TimelineLane.Entry {
  fileprivate var isEnd: Bool { if case .end = signal { true } else { false } }
}

extension TimelineLane.Role {
  fileprivate var isInput: Bool {
    switch self {
    case .input, .method: true
    case .constant, .output, .states, .function, .events: false
    }
  }
}

extension String {
  /// The text without the characters that a name of a test in backticks cannot have.
  fileprivate var asRawIdentifier: String {
    let name = String(map { $0 == "`" || $0 == "\\" || $0.isNewline ? " " : $0 })
    return name.contains(where: \.isLetter) ? name : "the recording repeats"
  }
}

extension Duration {
  /// The duration as an expression in Swift.
  fileprivate var literal: String {
    let (seconds, attoseconds) = components
    if seconds < 1_000_000, attoseconds % 1_000_000_000_000_000 == 0 {
      return ".milliseconds(\(seconds * 1000 + attoseconds / 1_000_000_000_000_000))"
    }
    return "Duration(secondsComponent: \(seconds), attosecondsComponent: \(attoseconds))"
  }

  /// The number of whole frames, in a recording that took at most centuries.
  func frames(of frame: Duration) -> Int { Int((self / frame).rounded(.down)) }
}
