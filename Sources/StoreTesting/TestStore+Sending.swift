import MarbleTesting
public import ReactiveStore

extension TestStore {
  /// Sends an action, and says what it does to the state (T1).
  ///
  /// ```swift
  /// store.send(.typed("sea")) { $0.text = "sea" }
  /// let watching = store.send(.appeared)
  /// watching?.cancel()
  /// ```
  ///
  /// - Parameters:
  ///   - action: What has happened.
  ///   - fileID: The file that a failure names.
  ///   - filePath: The file that a failure is shown in.
  ///   - line: The line that a failure is shown at.
  ///   - column: The column that a failure is shown at.
  ///   - change: Changes a copy of the state as this action must change it; `nil`, the default, if it must
  ///     change nothing. What it throws is a failure.
  /// - Returns: A handle of its effects, to cancel them; `nil` where no step may be done (T9).
  @discardableResult
  public func send(
    _ action: Action,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    _ change: ((inout State) throws -> Void)? = nil
  ) -> StoreTask? {
    let place = Place(fileID: fileID, filePath: filePath, line: line, column: column)
    let name = StepName("send(\(oneLine(action)))")
    guard mayDo(name, place) else { return nil }
    marbles.rest(at: place)
    leaveNothingBehind(before: name, place)
    let task = recorder.sending { store.send(action) }
    marbles.rest(at: place)
    if let step = recorder.takeSent() { compare(step, name, change, place) }
    return task
  }

  /// Runs an action that does work, and lets everything come to rest that is due at this moment.
  ///
  /// What it sends is received.
  ///
  /// - Parameters:
  ///   - action: What to do.
  ///   - id: What it is known by, together with effects; itself alone by default.
  ///   - overlap: What becomes of those with the same id that are at work; they go on by default.
  ///   - fileID: The file that a failure names.
  ///   - filePath: The file that a failure is shown in.
  ///   - line: The line that a failure is shown at.
  ///   - column: The column that a failure is shown at.
  /// - Returns: A handle to cancel it; `nil` where no step may be done (T9).
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
    let place = Place(fileID: fileID, filePath: filePath, line: line, column: column)
    let name = StepName("run(\(type(of: action)))")
    guard mayDo(name, place) else { return nil }
    leaveNothingBehind(before: name, place)
    let task = recorder.running(name.text) { store.run(action, id: id, overlap: overlap) }
    marbles.rest(at: place)
    return task
  }

  /// What was received before a step has to be looked at before it (T6).
  private func leaveNothingBehind(before name: StepName, _ place: Place) {
    let left = recorder.takeAllReceived()
    switch check {
    case .exhaustive where !left.isEmpty:
      report(.unseen(left.map(\.text), before: name.text, marbles.timeline.now), place)
    case .exhaustive, .asserted: break
    }
  }
}
