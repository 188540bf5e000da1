@preconcurrency import CombineShim
import MarbleReport
import Observation

extension ExpectationSource {
  /// The changes of an expression over `@Observable` objects, or over an `ObservableObject`.
  static func changes<Value: Equatable>(
    of expression: @escaping () -> Value,
    on object: (any ObservableObject)?,
    in run: Run,
    at callSite: CallSite
  ) -> Self {
    Self(member: "m.expectChanges", isExpression: true) { recorder in
      guard let object else { return observe(expression, recorder, run, callSite) }
      let changes = ChangeRecorder(recorder, run.timeline, expression) { _, _ in expression() }
      let announcements = willChange(object, of: changes)
      record(changes, run, callSite)
      return Observation {
        changes.cancel()
        announcements.cancel()
      }
    }
  }

  private static func observe<Value: Equatable>(
    _ expression: @escaping () -> Value,
    _ recorder: Recorder,
    _ run: Run,
    _ callSite: CallSite
  ) -> Observation {
    let isObservable = Lock(false)
    let changes = ChangeRecorder(recorder, run.timeline, expression) { changes, observation in
      withObservationTracking(
        expression,
        onChange: notification(of: changes, observation, isObservable)
      )
    }
    record(changes, run, callSite)
    if !isObservable.withLock({ $0 }) { run.report(.notObservable(at: callSite), at: callSite) }
    return Observation(cancel: changes.cancel)
  }

  /// Records the first value and the changes of an expression.
  private static func record<Value>(
    _ changes: ChangeRecorder<Value>,
    _ run: Run,
    _ callSite: CallSite
  ) {
    changes.begin()
    run.readings.append(changes.settle)
    run.finalChecks.append {
      changes.unannounced.map { value, time in
        RunIssue(
          .message(.unannounced(value, time, at: callSite)),
          at: callSite,
          deviation: time
        )
      }
    }
  }
}

private func willChange(
  _ object: some ObservableObject,
  of changes: some ChangeObserver
) -> AnyCancellable {
  object.objectWillChange.sink { [weak changes] _ in changes?.willChange(nil) }
}

/// Returns the closure to call before the next change.
///
/// Observation calls this function only if the expression has read an observable property.
private func notification(
  of changes: any ChangeObserver,
  _ observation: Int,
  _ isObservable: borrowing Lock<Bool>
) -> @Sendable () -> Void {
  isObservable.withLock { $0 = true }
  return { [weak changes] in changes?.willChange(observation) }
}

extension String {
  /// The failure of an expression that no change can be observed of.
  fileprivate static func notObservable(at callSite: CallSite) -> String {
    let label = SourceLabel.argument(at: callSite) ?? "expression"
    return failureText(
      "\(label): the expression reads no observable property.",
      means: "`m.expectChanges(of:)` records the changes of properties of `@Observable` objects.",
      remedy:
        "Pass `on: model` for an `ObservableObject`. Otherwise use `m.expect(reading:)`, which reads "
        + "the value once all work of an instant has settled."
    )
  }

  /// The failure of a change that was found only after the work had settled.
  fileprivate static func unannounced(
    _ value: Any,
    _ time: Duration,
    at callSite: CallSite
  ) -> String {
    let label = SourceLabel.argument(at: callSite) ?? "expression"
    let change = "\(label): the value changed to \(oneLine(value)) at \(time.elapsedText)"
    return failureText(
      "\(change) without a notification.",
      means:
        "The expression reads something that is not observed: an `@ObservationIgnored` property, an "
        + "object without `@Observable`, or with `on:` a property that is not `@Published`. A value that "
        + "changes back there is not recorded.",
      remedy:
        "Make the property observable, or use `m.expect(reading:)`, which reads the value once all "
        + "work of an instant has settled."
    )
  }
}
