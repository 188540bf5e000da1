import MarbleTesting

extension TestStore {
  /// Skips the actions and errors that came so far and were not looked at (T8).
  ///
  /// Where there are none, that is a failure.
  ///
  /// - Parameters:
  ///   - fileID: The file that a failure names.
  ///   - filePath: The file that a failure is shown in.
  ///   - line: The line that a failure is shown at.
  ///   - column: The column that a failure is shown at.
  public func skipReceived(
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    let place = Place(fileID: fileID, filePath: filePath, line: line, column: column)
    guard mayLook(StepName("skipReceived"), place) else { return }
    let (actions, errors) = (recorder.takeAllReceived(), recorder.takeAllErrors())
    guard actions.isEmpty, errors.isEmpty else { return }
    report(.nothingToSkip(marbles.timeline.now), place)
  }

  /// Looks at more or less for a stretch of steps (T8).
  ///
  /// ```swift
  /// store.checking(.asserted) {
  ///   store.send(.signIn)
  ///   m.advance(by: .seconds(1))
  ///   store.receive(.signedIn) { $0.name = "Ada" }
  /// }
  /// ```
  ///
  /// Where only what is written is looked at, what came in the stretch is skipped at its end.
  ///
  /// - Parameters:
  ///   - check: How much is looked at.
  ///   - steps: The stretch.
  /// - Returns: What `steps` returns.
  /// - Throws: What `steps` throws.
  public func checking<Result, Failure: Error>(
    _ check: StepCheck,
    _ steps: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let (outer, before) = (self.check, recorder.arrivals)
    self.check = check
    defer {
      if check == .asserted { recorder.skip(since: before) }
      self.check = outer
    }
    return try steps()
  }
}

extension TestStore {
  /// What nobody has looked at when time is over; `nil` if there is nothing, or nobody has to (T7).
  var textOfWhatIsLeft: String? {
    switch check {
    case .asserted: return nil
    case .exhaustive:
      // What is at work first: it may have sent more than a list can show.
      let left =
        recorder.atWork.map { "\($0.text), still at work" }
        + recorder.errors.map { "\($0.text), not looked at" }
        + recorder.received.map { "\($0.text), not looked at" }
      return left.isEmpty ? nil : StepFailure.left(left).text
    }
  }
}
