// What the owner of an embedded load reads in the events of its performer.

extension WorkEvent {
  /// A Boolean value that indicates whether the event ends the load.
  package var isEnd: Bool { core.endsLoad }

  /// A Boolean value that indicates whether the event ends the current attempt or delay.
  package var endsAttempt: Bool { core.endsAttempt }

  /// The loaded or partial value, if any; `Value` must be the value type of the load.
  package func value<Value: Sendable>() -> Value? { payload.value?.assumed(of: Value.self).value }

  /// The error of the attempt or the load, if any.
  package var error: LoadError? { payload.failure?.assumed(of: LoadError.self).value }

  /// The reported progress, if any.
  package var progress: LoadProgress? {
    if case .attempt(_, _, let progress) = core { progress } else { nil }
  }

  /// Creates an event that belongs to no load: no attempt has the ticket zero.
  package static func ofNoLoad(
    _ event: AttemptCycle.Event,
    progress: LoadProgress? = nil,
    value: AnyBox? = nil,
    failure: (any Error)? = nil
  ) -> Self {
    let failure = failure.map { Box(LoadError($0)) }
    return Self(
      .attempt(event, of: 0, progress: progress),
      LoadSlots.Payload(value: value, failure: failure)
    )
  }
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
