import MarbleDiagrams
import ReactiveLoading

/// Writes the test of a timeline.
struct TimelineTestWriter {
  private let frame: Duration
  private let recorded: [(lane: TimelineLane, entries: [TimelineLane.Entry])]
  private let functions: [TimelineFunction]
  private var letters: TimelineLetters
  private(set) var reasons: [String] = []

  init(_ timeline: Timeline, frame: Duration) {
    self.frame = frame
    recorded = timeline.recordedLanes()
    functions = timeline.functions
    letters = TimelineLetters(of: recorded)
  }

  mutating func text(of model: String?, named name: String) -> String {
    let inputs = lanes(.input).compactMap { input($0.lane, $0.entries) }
    let streams = recorded.filter { [.output, .states].contains($0.lane.role) }
    let outputs = streams.compactMap { output($0.lane, $0.entries) }
    let loads = functions.compactMap { function($0) }
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
    var body: [String] = loads.flatMap(\.declaration)
    body.append("let model = m.keep(\(model))")
    for lane in inputs + outputs { body += lane }
    for load in loads { body += load.expectation }
    return """
      import Foundation
      import LoadableTesting
      import Testing

      @Test func `\(name)`() {
        marbles(frame: \(frame.literal), until: \((frame * until).literal)) { m in
      \(body.map { "    \($0)" }.joined(separator: "\n"))
        }
      }

      """
  }
}

// MARK: Lanes

extension TimelineTestWriter {
  private func lanes(
    _ role: TimelineLane.Role
  ) -> [(lane: TimelineLane, entries: [TimelineLane.Entry])] {
    recorded.filter { $0.lane.role == role }
  }

  /// The time of the last entry.
  private var end: Duration { recorded.flatMap(\.entries).map(\.time).max() ?? .zero }

  private mutating func input(
    _ lane: TimelineLane,
    _ entries: [TimelineLane.Entry]
  ) -> [String]? {
    let given = entries.filter { !lane.isInitial($0) }
    guard let code = code(of: lane, given) else { return nil }
    return [
      origin(of: lane, entries),
      "m.hot(\(code.diagram)\(code.table)) { model.\(lane.name).accept($0) }",
    ]
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
    guard isPath(lane.name) else {
      reasons.append("the name of the lane '\(lane.name)' is no path in the model")
      return nil
    }
    var (values, failures) = (SwiftTable(), SwiftTable())
    do throws(NoLiteral) {
      for entry in entries {
        guard let meaning = lane.meaning(of: entry) else { continue }
        let name = letters.name(of: meaning)
        switch entry.signal {
        case .value(let box): try values.add(box.erased, as: name)
        case .failure(let error): try failures.add(error, as: name)
        case .end: break
        }
      }
    } catch {
      reasons.append(
        "a value of the lane '\(lane.name)' has no expression in Swift: \(error.reason)"
      )
      return nil
    }
    let events = entries.map { lane.event(of: $0, &letters) }
    return Code(
      diagram: SwiftTable.quoted("\(MarbleDiagram(quantizing: events, frame: frame))"),
      table: values.isEmpty ? "" : ", \(values.text)",
      failures: failures.isEmpty ? "" : ", failures: \(failures.text)"
    )
  }

  private func isPath(_ name: String) -> Bool {
    name.wholeMatch(of: /[A-Za-z_][A-Za-z_0-9]*(\.[A-Za-z_][A-Za-z_0-9]*)*/) != nil
  }
}

// MARK: Load functions

extension TimelineTestWriter {
  private struct FunctionCode {
    let declaration: [String]
    let expectation: [String]
  }

  private mutating func function(_ function: TimelineFunction) -> FunctionCode? {
    let name = function.name
    let requests = function.requests.entries
    guard isPath(name), !name.contains(".") else {
      reasons.append("the name of the load function '\(name)' is no identifier")
      return nil
    }
    if function.requests.droppedCount + function.results.droppedCount > 0 {
      reasons.append("the lane '\(name)' has dropped entries")
      return nil
    }
    let results = Dictionary(
      function.results.entries.compactMap { entry in call(entry).map { ($0.number, entry) } },
      uniquingKeysWith: { first, _ in first }
    )
    var (values, failures, requestTable) = (SwiftTable(), SwiftTable(), SwiftTable())
    var (answers, asked): ([String], [MarbleDiagram.Event]) = ([], [])
    do throws(NoLiteral) {
      let (request, value) = (
        try SwiftLiteral.name(of: function.request), try SwiftLiteral.name(of: function.value)
      )
      for entry in requests {
        guard let call = call(entry) else { continue }
        let letter = function.requests.meaning(of: entry).map { letters.name(of: $0) } ?? ""
        try requestTable.add(call.anyContent, as: letter)
        asked.append(MarbleDiagram.Event(.value(letter), at: entry.time))
        answers.append(try answer(to: entry, results[call.number], function, &values, &failures))
      }
      return code(
        of: name,
        request,
        value,
        answers,
        values,
        failures,
        "\(MarbleDiagram(quantizing: asked, frame: frame))",
        requestTable
      )
    } catch {
      reasons.append(
        "a value of the load function '\(name)' has no expression in Swift: \(error.reason)"
      )
      return nil
    }
  }

  private func code(
    of name: String,
    _ request: String,
    _ value: String,
    _ answers: [String],
    _ values: SwiftTable,
    _ failures: SwiftTable,
    _ asked: String,
    _ requests: SwiftTable
  ) -> FunctionCode {
    let table =
      values.isEmpty ? ", [:] as [String: \(value)]" : ", \(values.typed("[String: \(value)]"))"
    let errors = failures.isEmpty ? "" : ", failures: \(failures.text)"
    let takesRequest = request != "NoRequest"
    let (signature, accepted) = takesRequest ? ("(\(request))", "request") : ("()", "NoRequest()")
    let later = answers.dropFirst().joined(separator: ", ")
    let then = later.isEmpty ? "" : ", then: [\(later)]"
    return FunctionCode(
      declaration: [
        "// The load function '\(name)', \(answers.count) calls",
        "let \(name)Answers = m.cold(\(answers.first ?? "\"-\"")\(table)\(errors)\(then))",
        "let \(name)Requests = PublishRelay<\(request)>()",
        "let \(name): @Sendable \(signature) async throws -> \(value) = {\(takesRequest ? " request in" : "")",
        "  \(name)Requests.accept(\(accepted))",
        "  return try await \(name)Answers()",
        "}",
      ],
      expectation: [
        "m.expect(\(name)Requests, \(SwiftTable.quoted(asked)), \(requests.typed("[String: \(request)]")))"
      ]
    )
  }

  /// Returns the diagram of the result of a call, from the frame of the call on.
  private mutating func answer(
    to call: TimelineLane.Entry,
    _ result: TimelineLane.Entry?,
    _ function: TimelineFunction,
    _ values: inout SwiftTable,
    _ failures: inout SwiftTable
  ) throws(NoLiteral) -> String {
    // A call without a result, or one that was cancelled, never returns.
    guard let result, let content = self.call(result)?.anyContent as? any AnyResult,
      let meaning = function.results.meaning(of: result)
    else { return "\"-\"" }
    let letter = letters.name(of: meaning)
    let delay = frame * (result.time.frames(of: frame) - call.time.frames(of: frame))
    let signals: [MarbleDiagram.Signal]
    switch content.anyOutcome {
    case .success(let value):
      try values.add(value, as: letter)
      signals = [.value(letter), .end]
    case .failure(let error):
      if error is CancellationError { return "\"-\"" }
      try failures.add(error, as: letter)
      signals = [.failure(letter)]
    }
    let events = signals.map { MarbleDiagram.Event($0, at: delay) }
    return SwiftTable.quoted("\(MarbleDiagram(quantizing: events, frame: frame))")
  }

  private func call(_ entry: TimelineLane.Entry) -> (any AnyTimelineCall)? {
    guard case .value(let box) = entry.signal else { return nil }
    return box.erased as? any AnyTimelineCall
  }
}

/// A result without its types.
private protocol AnyResult {
  var anyOutcome: Result<Any, any Error> { get }
}

extension Result: AnyResult {
  fileprivate var anyOutcome: Swift.Result<Any, any Error> {
    switch self {
    case .success(let value): .success(value)
    case .failure(let error): .failure(error)
    }
  }
}

extension Duration {
  /// The duration as an expression in Swift.
  fileprivate var literal: String {
    let nanoseconds = self / .nanoseconds(1)
    return self == .milliseconds(Int(nanoseconds / 1e6))
      ? ".milliseconds(\(Int(nanoseconds / 1e6)))" : ".nanoseconds(\(Int(nanoseconds)))"
  }

  /// The number of whole frames.
  fileprivate func frames(of frame: Duration) -> Int { Int((self / frame).rounded(.down)) }
}
