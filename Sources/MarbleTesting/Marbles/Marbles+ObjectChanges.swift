@preconcurrency public import CombineShim

extension Marbles {
  /// Expects every change of an expression over the properties of an `ObservableObject`.
  ///
  /// The first value is that of the call, in frame 0. The object's `objectWillChange` announces
  /// each further change. The same values are recorded as by
  /// ``expectChanges(of:_:_:checking:fileID:filePath:line:column:)``.
  ///
  /// ```swift
  /// m.expectChanges(of: model.title, on: model, "n-(ln)-d", titles)
  /// ```
  ///
  /// - Parameters:
  ///   - expression: An expression over `@Published` properties of the object.
  ///   - object: The object.
  ///   - diagram: The values, without a completion.
  ///   - values: The values of the names; compared with `==`.
  ///   - check: The part of the values to compare; everything by default.
  ///   - fileID: The file name in a failure.
  ///   - filePath: The file of a failure.
  ///   - line: The line of a failure.
  ///   - column: The column of a failure.
  public func expectChanges<Value: Equatable>(
    of expression: @autoclosure @escaping () -> Value,
    on object: some ObservableObject,
    _ diagram: String,
    _ values: some MarbleTable<Value>,
    checking check: MarbleCheck = .everything,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    let callSite = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    observe(expression, on: object, diagram, check, callSite) {
      parsed throws(MarbleDiagram.SyntaxError) in
      try Matcher(values, parsed, failures: .empty)
    }
  }

  /// Expects every change of an expression over an `ObservableObject`, whose names are the values.
  ///
  /// - Parameters:
  ///   - expression: An expression over `@Published` properties of the object, with values such as
  ///     strings or numbers.
  ///   - object: The object.
  ///   - diagram: The values, without a completion.
  ///   - check: The part of the values to compare; everything by default.
  ///   - fileID: The file name in a failure.
  ///   - filePath: The file of a failure.
  ///   - line: The line of a failure.
  ///   - column: The column of a failure.
  public func expectChanges<Value: Equatable & LosslessStringConvertible>(
    of expression: @autoclosure @escaping () -> Value,
    on object: some ObservableObject,
    _ diagram: String,
    checking check: MarbleCheck = .everything,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    let callSite = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    observe(expression, on: object, diagram, check, callSite) {
      parsed throws(MarbleDiagram.SyntaxError) in
      try Matcher(MarbleValues<Value>.names, parsed, failures: .empty)
    }
  }

  private func observe<Value: Equatable>(
    _ expression: @escaping () -> Value,
    on object: some ObservableObject,
    _ text: String,
    _ check: MarbleCheck,
    _ callSite: CallSite,
    _ matcher: (ParsedDiagram) throws(MarbleDiagram.SyntaxError) -> Matcher
  ) {
    add(text, .valuesOnly, check, callSite, matcher, member: "m.expectChanges") { [self] recorder in
      let changes = ChangeRecorder(recorder, run.timeline, expression) { _, _ in expression() }
      let subscription = object.objectWillChange.sink { [weak changes] _ in
        changes?.willChange(nil)
      }
      record(changes, at: callSite)
      return Observation.Running {
        changes.cancel()
        subscription.cancel()
      }
    }
  }
}
