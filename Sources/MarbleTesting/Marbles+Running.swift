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
/// A test that holds in every order of what is ready at once has no race between its tasks. On a
/// real system any order is possible, so explore some:
///
/// ```swift
/// marbles(exploring: 500) { m in … }
/// ```
///
/// The first run that fails is made smaller, until as few changes of order as possible are left,
/// and reported with what `replaying:` takes to show it again. The body is called for each run.
///
/// What differs is reported at the line of the expectation, in Swift Testing and in XCTest. See
/// <doc:HowTimeRuns> for what happens in which order, and what the limits are.
///
/// - Parameters:
///   - runs: How many runs, each with another order of what is ready at once, the first with the
///     order of arrival. One by default.
///   - order: The one order to run in, as the failure of an exploring run printed it.
///   - frame: The time that one character of a diagram takes. 10 ms by default.
///   - until: Where time stops even if something is still waiting, for code that polls for ever;
///     by default time goes on until nothing is left.
///   - limit: The virtual time after which a run that does not end fails. An hour by default.
///   - fileID: The file that a failure names.
///   - filePath: The file that a failure is shown in.
///   - line: The line that a failure is shown at.
///   - column: The column that a failure is shown at.
///   - body: Sets up inputs, the code under test and expectations; time begins when it returns.
/// - Throws: What `body` throws; time does not run then.
public func marbles<Failure: Error>(
  exploring runs: Int = 1,
  replaying order: MarbleOrder? = nil,
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
  try Runner(settings, RunPlan(exploring: runs, replaying: order)).run(body)
}

/// Runs a marble test whose set-up, steps and expectations are at home on the main actor.
///
/// ```swift
/// marbles(on: MainActor.shared) { m in
///   let model = m.keep(ViewModel(clock: m.clock))
///   m.at(.milliseconds(30)) { model.retry() }
///   m.expect(model.states, "l----l-d", states)
/// }
/// ```
///
/// The test itself may run on any thread: the main actor of this run is the run's own, so such
/// tests run in parallel, too. They do not exclude each other, nor the real main actor: static
/// state of the main actor must not be shared between tests.
///
/// - Parameters:
///   - actor: The main actor.
///   - runs: How many runs, each with another order of what is ready at once, the first with the
///     order of arrival. One by default.
///   - order: The one order to run in, as the failure of an exploring run printed it.
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
  on actor: MainActor,
  exploring runs: Int = 1,
  replaying order: MarbleOrder? = nil,
  frame: Duration = .milliseconds(10),
  until: Duration? = nil,
  limit: Duration = .seconds(3600),
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column,
  _ body: @MainActor (Marbles) throws(Failure) -> Void
) throws(Failure) {
  let place = Place(fileID: fileID, filePath: filePath, line: line, column: column)
  let settings = RunSettings(
    frame: frame,
    until: until,
    limit: limit,
    isolation: .mainActor,
    place: place
  )
  let result = withoutActuallyEscaping(body) { body -> Result<Void, Failure> in
    let body = OnDriver(body)
    return Runner(settings, RunPlan(exploring: runs, replaying: order)).result { marbles in
      settings.isolation.wait(for: marbles, body)
    }
  }
  try result.get()
}
