extension Marbles {
  /// Expects an expression to have the values of a diagram whenever all work has settled.
  ///
  /// Use it for models that are not streams: a property of a class, of an `@Observable` or of an
  /// `ObservableObject`, a label of a view.
  ///
  /// ```swift
  /// m.expect(reading: { model.title }, "n----d", ["n": "Loading", "d": "3 podcasts"])
  /// ```
  ///
  /// The expression is read when the body has returned, and after each event once all work that it
  /// caused has settled. A value is recorded if it differs from the value before; values in between
  /// are not read.
  ///
  /// - Parameters:
  ///   - expression: The expression, read on the thread of the test; it must not change anything.
  ///   - diagram: The values, without a completion.
  ///   - values: The values of the names; compared with `==`.
  ///   - check: The part of the values to compare; everything by default.
  ///   - fileID: The file name in a failure.
  ///   - filePath: The file of a failure.
  ///   - line: The line of a failure.
  ///   - column: The column of a failure.
  public func expect<Value: Equatable>(
    reading expression: @escaping () -> Value,
    _ diagram: String,
    _ values: some MarbleTable<Value>,
    checking check: MarbleCheck = .everything,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    let callSite = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    observe(.reading(expression, in: run), diagram, .table(values), .empty, check, callSite)
  }

  /// Expects an expression of strings, numbers or the like to have the values of a diagram, which
  /// are its names.
  public func expect<Value: Equatable & LosslessStringConvertible>(
    reading expression: @escaping () -> Value,
    _ diagram: String,
    checking check: MarbleCheck = .everything,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    let callSite = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    let names = MarbleValues<Value>.names
    observe(.reading(expression, in: run), diagram, .table(names), .empty, check, callSite)
  }
}
