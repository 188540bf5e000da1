import IssueReporting

/// Runs a marble test in virtual time, on the caller's thread, until nothing is left to happen.
///
/// ```swift
/// @Test func `the newest answer wins`() {
///   marbles { m in
///     let query = m.hot("-a-b---|")
///     let load = m.cold("--x|", ["x": podcasts])
///     let model = m.keep(SearchModel(query: query, load: load, clock: m.clock))
///     m.expect(model.states, "nl-l-d--", states)
///   }
/// }
/// ```
///
/// What differs is reported at the line of the expectation, in Swift Testing and in XCTest. See
/// <doc:HowTimeRuns> for what happens in which order, and what the limits are.
///
/// - Parameters:
///   - frame: The time that one character of a diagram takes. 10 ms by default.
///   - until: Where time stops even if something is still waiting, for code that polls for ever;
///     by default time goes on until nothing is left.
///   - limit: The virtual time after which a run that does not end fails. An hour by default.
///   - fileID: The file that a failure names.
///   - filePath: The file that a failure is shown in.
///   - line: The line that a failure is shown at.
///   - column: The column that a failure is shown at.
///   - body: Sets up inputs, the code under test and expectations; time begins when it returns.
public func marbles(
  frame: Duration = .milliseconds(10),
  until: Duration? = nil,
  limit: Duration = .seconds(3600),
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column,
  _ body: (Marbles) throws -> Void
) rethrows {
  let place = Place(fileID: fileID, filePath: filePath, line: line, column: column)
  let settings = RunSettings(
    frame: frame,
    until: until,
    limit: limit,
    isolation: .caller,
    place: place
  )
  try settings.perform(seed: nil, body).report()
}

extension RunSettings {
  func perform(seed: UInt64?, _ body: (Marbles) throws -> Void) rethrows -> [Issue] {
    guard Hooks.areInPlace() else {
      return [Issue(text: Trouble.hookReplaced.text, place: place)]
    }
    let run = Run(self, seed: seed)
    try run.perform { try body(Marbles(run)) }
    return run.issues
  }
}

extension [Issue] {
  func report() {
    for issue in self {
      reportIssue(
        issue.text,
        fileID: issue.place.fileID,
        filePath: issue.place.filePath,
        line: issue.place.line,
        column: issue.place.column
      )
    }
  }
}
