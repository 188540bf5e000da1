@preconcurrency public import CombineShim

extension Marbles {
  /// Expects every change of an expression over observable properties.
  ///
  /// The first value is that of the call, in frame 0. Each value that is set afterwards is recorded
  /// with the time at which it was set, also if the value changes back within an instant. A set of
  /// an equal value is not a change.
  ///
  /// ```swift
  /// m.expectChanges(of: model.title, "n-(ln)-d", ["n": "", "l": "Loading", "d": "3 podcasts"])
  /// ```
  ///
  /// The expression can read several properties, also of several `@Observable` objects, or those of
  /// one `ObservableObject`. For an expression that is not observable, use
  /// ``expect(reading:_:_:checking:fileID:filePath:line:column:)``. See <doc:TestingModels> for the
  /// contract.
  ///
  /// - Parameters:
  ///   - expression: An expression over properties of `@Observable` objects, or over `@Published`
  ///     properties of `object`. It is read on the thread of the test, also while a property is
  ///     being set; it must not change anything.
  ///   - object: The `ObservableObject` whose `objectWillChange` announces each change; nil, the
  ///     default, for `@Observable` objects.
  ///   - diagram: The values, without a completion.
  ///   - values: The values of the names; compared with `==`.
  ///   - check: The part of the values to compare; everything by default.
  ///   - fileID: The file name in a failure.
  ///   - filePath: The file of a failure.
  ///   - line: The line of a failure.
  ///   - column: The column of a failure.
  public func expectChanges<Value: Equatable>(
    of expression: @autoclosure @escaping () -> Value,
    on object: (any ObservableObject)? = nil,
    _ diagram: String,
    _ values: some MarbleTable<Value>,
    checking check: MarbleCheck = .everything,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    let callSite = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    let changes = ExpectationSource.changes(of: expression, on: object, in: run, at: callSite)
    observe(changes, diagram, .table(values), .empty, check, callSite)
  }

  /// Expects every change of an expression of strings, numbers or the like, whose names are the
  /// values.
  public func expectChanges<Value: Equatable & LosslessStringConvertible>(
    of expression: @autoclosure @escaping () -> Value,
    on object: (any ObservableObject)? = nil,
    _ diagram: String,
    checking check: MarbleCheck = .everything,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    let callSite = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    let changes = ExpectationSource.changes(of: expression, on: object, in: run, at: callSite)
    let names = MarbleValues<Value>.names
    observe(changes, diagram, .table(names), .empty, check, callSite)
  }
}
