import MarbleTesting
public import ReactiveStore

extension TestStore {
  /// Checks that the first unchecked action equals a value.
  ///
  /// ```swift
  /// store.receive(.found("A"), at: .milliseconds(20)) { $0.result = "A" }
  /// ```
  ///
  /// See <doc:TestingAStoreStepByStep#T2-Receive>.
  ///
  /// - Parameters:
  ///   - action: The expected action.
  ///   - time: The exact time of the action, from the start of the run; by default any time.
  ///   - fileID: The file name in a failure.
  ///   - filePath: The file of a failure.
  ///   - line: The line of a failure.
  ///   - column: The column of a failure.
  ///   - change: Changes a copy of the previous state into the expected state; with `nil`, the
  ///     default, the state must not change. An error that it throws is a failure.
  public func receive(
    _ action: Action,
    at time: Duration? = nil,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    _ change: ((inout State) throws -> Void)? = nil
  ) where Action: Equatable {
    let callSite = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    receive({ "receive(\(oneLine(action)))" }, at: time, callSite, change) {
      $0 == action ? nil : difference(between: action, and: $0)
    }
  }

  /// Checks that the first unchecked action has a case.
  ///
  /// ```swift
  /// let answer = store.receive(case: .books)
  /// ```
  ///
  /// The result is its associated value, or `nil` if no action is unchecked or the first has
  /// another case. Time and closure are those of ``receive(_:at:fileID:filePath:line:column:_:)``.
  @discardableResult
  public func receive<Value>(
    case path: CasePath<Action, Value>,
    at time: Duration? = nil,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    _ change: ((inout State) throws -> Void)? = nil
  ) -> Value? {
    let callSite = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    let action = receive({ "receive(case:)" }, at: time, callSite, change) {
      path.extract($0) == nil ? "  it has another case" : nil
    }
    return action.flatMap(path.extract)
  }

  /// Checks that the first unchecked action satisfies a predicate.
  ///
  /// Time and closure are those of ``receive(_:at:fileID:filePath:line:column:_:)``.
  public func receive(
    where fits: (Action) -> Bool,
    at time: Duration? = nil,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    _ change: ((inout State) throws -> Void)? = nil
  ) {
    let callSite = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    receive({ "receive(where:)" }, at: time, callSite, change) {
      fits($0) ? nil : "  it does not match"
    }
  }

  @discardableResult
  private func receive(
    _ name: @escaping StepName,
    at time: Duration?,
    _ callSite: CallSite,
    _ change: ((inout State) throws -> Void)?,
    _ mismatch: (Action) -> String?
  ) -> Action? {
    guard mayReceive(name, callSite),
      let step = take(name, at: time, callSite, from: \.received, mismatch)
    else { return nil }
    compare(step, name, change, callSite)
    return step.action
  }
}
