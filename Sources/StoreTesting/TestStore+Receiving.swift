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
    let expectation = ReceiveExpectation<Action>("receive(\(oneLine(action)))", of: "action") {
      $0 == action ? nil : difference(between: action, and: $0)
    }
    receive(expectation, at: time, callSite, change)
  }

  /// Checks that the first unchecked action has a case.
  ///
  /// ```swift
  /// let answer = store.receive(case: .books)
  /// ```
  ///
  /// - Parameters:
  ///   - path: The case.
  ///   - time: The exact time of the action, from the start of the run; by default any time.
  ///   - fileID: The file name in a failure.
  ///   - filePath: The file of a failure.
  ///   - line: The line of a failure.
  ///   - column: The column of a failure.
  ///   - change: Changes a copy of the previous state into the expected state; with `nil`, the
  ///     default, the state must not change. An error that it throws is a failure.
  /// - Returns: The associated value; `nil` if no action is unchecked, or if the first has another
  ///   case.
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
    let expectation = ReceiveExpectation<Action>("receive(case:)", of: "action") {
      path.extract($0) == nil ? "  it has another case" : nil
    }
    return receive(expectation, at: time, callSite, change).flatMap(path.extract)
  }

  /// Checks that the first unchecked action satisfies a predicate.
  ///
  /// - Parameters:
  ///   - fits: A predicate that returns true for the expected action.
  ///   - time: The exact time of the action, from the start of the run; by default any time.
  ///   - fileID: The file name in a failure.
  ///   - filePath: The file of a failure.
  ///   - line: The line of a failure.
  ///   - column: The column of a failure.
  ///   - change: Changes a copy of the previous state into the expected state; with `nil`, the
  ///     default, the state must not change. An error that it throws is a failure.
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
    withoutActuallyEscaping(fits) { fits in
      let expectation = ReceiveExpectation<Action>("receive(where:)", of: "action") {
        fits($0) ? nil : "  it does not match"
      }
      receive(expectation, at: time, callSite, change)
    }
  }

  @discardableResult
  private func receive(
    _ expectation: ReceiveExpectation<Action>,
    at time: Duration?,
    _ callSite: CallSite,
    _ change: ((inout State) throws -> Void)?
  ) -> Action? {
    guard mayReceive(expectation.name, callSite),
      let step = take(expectation, at: time, callSite, recorder.received, recorder.dropReceived)
    else { return nil }
    compare(step, expectation.name, change, callSite)
    return step.action
  }
}
