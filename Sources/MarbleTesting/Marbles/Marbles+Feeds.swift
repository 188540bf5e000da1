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
    let failures = FailureTable<Never>.empty
    let read = reading(diagram, at: callSite) { () throws(MarbleDiagram.SyntaxError) in
      try script(diagram, values, failures, as: .valuesOnly)
    }
    guard let script = read, mayRegister("m.hot", at: callSite) else { return }
    noteUnused(values.unusedNames(in: [script.diagram]), [], at: callSite)
    run.register(.hot(script.diagram), SubscriptionLog(), nil, [script], at: callSite)
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
  /// The closure is called on the thread of the test.
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
