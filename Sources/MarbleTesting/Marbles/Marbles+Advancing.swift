extension Marbles {
  /// Advances time to a time, so that the body can check and act before time continues.
  ///
  /// Use it for steps that do not fit into a diagram:
  ///
  /// ```swift
  /// marbles { m in
  ///   let model = m.keep(SignIn(load: load, clock: m.clock))
  ///   model.submit()
  ///   m.advance(to: .milliseconds(30))
  ///   #expect(model.isBusy)
  ///   m.advance(by: .seconds(1))
  ///   #expect(model.message == "Welcome")
  /// }
  /// ```
  ///
  /// All events up to and including `time` run, and the work that they cause settles. Time starts
  /// with the first call, so register inputs and expectations before it. After the body has
  /// returned, time runs to the end of the run.
  ///
  /// - Parameters:
  ///   - time: The time from the start of the run, not before the current time and not after the
  ///     `until` or `limit` of the run.
  ///   - fileID: The file name in a failure.
  ///   - filePath: The file of a failure.
  ///   - line: The line of a failure.
  ///   - column: The column of a failure.
  public func advance(
    to time: Duration,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    let callSite = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    run.advance(to: time, at: callSite)
  }

  /// Advances time by a duration, so that the body can check and act before time continues.
  ///
  /// A duration of zero runs due work until it settles. See
  /// ``advance(to:fileID:filePath:line:column:)``.
  public func advance(
    by duration: Duration,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    let callSite = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    run.advance(to: run.timeline.now + duration, at: callSite)
  }
}
