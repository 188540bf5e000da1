import MarbleTesting
public import ReactiveStore

extension TestStore {
  /// Sends an action and checks its change of the state.
  ///
  /// ```swift
  /// store.send(.typed("sea")) { $0.text = "sea" }
  /// let watching = store.send(.appeared)
  /// watching?.cancel()
  /// ```
  ///
  /// See <doc:TestingAStoreStepByStep#T1-Send>.
  ///
  /// - Parameters:
  ///   - action: The action to send.
  ///   - fileID: The file name in a failure.
  ///   - filePath: The file of a failure.
  ///   - line: The line of a failure.
  ///   - column: The column of a failure.
  ///   - change: Changes a copy of the previous state into the expected state; with `nil`, the
  ///     default, the state must not change. An error that it throws is a failure.
  /// - Returns: A handle that cancels the effects of the action; `nil` where no step is allowed.
  @discardableResult
  public func send(
    _ action: Action,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    _ change: ((inout State) throws -> Void)? = nil
  ) -> StoreTask? {
    let callSite = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    let name = { "send(\(oneLine(action)))" }
    guard mayStep(name, callSite) else { return nil }
    marbles.rest(at: callSite)
    reportUnreceived(before: name, callSite)
    let task = recorder.sending { store.send(action) }
    marbles.rest(at: callSite)
    if let step = recorder.takeSent() { compare(step, name, change, callSite) }
    return task
  }

  /// Runs an `AsyncAction`, and runs all work that is due now until it settles.
  ///
  /// Actions that it sends must be received.
  ///
  /// The id and the overlap are those of `Store.run`, and the result is that of
  /// ``send(_:fileID:filePath:line:column:_:)``.
  @discardableResult
  public func run(
    _ action: some AsyncAction<State, Action>,
    id: (any Hashable & Sendable)? = nil,
    overlap: EffectOverlap = .concurrent,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> StoreTask? {
    let callSite = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    let name = { "run(\(type(of: action)))" }
    guard mayStep(name, callSite) else { return nil }
    reportUnreceived(before: name, callSite)
    let task = recorder.running(name()) { store.run(action, id: id, overlap: overlap) }
    marbles.rest(at: callSite)
    return task
  }

  /// Reports actions that were received before a step and not checked.
  private func reportUnreceived(before name: StepName, _ callSite: CallSite) {
    let left = recorder.takeAll(\.received)
    switch check {
    case .exhaustive where !left.isEmpty:
      report(.unreceived(left.map(\.text), before: name(), marbles.timeline.now), callSite)
    case .exhaustive, .partial: break
    }
  }
}
