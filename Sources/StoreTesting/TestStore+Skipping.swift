import MarbleTesting

extension TestStore {
  /// Skips all received actions and errors that are not checked yet.
  ///
  /// The test fails if all are checked already. See
  /// <doc:TestingAStoreStepByStep#T8-Partial-checks>.
  public func skipReceived(
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    let callSite = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    guard mayReceive({ "skipReceived" }, callSite) else { return }
    let (actions, errors) = (recorder.takeAll(\.received), recorder.takeAll(\.errors))
    guard actions.isEmpty, errors.isEmpty else { return }
    report(.nothingToSkip(marbles.timeline.now), callSite)
  }

  /// Sets the checks for a group of steps.
  ///
  /// ```swift
  /// store.checking(.partial) {
  ///   store.send(.signIn)
  ///   m.advance(by: .seconds(1))
  ///   store.receive(.signedIn) { $0.name = "Ada" }
  /// }
  /// ```
  ///
  /// With `.partial`, unchecked actions and errors of the group are skipped at its end. See
  /// <doc:TestingAStoreStepByStep#T8-Partial-checks>.
  ///
  /// - Parameters:
  ///   - check: The checks of these steps.
  ///   - steps: The group of steps.
  /// - Returns: The result of `steps`.
  /// - Throws: The error of `steps`.
  public func checking<Result, Failure: Error>(
    _ check: StepCheck,
    _ steps: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let (outer, before) = (self.check, recorder.receivedCounts)
    self.check = check
    defer {
      if check == .partial { recorder.skip(since: before) }
      self.check = outer
    }
    return try steps()
  }
}

extension TestStore {
  /// The failure message about unchecked events and running work at the end; `nil` without any.
  ///
  /// See <doc:TestingAStoreStepByStep#T7-The-end>.
  var leftoverText: String? {
    switch check {
    case .partial: return nil
    case .exhaustive:
      // Running work is first, because it may have sent more than a list can show.
      let left =
        recorder.running.map { "\($0.text), still running" }
        + recorder[\.errors].map { "\($0.text), not checked" }
        + recorder[\.received].map { "\($0.text), not checked" }
      return left.isEmpty ? nil : StepFailure.leftovers(left).text
    }
  }
}
