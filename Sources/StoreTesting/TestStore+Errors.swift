import MarbleTesting

extension TestStore {
  /// Checks that the first unchecked error of `Store.failures` equals a value.
  ///
  /// See <doc:TestingAStoreStepByStep#T4-Errors>.
  ///
  /// The time is that of ``receive(_:at:fileID:filePath:line:column:_:)``.
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
    return take(name, at: time, callSite, from: \.errors, mismatch)?.error
  }
}
