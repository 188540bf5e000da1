internal import Observation

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
  /// The expression can read several properties, also of several objects. For an expression that is
  /// not observable, use ``expect(reading:_:_:checking:fileID:filePath:line:column:)``. See
  /// <doc:TestingModels> for the contract.
  ///
  /// - Parameters:
  ///   - expression: An expression over properties of `@Observable` objects. It is read on the
  ///     thread of the test, also while a property is being set; it must not change anything.
  ///   - diagram: The values, without a completion.
  ///   - values: The values of the names; compared with `==`.
  ///   - check: The part of the values to compare; everything by default.
  ///   - fileID: The file name in a failure.
  ///   - filePath: The file of a failure.
  ///   - line: The line of a failure.
  ///   - column: The column of a failure.
  public func expectChanges<Value: Equatable>(
    of expression: @autoclosure @escaping () -> Value,
    _ diagram: String,
    _ values: some MarbleTable<Value>,
    checking check: MarbleCheck = .everything,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    let callSite = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    observe(expression, diagram, check, callSite) { parsed throws(MarbleDiagram.SyntaxError) in
      try Matcher(values, parsed, failures: .empty)
    }
  }

  /// Expects every change of an expression over observable properties, whose names are the values.
  ///
  /// - Parameters:
  ///   - expression: An expression over properties of `@Observable` objects, with values such as
  ///     strings or numbers.
  ///   - diagram: The values, without a completion.
  ///   - check: The part of the values to compare; everything by default.
  ///   - fileID: The file name in a failure.
  ///   - filePath: The file of a failure.
  ///   - line: The line of a failure.
  ///   - column: The column of a failure.
  public func expectChanges<Value: Equatable & LosslessStringConvertible>(
    of expression: @autoclosure @escaping () -> Value,
    _ diagram: String,
    checking check: MarbleCheck = .everything,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    let callSite = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    observe(expression, diagram, check, callSite) { parsed throws(MarbleDiagram.SyntaxError) in
      try Matcher(MarbleValues<Value>.names, parsed, failures: .empty)
    }
  }

  private func observe<Value: Equatable>(
    _ expression: @escaping () -> Value,
    _ text: String,
    _ check: MarbleCheck,
    _ callSite: CallSite,
    _ matcher: (ParsedDiagram) throws(MarbleDiagram.SyntaxError) -> Matcher
  ) {
    add(text, .valuesOnly, check, callSite, matcher, member: "m.expectChanges") { [self] recorder in
      let isObservable = Lock(false)
      let changes = ChangeRecorder(recorder, run.timeline, expression) { changes, observation in
        withObservationTracking(
          expression,
          onChange: notification(of: changes, observation, isObservable)
        )
      }
      record(changes, at: callSite)
      if !isObservable.withLock({ $0 }) { run.report(.notObservable(at: callSite), at: callSite) }
      return Observation.Running(cancel: changes.cancel)
    }
  }

  /// Records the first value and the changes of an expression.
  func record<Value>(_ changes: ChangeRecorder<Value>, at callSite: CallSite) {
    changes.begin()
    run.readings.append(changes.settle)
    run.finalChecks.append {
      changes.unannounced.map { value, time in
        Issue(
          text: .unannounced(value, time, at: callSite),
          callSite: callSite,
          deviation: time
        )
      }
    }
  }
}

/// Returns the closure to call before the next change.
///
/// Observation calls this function only if the expression has read an observable property.
private func notification(
  of changes: any ChangeObserver,
  _ observation: Int,
  _ isObservable: Lock<Bool>
) -> @Sendable () -> Void {
  isObservable.withLock { $0 = true }
  return { [weak changes] in changes?.willChange(observation) }
}

extension String {
  /// The failure of an expression that no change can be observed of.
  fileprivate static func notObservable(at callSite: CallSite) -> String {
    let label = SourceLabel.argument(at: callSite) ?? "expression"
    return """
      \(label): the expression reads no observable property.

      `m.expectChanges(of:)` records the changes of properties of `@Observable` objects.

      Pass `on: model` for an `ObservableObject`. Otherwise use `m.expect(reading:)`, which reads \
      the value once all work of an instant has settled.
      """
  }

  /// The failure of a change that was found only after the work had settled.
  fileprivate static func unannounced(
    _ value: Any,
    _ time: Duration,
    at callSite: CallSite
  ) -> String {
    let label = SourceLabel.argument(at: callSite) ?? "expression"
    return """
      \(label): the value changed to \(oneLine(value)) at \(time.elapsedText) without a notification.

      The expression reads something that is not observed: an `@ObservationIgnored` property, an \
      object without `@Observable`, or with `on:` a property that is not `@Published`. A value that \
      changes back there is not recorded.

      Make the property observable, or use `m.expect(reading:)`, which reads the value once all \
      work of an instant has settled.
      """
  }
}
