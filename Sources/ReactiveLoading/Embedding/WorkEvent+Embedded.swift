// What the owner of an embedded load reads in the events of its performer.

extension WorkEvent {
  /// A Boolean value that indicates whether the event ends the load.
  package var isEnd: Bool { core.endsLoad }

  /// A Boolean value that indicates whether the event ends the current attempt or delay.
  package var endsAttempt: Bool { core.endsAttempt }

  /// The loaded value or the error, if the event ends the load with one.
  ///
  /// `Value` must be the value type of the load.
  package func result<Value: Sendable>() -> EmbeddedResult<Value>? {
    guard core.endsLoad else { return nil }
    if let value = payload.value { return .value(value.assumed(of: Value.self)) }
    if let failure = payload.failure { return .failure(failure.assumed(of: LoadError.self)) }
    return nil
  }

  /// The change of the load; `nil` if the event ends the load.
  ///
  /// `Value` must be the value type of the load.
  package func step<Value: Sendable>() -> EmbeddedStep<Value>? {
    guard case .attempt(let event, _, let progress) = core else { return nil }
    switch event {
    case .reported:
      if let progress { return .progress(progress) }
      return payload.value.map { .value($0.assumed(of: Value.self)) }
    case .failed(mayRetry: true):
      return payload.failure.map { .attemptFailed($0.assumed(of: LoadError.self)) }
    case .delayElapsed: return .attemptStarted
    case .succeeded, .threwCancellation, .timedOut, .failed(mayRetry: false): return nil
    }
  }
}

/// The result of a load; no retry follows.
package enum EmbeddedResult<Value: Sendable>: Sendable {
  case value(Box<Value>)
  case failure(Box<LoadError>)
}

/// A change of a running load.
package enum EmbeddedStep<Value: Sendable>: Sendable {
  case value(Box<Value>)
  case progress(LoadProgress)
  case attemptFailed(Box<LoadError>)
  /// The delay before a retry has elapsed.
  case attemptStarted
}

extension LoadCore.Event {
  /// A Boolean value that indicates whether the event of a performer ends the load.
  var endsLoad: Bool {
    switch self {
    case .attempt(.reported, _, _), .attempt(.delayElapsed, _, _),
      .attempt(.failed(mayRetry: true), _, _):
      false
    case .attempt, .cancelLoad, .started, .close, .intent: true
    }
  }

  /// A Boolean value that indicates whether the event ends the current attempt or delay.
  var endsAttempt: Bool {
    if case .attempt(.reported, _, _) = self { false } else { true }
  }

  /// Returns whether the event belongs to an attempt or its load; late events do not.
  func concerns(_ attempt: EmbeddedAttempt) -> Bool {
    switch self {
    case .attempt(.timedOut, _, _): true
    case .attempt(_, let ticket, _): ticket == attempt.ticket
    case .cancelLoad, .started, .close, .intent: true
    }
  }
}
