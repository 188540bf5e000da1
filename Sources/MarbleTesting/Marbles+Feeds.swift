extension Marbles {
  /// Feeds the names in a diagram into a closure, from the start of the run.
  ///
  /// ```swift
  /// m.hot("-a--b") { relay.accept($0) }
  /// ```
  ///
  /// - Parameters:
  ///   - diagram: The values; a closure has no use for an end.
  ///   - fileID: The file that a failure names.
  ///   - filePath: The file that a failure is shown in.
  ///   - line: The line that a failure is shown at.
  ///   - column: The column that a failure is shown at.
  ///   - receive: Takes each value, on the thread of the test.
  public func hot(
    _ diagram: String,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    _ receive: @escaping (String) -> Void
  ) {
    let place = Place(fileID: fileID, filePath: filePath, line: line, column: column)
    feed(diagram, .names, place, receive)
  }

  /// Feeds the values of a diagram into a closure, from the start of the run.
  ///
  /// ```swift
  /// m.hot("-a--b", ["a": 1, "b": 2]) { counter.accept($0) }
  /// ```
  ///
  /// - Parameters:
  ///   - diagram: The values; a closure has no use for an end.
  ///   - values: What the names stand for.
  ///   - fileID: The file that a failure names.
  ///   - filePath: The file that a failure is shown in.
  ///   - line: The line that a failure is shown at.
  ///   - column: The column that a failure is shown at.
  ///   - receive: Takes each value, on the thread of the test.
  public func hot<Value>(
    _ diagram: String,
    _ values: [String: Value],
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    _ receive: @escaping (Value) -> Void
  ) {
    let place = Place(fileID: fileID, filePath: filePath, line: line, column: column)
    feed(diagram, MarbleValues(values), place, receive)
  }

  /// Feeds the values of a diagram into a closure, made from their names by a table.
  ///
  /// - Parameters:
  ///   - diagram: The values; a closure has no use for an end.
  ///   - values: What the names stand for.
  ///   - fileID: The file that a failure names.
  ///   - filePath: The file that a failure is shown in.
  ///   - line: The line that a failure is shown at.
  ///   - column: The column that a failure is shown at.
  ///   - receive: Takes each value, on the thread of the test.
  public func hot<Value>(
    _ diagram: String,
    _ values: MarbleValues<Value>,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    _ receive: @escaping (Value) -> Void
  ) {
    let place = Place(fileID: fileID, filePath: filePath, line: line, column: column)
    feed(diagram, values, place, receive)
  }

  private func feed<Value>(
    _ diagram: String,
    _ values: MarbleValues<Value>,
    _ place: Place,
    _ receive: @escaping (Value) -> Void
  ) {
    let script = reading(diagram, at: place, otherwise: Script<Value, Never>.empty) {
      () throws(MarbleDiagram.SyntaxError) in
      _ = try Dialect.feed.parse(diagram, frame: run.settings.frame)
      return try Script(diagram, values, failure: nil, frame: run.settings.frame)
    }
    guard mayRegister("m.hot", at: place) else { return }
    run.inputs.append(
      InputLane(kind: .hot(script.diagram), place: place, log: SubscriptionLog())
    )
    for case (let time, .value(let value)) in script.steps {
      schedule(at: time) { receive(value) }
    }
  }
}
