import MarbleTesting
public import ReactiveStore

extension TestStore {
  /// Looks at the first action that came and was not looked at: it must be this one (T2).
  ///
  /// ```swift
  /// store.receive(.found("A"), at: .milliseconds(20)) { $0.result = "A" }
  /// ```
  ///
  /// - Parameters:
  ///   - action: The action.
  ///   - time: When it was reduced, exactly, counted from the start of the run; at any time by default (T3).
  ///   - fileID: The file that a failure names.
  ///   - filePath: The file that a failure is shown in.
  ///   - line: The line that a failure is shown at.
  ///   - column: The column that a failure is shown at.
  ///   - change: Changes a copy of the state as this action must have changed it; `nil`, the default, if it
  ///     must have changed nothing. What it throws is a failure.
  public func receive(
    _ action: Action,
    at time: Duration? = nil,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    _ change: ((inout State) throws -> Void)? = nil
  ) where Action: Equatable {
    let place = Place(fileID: fileID, filePath: filePath, line: line, column: column)
    let wanted = Wanted<Action>("receive(\(oneLine(action)))", of: "action") {
      $0 == action ? nil : difference(between: action, and: $0)
    }
    receive(wanted, at: time, place, change)
  }

  /// Looks at the first action that came and was not looked at: it must be of a case (T2).
  ///
  /// ```swift
  /// let answer = store.receive(case: .books)
  /// ```
  ///
  /// - Parameters:
  ///   - path: The case.
  ///   - time: When it was reduced, exactly, counted from the start of the run; at any time by default (T3).
  ///   - fileID: The file that a failure names.
  ///   - filePath: The file that a failure is shown in.
  ///   - line: The line that a failure is shown at.
  ///   - column: The column that a failure is shown at.
  ///   - change: Changes a copy of the state as this action must have changed it; `nil`, the default, if it
  ///     must have changed nothing. What it throws is a failure.
  /// - Returns: What is in the case; `nil` if another action came, or none.
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
    let place = Place(fileID: fileID, filePath: filePath, line: line, column: column)
    let wanted = Wanted<Action>("receive(case:)", of: "action") {
      path.extract($0) == nil ? "  it is not of the case" : nil
    }
    return receive(wanted, at: time, place, change).flatMap(path.extract)
  }

  /// Looks at the first action that came and was not looked at: it must fit (T2).
  ///
  /// - Parameters:
  ///   - fits: Answers whether an action is the one.
  ///   - time: When it was reduced, exactly, counted from the start of the run; at any time by default (T3).
  ///   - fileID: The file that a failure names.
  ///   - filePath: The file that a failure is shown in.
  ///   - line: The line that a failure is shown at.
  ///   - column: The column that a failure is shown at.
  ///   - change: Changes a copy of the state as this action must have changed it; `nil`, the default, if it
  ///     must have changed nothing. What it throws is a failure.
  public func receive(
    where fits: (Action) -> Bool,
    at time: Duration? = nil,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    _ change: ((inout State) throws -> Void)? = nil
  ) {
    let place = Place(fileID: fileID, filePath: filePath, line: line, column: column)
    withoutActuallyEscaping(fits) { fits in
      let wanted = Wanted<Action>("receive(where:)", of: "action") {
        fits($0) ? nil : "  it does not fit"
      }
      receive(wanted, at: time, place, change)
    }
  }

  @discardableResult
  private func receive(
    _ wanted: Wanted<Action>,
    at time: Duration?,
    _ place: Place,
    _ change: ((inout State) throws -> Void)?
  ) -> Action? {
    guard mayLook(wanted.name, place),
      let step = take(wanted, at: time, place, recorder.received, recorder.dropReceived)
    else { return nil }
    compare(step, wanted.name, change, place)
    return step.action
  }
}
