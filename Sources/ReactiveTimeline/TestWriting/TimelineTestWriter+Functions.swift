import MarbleDiagrams
import ReactiveGround
import ReactiveLoadable
import ReactiveLoading

/// The lines of a test that replace a recorded load function.
typealias TimelineFunctionCode = (declaration: [String], expectation: [String])

extension TimelineTestWriter {
  /// Returns the closure of a load function, and the expectation of its requests; `nil` if a value
  /// has no expression.
  mutating func code(of function: TimelineFunction) -> TimelineFunctionCode? {
    let name = function.name
    if let reason = reason(against: name, of: "load function") {
      return reject(reason)
    }
    declare(function.constants)
    if let reason = function.reasonAgainstTest {
      return reject(reason)
    }
    do throws(NoLiteral) {
      let cancelled = try function.cancelled.map { (error) throws(NoLiteral) in
        try literal.text(of: error)
      }
      return try calls(of: function, cancelled).code(of: function, cancelled)
    } catch {
      return reject(
        "a value of the load function '\(name)' has no expression in Swift: \(error.reason)"
      )
    }
  }

  private mutating func calls(
    of function: TimelineFunction,
    _ cancelled: String?
  ) throws(NoLiteral) -> TimelineCalls {
    let results = Dictionary(
      function.results.entries.compactMap { entry in entry.call.map { ($0.number, entry) } },
      uniquingKeysWith: { first, _ in first }
    )
    var calls = TimelineCalls()
    var asked: [MarbleDiagram.Event] = []
    for entry in function.requests.entries {
      guard let call = entry.call else { continue }
      let letter = function.requests.meaning(of: entry).map { letters.name(of: $0) } ?? ""
      let name = try calls.requests.add(call.content.erased, as: letter, &literal)
      asked.append(MarbleDiagram.Event(.value(name), at: entry.time))
      let events = try answer(to: entry, results[call.number], function, cancelled, &calls)
      calls.answers.append(text(of: events))
      if let lane = function.reports {
        calls.reports.append(text(of: try reports(of: call.number, in: lane, since: entry, &calls)))
      }
    }
    calls.asked = text(of: asked)
    return calls
  }

  /// Returns the reports of a call, from the frame of the call on.
  private mutating func reports(
    of number: UInt,
    in lane: TimelineLane,
    since call: TimelineLane.Entry,
    _ calls: inout TimelineCalls
  ) throws(NoLiteral) -> [MarbleDiagram.Event] {
    var events: [MarbleDiagram.Event] = []
    for entry in lane.entries {
      guard let report = entry.call, report.number == number, let meaning = lane.meaning(of: entry)
      else { continue }
      let letter = letters.name(of: meaning)
      let name = try calls.reported.add(report.content.erased, as: letter, &literal)
      events.append(MarbleDiagram.Event(.value(name), at: delay(of: entry, since: call)))
    }
    return events
  }

  private func delay(
    of entry: TimelineLane.Entry,
    since call: TimelineLane.Entry
  ) -> Duration {
    frame * max(entry.time.frames(of: frame) - call.time.frames(of: frame), 0)
  }

  private func text(of events: [MarbleDiagram.Event]) -> String {
    let diagram = events.isEmpty ? "-" : "\(MarbleDiagram(quantizing: events, frame: frame))"
    return diagram.swiftLiteral
  }

  /// Returns the events of the result of a call, from the frame of the call on.
  ///
  /// A call without a result, or one that was cancelled, never returns.
  private mutating func answer(
    to call: TimelineLane.Entry,
    _ result: TimelineLane.Entry?,
    _ function: TimelineFunction,
    _ cancelled: String?,
    _ calls: inout TimelineCalls
  ) throws(NoLiteral) -> [MarbleDiagram.Event] {
    guard let result, let outcome = (result.call?.content.erased as? any AnyResult)?.anyOutcome,
      let meaning = function.results.meaning(of: result)
    else { return [] }
    let letter = letters.name(of: meaning)
    let delay = delay(of: result, since: call)
    switch outcome {
    case .success(let value):
      let name = try calls.values.add(value, as: letter, &literal)
      return [.value(name), .end].map { MarbleDiagram.Event($0, at: delay) }
    case .failure(let error):
      if error is CancellationError { return [] }
      if let cancelled, try literal.text(of: error) == cancelled { return [] }
      let name = try calls.failures.add(error, as: letter, &literal)
      return [MarbleDiagram.Event(.failure(name), at: delay)]
    }
  }
}

/// The diagrams and tables of the calls of a load function.
private struct TimelineCalls {
  var values = SwiftTable()
  var failures = SwiftTable()
  var requests = SwiftTable()
  var answers: [String] = []
  var reported = SwiftTable()
  var reports: [String] = []
  var asked = ""

  func code(
    of function: TimelineFunction,
    _ cancelled: String?
  ) throws(NoLiteral) -> TimelineFunctionCode {
    let name = function.name
    let request = try SwiftLiteral.name(of: function.request)
    let value = try SwiftLiteral.name(of: function.value)
    let report = try function.report.map { (type) throws(NoLiteral) in
      try SwiftLiteral.name(of: type)
    }
    let takesRequest = function.request != NoRequest.self
    let reporter =
      function.takesReporter
      ? "LoadReporter<\(value)>" : report.map { "@escaping @Sendable (\($0)) -> Void" }
    let argument = [takesRequest ? request : nil, reporter].compactMap(\.self)
      .joined(separator: ", ")
    let labels = [takesRequest ? "request" : nil, reporter == nil ? nil : "report"]
      .compactMap(\.self)
    let label = labels.isEmpty ? nil : labels.joined(separator: ", ")
    let accepted = takesRequest ? "request" : "NoRequest()"
    let thrown =
      function.isTyped ? "throws(\(try SwiftLiteral.name(of: function.failure)))" : "throws"
    // A closure with a typed failure names it.
    let parameter =
      function.isTyped
      ? " \(label ?? "()") async \(thrown) in" : label.map { " \($0) in" } ?? ""
    let answer = cancelled.map { "orCancelled: \($0)" } ?? ""
    let errors = failures.isEmpty ? "" : ", failures: \(failures.text)"
    let table = values.typed("[String: \(value)]")
    let reportsTable = reported.typed("[String: \(report ?? "")]")
    return (
      declaration: [
        "// The load function '\(name)', \(answers.count.counted("call", "calls"))",
        "let \(name)Answers = \(cold(answers, table + errors))",
      ]
        + (report == nil ? [] : ["let \(name)Reports = \(cold(reports, reportsTable))"]) + [
          "let \(name)Requests = m.keep(PublishRelay<\(request)>())",
          "let \(name): @Sendable (\(argument)) async \(thrown) -> \(value) = {\(parameter)",
          "  \(name)Requests.accept(\(accepted))",
        ] + reporting(of: function) + [
          "  return try await \(name)Answers(\(answer))",
          "}",
        ],
      expectation: [
        "m.expect(\(name)Requests, \(asked), \(requests.typed("[String: \(request)]")))"
      ]
    )
  }
}

/// Returns the lines that make the reports of a call until its end.
private func reporting(of function: TimelineFunction) -> [String] {
  if function.report == nil { return [] }
  let relay = "\(function.name)Reports"
  let end = "  defer { reports.cancel() }"
  if !function.takesReporter { return ["  let reports = \(relay).sink { report($0) }", end] }
  return [
    "  let reports = \(relay).sink { state in",
    "    if let value = state.value { report.value(value) }",
    "    if let progress = state.progress { report.progress(progress) }",
    "  }", end,
  ]
}

/// Returns an input with a diagram for each call.
private func cold(_ diagrams: [String], _ tables: String) -> String {
  let later = diagrams.dropFirst().joined(separator: ", ")
  let then = later.isEmpty ? "" : ", then: [\(later)]"
  return "m.cold(\(diagrams.first ?? "\"-\""), \(tables)\(then))"
}

extension TimelineFunction {
  /// The names that the test declares.
  var constants: [String] {
    [name, "\(name)Answers", "\(name)Requests"] + (reports == nil ? [] : ["\(name)Reports"])
  }

  /// True if the function throws errors of one type.
  fileprivate var isTyped: Bool { failure != (any Error).self }

  /// The reason why a test cannot replace the function; `nil` if it can.
  fileprivate var reasonAgainstTest: String? {
    if !(request is any Equatable.Type) {
      return "the requests of the load function '\(name)' are not Equatable: conform their type to "
        + "Equatable"
    }
    if failure == Never.self {
      return
        "the load function '\(name)' does not throw, so a cancelled call of it has no result in "
        + "a test: record a function that throws"
    }
    if lanes.contains(where: { $0.droppedCount > 0 }) {
      return "the lane '\(name)' has dropped entries: use a larger `limit`"
    }
    if isTyped, cancelled == nil {
      return "the load function '\(name)' has a typed failure: name the error of a cancellation, "
        + "`recording(\(name), as: \(name.swiftLiteral), orCancelled: …)`"
    }
    return nil
  }
}

extension TimelineFunction {
  /// Returns whether a result is that of a cancelled call, which never returns in a test.
  func isCancelled(_ result: TimelineCall) -> Bool {
    guard case .failure(let error)? = (result.content.erased as? any AnyResult)?.anyOutcome else {
      return false
    }
    if error is CancellationError { return true }
    return cancelled.map {
      type(of: error) == type(of: $0) && fullText(error) == fullText($0)
    } ?? false
  }
}

extension TimelineLane.Entry {
  /// The call of a load function, or its result.
  var call: TimelineCall? {
    guard case .value(let box) = signal else { return nil }
    return box.erased as? TimelineCall
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
