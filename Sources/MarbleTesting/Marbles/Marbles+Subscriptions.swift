extension Marbles {
  /// Expects the subscriptions of a cold input: one diagram for each, in the order of their start.
  ///
  /// ```swift
  /// m.expectSubscriptions(load, ["------^-!", "----------^--!"])
  /// ```
  ///
  /// - Parameters:
  ///   - cold: The input.
  ///   - diagrams: `^` at the start of a subscription, `!` at its completion, failure or
  ///     cancellation; without a `!` it lasts until the end of the run. Both in one frame are
  ///     written `(^!)`.
  ///   - fileID: The file name in a failure.
  ///   - filePath: The file of a failure.
  ///   - line: The line of a failure.
  ///   - column: The column of a failure.
  public func expectSubscriptions<Output, Failure: Error>(
    _ cold: MarbleCold<Output, Failure>,
    _ diagrams: [String],
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    let callSite = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    expectSubscriptions(cold.log, diagrams, callSite)
  }

  /// Expects the subscriptions of a hot input; one after its end is written `(^!)`.
  public func expectSubscriptions<Output, Failure: Error>(
    _ hot: MarbleHot<Output, Failure>,
    _ diagrams: [String],
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    let callSite = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    expectSubscriptions(hot.log, diagrams, callSite)
  }

  private func expectSubscriptions(
    _ log: SubscriptionLog,
    _ diagrams: [String],
    _ callSite: CallSite
  ) {
    guard mayRegister("m.expectSubscriptions", at: callSite) else { return }
    run.isChecked = true
    let expected = diagrams.compactMap { text in
      reading(text, at: callSite) { () throws(MarbleDiagram.SyntaxError) in
        try DiagramKind.subscription.parse(text, frame: run.settings.frame).diagram
      }
    }
    run.expectations.append(SubscriptionExpectation(log, expected, callSite))
  }

  /// Expects only a clean run: no event, task or subscription is left at its end.
  ///
  /// A run without any expectation fails, because it would pass whatever the code under test does.
  /// A step of ``at(_:fileID:filePath:line:column:_:)``, an `m.advance` and a test store of
  /// StoreTesting count as expectations, because they can contain `#expect`. Call this method if a
  /// clean end is all that you test, or if `#expect` checks the result after the run:
  ///
  /// ```swift
  /// marbles { m in
  ///   m.hot("-p--s") { name in player.press(name) }
  ///   m.expectCleanRun()
  /// }
  /// #expect(player.pressed == ["p", "s"])
  /// ```
  public func expectCleanRun() {
    reportEnd(of: "m.expectCleanRun")
    run.isChecked = true
  }
}
