extension Marbles {
  /// Expects an expression to have the values that a diagram says, looked at whenever everything
  /// has come to rest.
  ///
  /// For models that are no streams: a property of a class, of an `@Observable` or of an
  /// `ObservableObject`, a label of a view.
  ///
  /// ```swift
  /// m.expect(reading: { model.title }, "n----d", ["n": "Loading", "d": "3 podcasts"])
  /// ```
  ///
  /// The expression is read when the body has returned and after each thing that happens in time,
  /// when all that it set off has come to rest. A value counts when it is not equal to the one
  /// before; what comes and goes in between is not seen.
  ///
  /// - Parameters:
  ///   - expression: Read on the thread of the test; it must not change anything.
  ///   - diagram: The values; an expression has no end.
  ///   - values: What the names stand for; values are compared with `==`.
  ///   - check: How much of it is looked at; everything by default.
  ///   - fileID: The file that a failure names.
  ///   - filePath: The file that a failure is shown in.
  ///   - line: The line that a failure is shown at.
  ///   - column: The column that a failure is shown at.
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
    let place = Place(fileID: fileID, filePath: filePath, line: line, column: column)
    read(expression, diagram, check, place) { parsed throws(MarbleDiagram.SyntaxError) in
      try Matcher(values, parsed, failure: nil)
    }
  }

  /// Expects an expression to have the values that a diagram says; each name stands for itself.
  ///
  /// - Parameters:
  ///   - expression: Of strings, numbers and the like; read on the thread of the test.
  ///   - diagram: The values; an expression has no end.
  ///   - check: How much of it is looked at; everything by default.
  ///   - fileID: The file that a failure names.
  ///   - filePath: The file that a failure is shown in.
  ///   - line: The line that a failure is shown at.
  ///   - column: The column that a failure is shown at.
  public func expect<Value: Equatable & LosslessStringConvertible>(
    reading expression: @escaping () -> Value,
    _ diagram: String,
    checking check: MarbleCheck = .everything,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    let place = Place(fileID: fileID, filePath: filePath, line: line, column: column)
    read(expression, diagram, check, place) { parsed throws(MarbleDiagram.SyntaxError) in
      try Matcher(MarbleValues<Value>.names, parsed, failure: nil)
    }
  }

  private func read<Value: Equatable>(
    _ expression: @escaping () -> Value,
    _ text: String,
    _ check: MarbleCheck,
    _ place: Place,
    _ matcher: (ParsedDiagram) throws(MarbleDiagram.SyntaxError) -> Matcher
  ) {
    add(text, .endless, check, place, matcher) { recorder in
      recorder.takesReadings()
      var last: Value?
      run.readings.append {
        let value = expression()
        guard value != last else { return }
        last = value
        recorder.record(.value(value))
      }
      return Watch(cancel: {})
    }
  }
}
