/// An event of a performer for the machine that it works for.
///
/// Its layout is the same for all types of values.
package struct EmbeddedNews<Value: Sendable, Failure: Error>: Sendable {
  let event: LoadCore.Event
  let value: Box<Value>?
  let failure: Box<Failure>?

  init(_ event: LoadCore.Event, value: Box<Value>? = nil, failure: Box<Failure>? = nil) {
    self.event = event
    self.value = value
    self.failure = failure
  }

  /// The event without its value.
  package var occurrence: EmbeddedEvent { EmbeddedEvent(event) }

  /// A Boolean value that indicates whether the event ends the load.
  package var isEnd: Bool { event.endsLoad }

  /// A Boolean value that indicates whether the event ends the current attempt or delay.
  package var endsAttempt: Bool { event.endsAttempt }

  /// The loaded value or the error in a box, if the event ends the load with one.
  package var result: EmbeddedResult<Value, Failure>? {
    guard event.endsLoad else { return nil }
    if let value { return .value(value) }
    if let failure { return .failure(failure) }
    return nil
  }

  /// The change of the load; `nil` if the event ends the load.
  package var step: EmbeddedStep<Value, Failure>? {
    guard case .heard(let event, _, let progress) = event else { return nil }
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

// MARK: For the machine of pages

extension EmbeddedNews {
  enum What: Sendable {
    case heard(LoadNews<Value, Failure>)
    /// A handle cancels the load of this number.
    case cancel(UInt)
  }

  /// Creates an event of a machine that has its values in its events.
  init(what: What) {
    switch what {
    case .cancel(let load): self.init(.cancelLoad(load))
    case .heard(let news):
      let event = news.attemptEvent
      switch news {
      case .reported(let ticket, .value(let value)):
        self.init(.heard(event, of: ticket), value: Box(value))
      case .reported(let ticket, .progress(let progress)):
        self.init(.heard(event, of: ticket, progress: progress))
      case .succeeded(let ticket, let value):
        self.init(.heard(event, of: ticket), value: Box(value))
      case .failed(let ticket, let error, _):
        self.init(.heard(event, of: ticket), failure: Box(error))
      case .gaveUp(let ticket), .waited(let ticket): self.init(.heard(event, of: ticket))
      case .expired(let ticket, let error):
        self.init(.heard(event, of: ticket), failure: error.map { Box($0) })
      }
    }
  }

  /// The event with its value.
  var what: What {
    switch event {
    case .cancelLoad(let load): return .cancel(load)
    case .heard(let heard, let ticket, let progress):
      if let news = news(heard, ticket, progress) { return .heard(news) }
    case .intent, .begun, .close: break
    }
    preconditionFailure("A performer sends events of loads with their values only, not \(event).")
  }

  private func news(
    _ event: AttemptCycle.Event,
    _ ticket: UInt,
    _ progress: LoadProgress?
  ) -> LoadNews<Value, Failure>? {
    switch event {
    case .reported:
      progress.map { .reported(ticket, .progress($0)) }
        ?? value.map { .reported(ticket, .value($0.value)) }
    case .succeeded: value.map { .succeeded(ticket, $0.value) }
    case .failed(let mayRetry): failure.map { .failed(ticket, $0.value, mayRetry: mayRetry) }
    case .gaveUp: .gaveUp(ticket)
    case .waited: .waited(ticket)
    case .expired: .expired(ticket, failure?.value)
    }
  }
}
