/// Runs a marble test in virtual time, on the caller's thread, until no event is left.
///
/// ```swift
/// @Test func `the newest result wins`() {
///   marbles { m in
///     let query = m.hot("-a-b---|")
///     let load = m.cold("--x|", ["x": podcasts])
///     let results = query.map { _ in load }.switchToLatest()
///     m.expect(results, "-----x-|", ["x": podcasts])
///     m.expectSubscriptions(load, ["-^-!", "---^--!"])
///   }
/// }
/// ```
///
/// On a real system, jobs that are ready at the same time run in any order. Explore other orders to
/// find races between tasks:
///
/// ```swift
/// marbles(exploring: 500) { m in … }
/// ```
///
/// The first failing order is shrunk to as few changes as possible, and reported with the argument
/// of `replaying:` that repeats it. The body is called for each run.
///
/// A difference is reported at the line of the expectation, in Swift Testing and in XCTest. See
/// <doc:HowTimeRuns> for the order of events, and for the limits.
///
/// - Parameters:
///   - runs: The number of runs: the first in the usual order, each further one with another order
///     of simultaneous jobs and timers. By default that of ``MarbleDefaults``, which is one.
///   - order: The order of a single run, as the failure of an exploring run printed it. By default
///     that of ``MarbleDefaults``, which is none; with `runs`, none.
///   - allowance: The activity outside virtual time that the run allows. By default that of
///     ``MarbleDefaults``, which is nothing.
///   - frame: The time that one character of a diagram takes. 10 ms by default.
///   - until: The virtual time at which the run ends even if events are left, for code that polls
///     endlessly; by default the run ends when no event is left.
///   - limit: The virtual time after which a run that does not end fails. An hour by default.
///   - watchdog: The longest real time that one job or step may run without suspending or
///     returning. Then it is reported, and the process exits with a failure. A minute by default;
///     `nil` for no limit.
///   - fileID: The file name in a failure.
///   - filePath: The file of a failure.
///   - line: The line of a failure.
///   - column: The column of a failure.
///   - body: Sets up inputs, the code under test and expectations; time starts when it returns.
/// - Throws: The error of `body`; time does not run then.
public func marbles<Failure: Error>(
  exploring runs: Int? = nil,
  replaying order: MarbleOrder? = nil,
  allowing allowance: MarbleAllowance? = nil,
  frame: Duration = .milliseconds(10),
  until: Duration? = nil,
  limit: Duration = .seconds(3600),
  watchdog: Duration? = .seconds(60),
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column,
  _ body: (Marbles) throws(Failure) -> Void
) throws(Failure) {
  let defaults = MarbleDefaults.current
  let callSite = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
  let settings = RunSettings(
    frame: frame,
    until: until,
    limit: limit,
    watchdog: watchdog,
    allowance: allowance ?? defaults.allowance,
    isolation: .caller,
    callSite: callSite
  )
  try Runner(settings, defaults.plan(exploring: runs, replaying: order)).run(body)
}

/// Runs a marble test whose set-up, steps and expectations are isolated to the main actor.
///
/// ```swift
/// marbles(on: MainActor.shared) { m in
///   let model = m.keep(ViewModel(clock: m.clock))
///   m.at(.milliseconds(30)) { model.retry() }
///   m.expect(model.states, "l----l-d", states)
/// }
/// ```
///
/// The test itself may run on any thread. Each run has a stand-in for the main actor, so such tests
/// also run in parallel. There is no mutual exclusion between them or with the real main actor:
/// static state of the main actor must not be shared between tests.
///
/// The other parameters, and the thrown error, are those of `marbles` for code on any actor.
public func marbles<Failure: Error>(
  on actor: MainActor,
  exploring runs: Int? = nil,
  replaying order: MarbleOrder? = nil,
  allowing allowance: MarbleAllowance? = nil,
  frame: Duration = .milliseconds(10),
  until: Duration? = nil,
  limit: Duration = .seconds(3600),
  watchdog: Duration? = .seconds(60),
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column,
  _ body: @MainActor (Marbles) throws(Failure) -> Void
) throws(Failure) {
  let defaults = MarbleDefaults.current
  let callSite = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
  let settings = RunSettings(
    frame: frame,
    until: until,
    limit: limit,
    watchdog: watchdog,
    allowance: allowance ?? defaults.allowance,
    isolation: .mainActor,
    callSite: callSite
  )
  let result = withoutActuallyEscaping(body) { body -> Result<Void, Failure> in
    let body = DriverConfined(body)
    return Runner(settings, defaults.plan(exploring: runs, replaying: order)).result {
      marbles in
      marbles.perform(body)
    }
  }
  try result.get()
}

extension Marbles {
  /// Performs the body on the main actor.
  fileprivate func perform<Failure: Error>(
    _ body: DriverConfined<@MainActor (Marbles) throws(Failure) -> Void>
  ) -> Result<Void, Failure> {
    let result = Lock<Result<Void, Failure>?>(nil)
    let marbles = DriverConfined(self)
    run.performOnMainActor {
      let outcome = Result { () throws(Failure) in try body.value(marbles.value) }
      result.withLock { $0 = outcome }
    }
    return result.withLock { $0 } ?? .success(())
  }
}
