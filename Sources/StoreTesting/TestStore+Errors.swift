import MarbleTesting

extension TestStore {
  /// Checks that the first unchecked error of `Store.failures` equals a value.
  ///
  /// See <doc:TestingAStoreStepByStep#T4-Errors>.
  ///
  /// - Parameters:
  ///   - error: The expected error.
  ///   - time: The exact time of the error, from the start of the run; by default any time.
  ///   - fileID: The file name in a failure.
  ///   - filePath: The file of a failure.
  ///   - line: The line of a failure.
  ///   - column: The column of a failure.
  public func receive<Failure: Error & Equatable>(
    failure error: Failure,
    at time: Duration? = nil,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    let callSite = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    let expectation = ReceiveExpectation<any Error>(
      "receive(failure: \(oneLine(error)))",
      of: "error"
    ) {
      $0 as? Failure == error ? nil : difference(between: error as any Error, and: $0)
    }
    receive(expectation, at: time, callSite)
  }

  /// Checks that the first unchecked error of `Store.failures` has a type.
  ///
  /// ```swift
  /// store.receive(failureOf: UnhandledAction.self)
  /// ```
  ///
  /// - Parameters:
  ///   - type: The type of the error.
  ///   - time: The exact time of the error, from the start of the run; by default any time.
  ///   - fileID: The file name in a failure.
  ///   - filePath: The file of a failure.
  ///   - line: The line of a failure.
  ///   - column: The column of a failure.
  /// - Returns: The error; `nil` if no error is unchecked, or if the first has another type.
  @discardableResult
  public func receive<Failure: Error>(
    failureOf type: Failure.Type,
    at time: Duration? = nil,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> Failure? {
    let callSite = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    let expectation = ReceiveExpectation<any Error>("receive(failureOf: \(type).self)", of: "error")
    {
      $0 is Failure ? nil : "  it has another type"
    }
    return receive(expectation, at: time, callSite) as? Failure
  }

  @discardableResult
  private func receive(
    _ expectation: ReceiveExpectation<any Error>,
    at time: Duration?,
    _ callSite: CallSite
  ) -> (any Error)? {
    guard mayReceive(expectation.name, callSite) else { return nil }
    return take(expectation, at: time, callSite, recorder.errors, recorder.dropErrors)?.error
  }
}
