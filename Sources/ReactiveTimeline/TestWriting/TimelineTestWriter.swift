import MarbleDiagrams
import ReactiveGround
import ReactiveLoading
import ReactiveRelays

/// Writes the test of a timeline.
struct TimelineTestWriter {
  let frame: Duration
  private let timeline: Timeline
  private let imports: [SwiftImport]
  private let recorded: [(lane: TimelineLane, entries: [TimelineLane.Entry])]
  private let functions: [TimelineFunction]
  var letters: TimelineLetters
  var literal: SwiftLiteral
  var reasons: [String] = []
  private let order: TimelineOrder
  private var inputNames: Set<String> = []
  /// The names that the test declares.
  var declared: Set<String> = ["m", "model", "marbles"]

  init(
    _ timeline: Timeline,
    _ literal: SwiftLiteral,
    frame: Duration,
    importing imports: [SwiftImport]
  ) {
    (self.timeline, self.literal, self.imports) = (timeline, literal, imports)
    // Within the limits of a diagram.
    self.frame = MarbleDiagram(events: [], frame: frame).frame
    recorded = timeline.recordedLanes().map { lane, entries in
      let endsWithOwner = lane.endsWithOwner && entries.last?.isEnd == true
      return (lane, endsWithOwner ? entries.dropLast() : entries)
    }
    functions = timeline.functions
    self.literal.fixtures.avoid(
      recorded.filter { $0.lane.role == .constant }.map(\.lane.name)
        + functions.flatMap(\.constants)
    )
    order = TimelineOrder(of: recorded, functions, frame: self.frame)
    letters = TimelineLetters(of: recorded)
  }

  mutating func text(of model: String?, named name: String) -> String {
    let constants = recorded.filter { $0.lane.role == .constant }
      .compactMap { constant($0.lane, $0.entries) }
    let inputs = recorded.filter { $0.lane.role.isInput }.compactMap { input($0.lane, $0.entries) }
    let streams = recorded.filter { [.output, .states].contains($0.lane.role) }
    let outputs = streams.compactMap { output($0.lane, $0.entries) }
    let loads = functions.compactMap { code(of: $0) }
    if timeline.removedCount > 0 {
      reasons.append(
        "the timeline has removed \(timeline.removedCount.counted("recording", "recordings")) that "
          + "have ended: record fewer objects"
      )
    }
    for time in order.conflicts {
      reasons.append(
        "the order of an answer and an input in one frame, at \(time), is not repeated: "
          + "choose a shorter frame"
      )
    }
    for module in imports.filter({ !$0.hasName }).map(\.module) {
      reasons.append("'\(module)' is no name of a module; name the module, `importing: [\"App\"]`")
    }
    if model == nil {
      reasons.append(
        "name the expression that creates the model: `swiftTest(of: \"Model(clock: m.clock)\")`"
      )
    }
    if outputs.isEmpty, loads.isEmpty, reasons.isEmpty {
      reasons.append("record a stream of the model, or a load function, as the expectation")
    }
    guard let model, reasons.isEmpty else {
      // A line break would end the comment.
      return reasons.map { "// No test: \(cutText($0, 1000)).\n" }.joined()
    }
    let until = min(end, .latest).frames(of: frame).successor
    let fixtures = literal.fixtures.code
    let decoding = fixtures.map { "  \($0)\n" }.joined()
    var body: [String] = constants + loads.flatMap(\.declaration)
    // An unused constant is a warning.
    let isUsed = !(inputs + outputs).joined().isEmpty
    if !literal.memberwise.isEmpty {
      body.insert(
        "// Uses the memberwise initializers of "
          + literal.memberwise.sorted().joined(separator: ", ")
          + "; pass a SwiftExpression for a type with another one, or with a private property",
        at: 0
      )
    }
    // First, because the model or an expectation, of a key of a cache, may load when it is created.
    for load in loads { body += load.expectation }
    body.append("\(isUsed ? "let model = " : "")m.keep(\(model))")
    for lane in inputs + outputs { body += lane }
    return """
      \(SwiftImport.lines(imports))
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
  /// Adds a reason of no test, and returns `nil`.
  mutating func reject<Code>(_ reason: String) -> Code? {
    reasons.append(reason)
    return nil
  }

  /// The time of the last entry.
  private var end: Duration { recorded.flatMap(\.entries).map(\.time).max() ?? .zero }

  /// Returns the declaration of a value that the model is created with.
  private mutating func constant(
    _ lane: TimelineLane,
    _ entries: [TimelineLane.Entry]
  ) -> String? {
    guard case .value(let box)? = entries.last?.signal else { return nil }
    if let reason = reason(against: lane.name, of: "constant") {
      return reject(reason)
    }
    declare([lane.name])
    do throws(NoLiteral) {
      let type = try SwiftLiteral.name(of: lane.type)
      return "let \(lane.name): \(type) = \(try literal.text(of: box.erased))"
    } catch {
      return reject("the constant '\(lane.name)' has no expression in Swift: \(error.reason)")
    }
  }

  private mutating func input(
    _ lane: TimelineLane,
    _ entries: [TimelineLane.Entry]
  ) -> [String]? {
    let given = entries.filter { !lane.isInitial($0) }
    if given.isEmpty { return [] }
    if !inputNames.insert(lane.name).inserted {
      reasons.append("two inputs have the name '\(lane.name)'")
    }
    var lines = [origin(of: lane, entries)]
    for isLate in [false, true] {
      let part = given.filter { order.late.contains($0.position) == isLate }
      if part.isEmpty { continue }
      guard let code = code(of: lane, part) else { return nil }
      if isLate { lines.append("// After the answers in the same frame") }
      lines.append(line(of: lane, code, isLate: isLate))
    }
    return lines
  }

  /// Returns the line that gives the values of an input.
  private func line(of lane: TimelineLane, _ code: Code, isLate: Bool) -> String {
    let value = isLate ? "value" : "$0"
    var (table, parameter) = (code.table, "value in ")
    var call = "model.\(lane.name).accept(\(value))"
    if case .method(let method) = lane.role {
      if !method.hasParameter { (table, parameter) = ("", "") }
      let isNested = isLate || method.effects != .none
      call = method.call(of: "model.\(lane.name)", with: isNested ? "value" : value)
      if !isLate, method.effects != .none { call = parameter + call }
    }
    if isLate { call = "\(parameter)m.scheduler.schedule(after: m.scheduler.now) { \(call) }" }
    return "m.hot(\(code.diagram)\(table)) { \(call) }"
  }

  private mutating func output(
    _ lane: TimelineLane,
    _ entries: [TimelineLane.Entry]
  ) -> [String]? {
    let expectation = lane.expectation
    guard expectation.type is any Equatable.Type else {
      return reject(
        "the values of the lane '\(lane.name)' are not Equatable: conform their type to Equatable, "
          + "or record a part that is, such as '\(lane.name).map(\\.id)'"
      )
    }
    guard var code = code(of: lane, entries, as: expectation.value) else { return nil }
    if code.table.isEmpty {
      // An empty table has no type itself.
      guard let type = name(of: expectation.type, of: lane) else { return nil }
      code.table = ", [:] as [String: \(type)]"
    }
    return [
      origin(of: lane, entries),
      "m.expect(model.\(path(of: lane))\(expectation.suffix), \(code.diagram)\(code.table)"
        + "\(code.failures))",
    ]
  }

  private mutating func name(of type: any Any.Type, of lane: TimelineLane) -> String? {
    do throws(NoLiteral) { return try SwiftLiteral.name(of: type) } catch {
      return reject("the type of the lane '\(lane.name)' has no name in Swift: \(error.reason)")
    }
  }

  /// A comment that says which lane the next line comes from.
  private func origin(of lane: TimelineLane, _ entries: [TimelineLane.Entry]) -> String {
    "// The lane '\(lane.name)', \(entries.count.counted("entry", "entries"))"
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
    _ entries: [TimelineLane.Entry],
    as expected: (Any) -> Any = { $0 }
  ) -> Code? {
    if lane.droppedCount > 0 {
      return reject(
        "the lane '\(lane.name)' has dropped \(lane.droppedCount.counted("entry", "entries")): use a larger `limit`"
      )
    }
    guard isName(of: lane) else {
      return reject(
        "the name of the lane '\(lane.name)' is no path in the model; name it like 'screen.query'"
      )
    }
    var (values, failures) = (SwiftTable(), SwiftTable())
    var events: [MarbleDiagram.Event] = []
    do throws(NoLiteral) {
      for entry in entries {
        let letter = letters.meaning(of: entry, in: lane).map { letters.name(of: $0) } ?? ""
        let signal: MarbleDiagram.Signal =
          switch entry.signal {
          case .value(let box): .value(try values.add(expected(box.erased), as: letter, &literal))
          case .failure(let error): .failure(try failures.add(error, as: letter, &literal))
          case .end: .end
          }
        events.append(MarbleDiagram.Event(signal, at: entry.time))
      }
    } catch {
      return reject(
        "a value of the lane '\(lane.name)' has no expression in Swift: \(error.reason)"
      )
    }
    return Code(
      diagram: "\(MarbleDiagram(quantizing: events, frame: frame))".swiftLiteral,
      table: values.isEmpty ? "" : ", \(values.text)",
      failures: failures.isEmpty ? "" : ", failures: \(failures.text)"
    )
  }
}

extension TimelineLane.Entry {
  fileprivate var isEnd: Bool { if case .end = signal { true } else { false } }
}

extension TimelineLane.Role {
  var isInput: Bool {
    switch self {
    case .input, .method: true
    case .constant, .output, .states, .function, .events: false
    }
  }
}

extension TimelineLane.Method {
  /// Returns the call of a method in a test.
  fileprivate func call(of name: String, with value: String) -> String {
    let call = "\(name)(\(hasParameter ? value : ""))"
    let ignored = hasResult ? "_ = " : ""
    return switch effects {
    case .none: ignored + call
    case .async: "Task { \(ignored)await \(call) }"
    // The recorded call may have failed, too.
    case .throwing: "Task { _ = try? await \(call) }"
    }
  }
}

extension Int {
  /// The next number, at most the largest one.
  var successor: Int { self == .max ? .max : self + 1 }
}

extension Duration {
  /// The duration as an expression in Swift.
  fileprivate var literal: String {
    let (seconds, attoseconds) = components
    if seconds < 1_000_000, attoseconds % 1_000_000_000_000_000 == 0 {
      return ".milliseconds(\(seconds * 1000 + attoseconds / 1_000_000_000_000_000))"
    }
    return SwiftLiteral.literal(of: self)
  }
}
