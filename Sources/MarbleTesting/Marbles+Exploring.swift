/// Runs a marble test many times, each time with another order of what is ready at once.
///
/// Tasks that are ready in one instant run in the order in which they became so; on a real system
/// any order is possible. A test that holds in every order has no race between ready tasks. Timers
/// that are due together are not shuffled: they wake in the order in which they began.
///
/// ```swift
/// marbles(exploring: 500) { m in … }
/// ```
///
/// The first run keeps the usual order. The first run that fails is reported with its seed; pass
/// that to ``marbles(seed:frame:until:limit:fileID:filePath:line:column:_:)`` to see it again.
///
/// - Parameters:
///   - runs: How many runs, at least 1.
///   - frame: The time that one character of a diagram takes. 10 ms by default.
///   - until: Where time stops even if something is still waiting; by default it never is.
///   - limit: The virtual time after which a run that does not end fails. An hour by default.
///   - fileID: The file that a failure names.
///   - filePath: The file that a failure is shown in.
///   - line: The line that a failure is shown at.
///   - column: The column that a failure is shown at.
///   - body: Sets up inputs, the code under test and expectations; called once for each run.
/// - Throws: What `body` throws; no further run begins then.
public func marbles<Failure: Error>(
  exploring runs: Int,
  frame: Duration = .milliseconds(10),
  until: Duration? = nil,
  limit: Duration = .seconds(3600),
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column,
  _ body: (Marbles) throws(Failure) -> Void
) throws(Failure) {
  let place = Place(fileID: fileID, filePath: filePath, line: line, column: column)
  let settings = RunSettings(
    frame: frame,
    until: until,
    limit: limit,
    isolation: .caller,
    place: place
  )
  try Runner(settings, .exploring(runs)).run(body)
}

/// Runs a marble test in the order that a seed gives to what is ready at once.
///
/// - Parameters:
///   - seed: The seed that a failure of an exploring run printed.
///   - frame: The time that one character of a diagram takes. 10 ms by default.
///   - until: Where time stops even if something is still waiting; by default it never is.
///   - limit: The virtual time after which a run that does not end fails. An hour by default.
///   - fileID: The file that a failure names.
///   - filePath: The file that a failure is shown in.
///   - line: The line that a failure is shown at.
///   - column: The column that a failure is shown at.
///   - body: Sets up inputs, the code under test and expectations; time begins when it returns.
/// - Throws: What `body` throws; time does not run then.
public func marbles<Failure: Error>(
  seed: UInt64,
  frame: Duration = .milliseconds(10),
  until: Duration? = nil,
  limit: Duration = .seconds(3600),
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column,
  _ body: (Marbles) throws(Failure) -> Void
) throws(Failure) {
  let place = Place(fileID: fileID, filePath: filePath, line: line, column: column)
  let settings = RunSettings(
    frame: frame,
    until: until,
    limit: limit,
    isolation: .caller,
    place: place
  )
  try Runner(settings, .seeded(seed)).run(body)
}
