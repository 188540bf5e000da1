import MarbleReport

/// The diagrams of a whole test by name, one line for each.
///
/// ```swift
/// let lanes = m.lanes(
///   """
///   query:    -a-b-------|
///   results:  ------b----|
///   """
/// )
/// let query = m.hot(lanes["query"])
/// m.expect(query.debounce(for: .milliseconds(30), scheduler: m.scheduler), lanes["results"])
/// ```
///
/// A line is `name: diagram`. Blank lines and comments, `// …` and `/* … */`, are ignored. A value
/// `:` is written in quotes, `':'`. An unknown lane, two lanes of one name, a line without a name
/// and a lane that is never used fail the test. A mistake in a diagram is reported at its line.
public struct MarbleLanes {
  private let table: LaneTable
  private let run: Run

  init(_ table: LaneTable, _ run: Run) {
    self.table = table
    self.run = run
  }

  /// The diagram of a lane by the text before its colon; an unknown name fails the test.
  public subscript(
    _ name: String,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> String {
    if let diagram = table.read(name) { return diagram }
    let callSite = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    if let mistake = table.mistake(of: name) { run.report(mistake, at: callSite) }
    return ""
  }
}

extension Marbles {
  /// Reads several diagrams from one text, so that a whole test is one picture.
  ///
  /// - Parameters:
  ///   - text: The lanes, one in each line: `name: diagram`. See ``MarbleLanes``.
  ///   - fileID: The file name in a failure.
  ///   - filePath: The file of a failure.
  ///   - line: The line of a failure.
  ///   - column: The column of a failure.
  /// - Returns: The diagrams by name: `lanes["query"]`.
  public func lanes(
    _ text: String,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> MarbleLanes {
    let callSite = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    reportEnd(of: "m.lanes", at: callSite)
    let table = LaneTable(text, callSite)
    for (mistake, place) in table.mistakes { run.report(mistake, at: place) }
    laneTables.append(table)
    run.finalChecks += table.lanes.map { lane in
      {
        if table.isRead(lane) { return nil }
        return RunIssue(.message(lane.unusedText), at: table.place(of: lane)())
      }
    }
    return MarbleLanes(table, run)
  }

  /// The place of the lane with a diagram; nil for a diagram that is not in a lane.
  func lanePlace(of diagram: String) -> (@Sendable () -> CallSite)? {
    for table in laneTables {
      guard let lane = table.lane(of: diagram) else { continue }
      return table.place(of: lane)
    }
    return nil
  }

  /// Reports the mistake in a diagram: at its lane, or at the call that takes the diagram.
  func report(_ error: MarbleDiagram.SyntaxError, in text: String, at callSite: CallSite) {
    for table in laneTables {
      guard let lane = table.takeLane(of: text) else { continue }
      return run.report(error.text(in: text, lane: lane.name), at: table.place(of: lane)())
    }
    run.report(error.text(in: text), at: callSite)
  }
}
