// What the owner of an embedded load reads in the events of its performer.

extension WorkEvent {
  /// The event without its value.
  package var occurrence: EmbeddedEvent { EmbeddedEvent(core) }

  /// A Boolean value that indicates whether the event ends the load.
  package var isEnd: Bool { core.endsLoad }

  /// A Boolean value that indicates whether the event ends the current attempt or delay.
  package var endsAttempt: Bool { core.endsAttempt }

  /// The loaded value or the error in a box, if the event ends the load with one.
  package var result: EmbeddedResult<Value, Failure>? {
    guard core.endsLoad else { return nil }
    if let value { return .value(value) }
    if let failure { return .failure(failure) }
    return nil
  }

  /// The change of the load; `nil` if the event ends the load.
  package var step: EmbeddedStep<Value, Failure>? {
    guard case .heard(let event, _, let progress) = core else { return nil }
    switch event {
    case .reported: return progress.map { .progress($0) } ?? value.map { .value($0) }
    case .failed(mayRetry: true): return failure.map { .attemptFailed($0) }
    case .waited: return .attemptStarted
    case .succeeded, .gaveUp, .expired, .failed(mayRetry: false): return nil
    }
  }
}

/// The result of a load; no retry follows.
package enum EmbeddedResult<Value: Sendable, Failure: Error>: Sendable {
  case value(Box<Value>)
  case failure(Box<Failure>)
}

/// A change of a running load.
package enum EmbeddedStep<Value: Sendable, Failure: Error>: Sendable {
  case value(Box<Value>)
  case progress(LoadProgress)
  case attemptFailed(Box<Failure>)
  /// The delay before a retry has elapsed.
  case attemptStarted
}

extension LoadCore.Event {
  /// A Boolean value that indicates whether the event of a performer ends the load.
  var endsLoad: Bool {
    switch self {
    case .heard(.reported, _, _), .heard(.waited, _, _), .heard(.failed(mayRetry: true), _, _):
      false
    case .heard, .cancelLoad, .begun, .close, .intent: true
    }
  }

  /// A Boolean value that indicates whether the event ends the current attempt or delay.
  var endsAttempt: Bool {
    if case .heard(.reported, _, _) = self { false } else { true }
  }

  /// Returns whether the event belongs to an attempt or its load; late events do not.
  func isAbout(_ attempt: EmbeddedAttempt) -> Bool {
    switch self {
    case .heard(.expired, _, _): true
    case .heard(_, let ticket, _): ticket == attempt.ticket
    case .cancelLoad, .begun, .close, .intent: true
    }
  }
}
