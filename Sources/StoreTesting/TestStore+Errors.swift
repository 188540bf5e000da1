import MarbleTesting

extension TestStore {
  /// Looks at the first error of `Store.failures` that was not looked at: it must be this one (T4).
  ///
  /// - Parameters:
  ///   - error: The error, as the effect throws it.
  ///   - time: When it came, exactly, counted from the start of the run; at any time by default.
  ///   - fileID: The file that a failure names.
  ///   - filePath: The file that a failure is shown in.
  ///   - line: The line that a failure is shown at.
  ///   - column: The column that a failure is shown at.
  public func receive<Failure: Error & Equatable>(
    failure error: Failure,
    at time: Duration? = nil,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    let place = Place(fileID: fileID, filePath: filePath, line: line, column: column)
    let wanted = Wanted<any Error>("receive(failure: \(oneLine(error)))", of: "error") {
      $0 as? Failure == error ? nil : difference(between: error as any Error, and: $0)
    }
    receive(wanted, at: time, place)
  }

  /// Looks at the first error of `Store.failures` that was not looked at: it must be of a type (T4).
  ///
  /// ```swift
  /// store.receive(failureOf: UnhandledAction.self)
  /// ```
  ///
  /// - Parameters:
  ///   - type: The type of the error.
  ///   - time: When it came, exactly, counted from the start of the run; at any time by default.
  ///   - fileID: The file that a failure names.
  ///   - filePath: The file that a failure is shown in.
  ///   - line: The line that a failure is shown at.
  ///   - column: The column that a failure is shown at.
  /// - Returns: The error; `nil` if another one came, or none.
  @discardableResult
  public func receive<Failure: Error>(
    failureOf type: Failure.Type,
    at time: Duration? = nil,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> Failure? {
    let place = Place(fileID: fileID, filePath: filePath, line: line, column: column)
    let wanted = Wanted<any Error>("receive(failureOf: \(type).self)", of: "error") {
      $0 is Failure ? nil : "  it is of another type"
    }
    return receive(wanted, at: time, place) as? Failure
  }

  @discardableResult
  private func receive(
    _ wanted: Wanted<any Error>,
    at time: Duration?,
    _ place: Place
  ) -> (any Error)? {
    guard mayLook(wanted.name, place) else { return nil }
    return take(wanted, at: time, place, recorder.errors, recorder.dropErrors)?.error
  }
}
