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
    receive({ "receive(failure: \(oneLine(error)))" }, at: time, callSite) {
      $0 as? Failure == error ? nil : difference(between: error as any Error, and: $0)
    }
  }

  /// Checks that the first unchecked error of `Store.failures` has a type.
  ///
  /// ```swift
  /// store.receive(failureOf: UnhandledAction.self)
  /// ```
  ///
  /// The result is the error, or `nil` if no error is unchecked or the first has another type.
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
    let error = receive({ "receive(failureOf: \(type).self)" }, at: time, callSite) {
      $0 is Failure ? nil : "  it has another type"
    }
    return error as? Failure
  }

  @discardableResult
  private func receive(
    _ name: @escaping StepName,
    at time: Duration?,
    _ callSite: CallSite,
    _ mismatch: (any Error) -> String?
  ) -> (any Error)? {
    guard mayReceive(name, callSite) else { return nil }
    return take(name, at: time, callSite, recorder.errors, recorder.dropErrors, mismatch)?.error
  }
}
