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
    read(expression, diagram, check, callSite) { parsed throws(MarbleDiagram.SyntaxError) in
      try Matcher(values, parsed, failures: .empty)
    }
  }

  /// Expects an expression to have the values of a diagram, whose names are the values.
  ///
  /// - Parameters:
  ///   - expression: An expression of strings or numbers, read on the thread of the test.
  ///   - diagram: The values, without a completion.
  ///   - check: The part of the values to compare; everything by default.
  ///   - fileID: The file name in a failure.
  ///   - filePath: The file of a failure.
  ///   - line: The line of a failure.
  ///   - column: The column of a failure.
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
    read(expression, diagram, check, callSite) { parsed throws(MarbleDiagram.SyntaxError) in
      try Matcher(MarbleValues<Value>.names, parsed, failures: .empty)
    }
  }

  private func read<Value: Equatable>(
    _ expression: @escaping () -> Value,
    _ text: String,
    _ check: MarbleCheck,
    _ callSite: CallSite,
    _ matcher: (ParsedDiagram) throws(MarbleDiagram.SyntaxError) -> Matcher
  ) {
    add(text, .valuesOnly, check, callSite, matcher) { [run] recorder in
      recorder.takesReadings()
      var last: Value?
      run.readings.append {
        let value = expression()
        guard value != last else { return }
        last = value
        recorder.record(.value(value))
      }
      return Observation.Running(cancel: {})
    }
  }
}
