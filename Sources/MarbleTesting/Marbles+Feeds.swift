extension Marbles {
  /// Feeds the values of a diagram into a closure, from the start of the run.
  ///
  /// ```swift
  /// m.hot("-a--b") { relay.accept($0) }
  /// m.hot("-a--b", ["a": 1, "b": 2], counter.accept)
  /// ```
  ///
  /// - Parameters:
  ///   - diagram: The values; a closure has no use for an end.
  ///   - values: What the names stand for; by default each for itself, as a `String`.
  ///   - fileID: The file that a failure names.
  ///   - filePath: The file that a failure is shown in.
  ///   - line: The line that a failure is shown at.
  ///   - column: The column that a failure is shown at.
  ///   - receive: Takes each value, on the thread of the test.
  public func hot<Table: MarbleTable>(
    _ diagram: String,
    _ values: Table = MarbleValues<String>.names,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    _ receive: @escaping (Table.Value) -> Void
  ) {
    let place = Place(fileID: fileID, filePath: filePath, line: line, column: column)
    let script = reading(diagram, at: place, otherwise: Script<Table.Value, Never>.empty) {
      () throws(MarbleDiagram.SyntaxError) in
      let frame = run.settings.frame
      return try Script(diagram, values, failure: nil, dialect: .endless, frame: frame)
    }
    guard mayRegister("m.hot", at: place) else { return }
    let lane = InputLane(kind: .hot(script.diagram), place: place, log: SubscriptionLog())
    run.inputs.append(lane)
    for case (let time, .value(let value)) in script.steps {
      schedule(at: time, place) { receive(value) }
    }
  }

  /// Does something whenever the diagram has a value, whatever that is.
  ///
  /// ```swift
  /// m.hot("-a---a") { model.appear() }
  /// ```
  ///
  /// - Parameters:
  ///   - diagram: When to act.
  ///   - fileID: The file that a failure names.
  ///   - filePath: The file that a failure is shown in.
  ///   - line: The line that a failure is shown at.
  ///   - column: The column that a failure is shown at.
  ///   - act: Called for each value, on the thread of the test.
  public func hot(
    _ diagram: String,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    _ act: @escaping () -> Void
  ) {
    hot(
      diagram,
      MarbleValues<String>.names,
      fileID: fileID,
      filePath: filePath,
      line: line,
      column: column
    ) { _ in act() }
  }
}
