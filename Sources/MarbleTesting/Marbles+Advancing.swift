extension Marbles {
  /// Runs time on to a moment, so that the body can look and act in between.
  ///
  /// For steps where a diagram does not fit:
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
  /// Everything that is due up to and including the moment happens, and what it sets off comes to
  /// rest. Time begins with the first advance: inputs and expectations come before it. When the
  /// body has returned, time goes on to its end.
  ///
  /// - Parameters:
  ///   - time: The moment, counted from the start of the run: not before the present, not after the
  ///     `until` or `limit` of the run.
  ///   - fileID: The file that a failure names.
  ///   - filePath: The file that a failure is shown in.
  ///   - line: The line that a failure is shown at.
  ///   - column: The column that a failure is shown at.
  public func advance(
    to time: Duration,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    let place = Place(fileID: fileID, filePath: filePath, line: line, column: column)
    run.advance(to: time, at: place)
  }

  /// Runs time on for a while, so that the body can look and act in between.
  ///
  /// - Parameters:
  ///   - duration: How long; zero lets what is due now come to rest. See
  ///     ``advance(to:fileID:filePath:line:column:)``.
  ///   - fileID: The file that a failure names.
  ///   - filePath: The file that a failure is shown in.
  ///   - line: The line that a failure is shown at.
  ///   - column: The column that a failure is shown at.
  public func advance(
    by duration: Duration,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    let place = Place(fileID: fileID, filePath: filePath, line: line, column: column)
    run.advance(to: run.timeline.now + duration, at: place)
  }
}
