extension Marbles {
  /// Feeds the values of a diagram into a closure, from the start of the run.
  ///
  /// ```swift
  /// m.hot("-a--b") { query.send($0) }
  /// m.hot("-a--b", ["a": 1, "b": 2], counter.accept)
  /// ```
  ///
  /// - Parameters:
  ///   - diagram: The values, without a completion.
  ///   - values: The values of the names; by default each name is its value, as a `String`.
  ///   - fileID: The file name in a failure.
  ///   - filePath: The file of a failure.
  ///   - line: The line of a failure.
  ///   - column: The column of a failure.
  ///   - receive: Receives each value, on the thread of the test.
  public func hot<Table: MarbleTable>(
    _ diagram: String,
    _ values: Table = MarbleValues<String>.names,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    _ receive: @escaping (Table.Value) -> Void
  ) {
    let callSite = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    let read = reading(diagram, at: callSite, otherwise: Script<Table.Value, Never>?.none) {
      () throws(MarbleDiagram.SyntaxError) in
      let frame = run.settings.frame
      return try Script(
        diagram,
        values,
        failures: .empty,
        kind: .valuesOnly,
        frame: frame,
        lanePlace: lanePlace(of: diagram)
      )
    }
    guard let script = read, mayRegister("m.hot", at: callSite) else { return }
    noteUnused(values, FailureTable<Never>.empty, in: [script.diagram], at: callSite)
    let log = SubscriptionLog()
    run.inputs.append(
      InputRegistration(
        kind: .hot(script.diagram),
        callSite: callSite,
        log: log,
        consumers: nil,
        [script]
      )
    )
    for case (let time, .value(let value)) in script.steps {
      schedule(at: time, callSite) { receive(value) }
    }
  }

  /// Calls a closure at each value of a diagram and ignores the value.
  ///
  /// ```swift
  /// m.hot("-a---a") { model.appear() }
  /// ```
  ///
  /// - Parameters:
  ///   - diagram: The times of the calls.
  ///   - fileID: The file name in a failure.
  ///   - filePath: The file of a failure.
  ///   - line: The line of a failure.
  ///   - column: The column of a failure.
  ///   - act: The closure, which is called for each value on the thread of the test.
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
