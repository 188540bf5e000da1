/// Performs one run of an ``EmbeddedLoad`` or of ``EmbeddedPages``, while the value has that run.
///
/// One thread at a time calls `follow`, after each change of the value; events are sent from any
/// thread. The lock guards the performed attempt; no code of the caller runs under it. A performer
/// serves one run only, so late events of an earlier run are never mistaken for events of this run.
///
/// It is not generic: an ``EmbeddedCall`` has the request, an ``EmbeddedAnswer`` the value.
package final class EmbeddedPerformer: Sendable {
  /// Receives an event without a value, its error, and the performer.
  package typealias Publish =
    @Sendable (_ event: EmbeddedEvent, LoadError?, EmbeddedPerformer) -> Void

  private struct Present {
    var attempt: EmbeddedAttempt?
    /// The ticket of the last attempt or delay whose end was handled.
    var over: UInt?
    var running: RunningLoad?
  }

  private let shared: EmbeddedPolicy
  let place: QueuePlace?
  private let present = Lock(Present())
  private let publish: Publish

  init(_ policy: EmbeddedPolicy, publish: @escaping Publish) {
    shared = policy
    self.publish = publish
    place = policy.policy.place
  }

  deinit { close() }

  /// Returns whether it performs a run, in any attempt that has not ended.
  package func performs(_ attempt: EmbeddedAttempt) -> Bool {
    present.withLock { present in
      guard let performed = present.attempt, performed.isSameRun(as: attempt) else { return false }
      // A run that was reset to an earlier attempt must be performed from that attempt.
      return attempt.ticket >= performed.ticket && present.over.map { attempt.ticket > $0 } ?? true
    }
  }

  /// Returns whether an event is about the current run; called once, when the event is handled.
  ///
  /// An attempt that has ended is not performed again, even if the value then says that it is
  /// running.
  package func expects(_ event: EmbeddedEvent) -> Bool {
    present.withLock { present in
      guard let attempt = present.attempt, event.ofCore.isAbout(attempt) else { return false }
      if event.ofCore.endsAttempt { present.over = attempt.ticket }
      return true
    }
  }

  /// A Boolean value that indicates whether the end of the current attempt was handled.
  package var isOver: Bool { present.withLock { $0.over != nil && $0.over == $0.attempt?.ticket } }

  /// Performs a loading run: starts it, or continues with the next attempt.
  ///
  /// - Parameters:
  ///   - attempt: The current attempt of the value's run, the same run that this performer started
  ///     with.
  ///   - other: The performer of a replaced load, so that an activity counts both as one.
  ///   - call: Creates the call of the load function; called only when an attempt starts.
  package func follow(
    _ attempt: EmbeddedAttempt,
    inPlaceOf other: EmbeddedPerformer? = nil,
    calling call: () -> EmbeddedCall
  ) {
    let (before, running) = present.withLock { present in
      defer { present.attempt = attempt }
      return (present.attempt, present.running)
    }
    guard let running else { return begin(attempt, inPlaceOf: other, call()) }
    if before?.ticket != attempt.ticket { goOn(attempt, running, call()) }
  }

  /// Sends the event that cancels the load.
  package func cancel() {
    if let attempt = present.withLock({ $0.attempt }) { send(.cancelLoad(attempt.load)) }
  }

  /// Ends the load without an event.
  package func close() { if stop() { policy.activity?.end() } }

  /// Ends the load; returns whether an activity counts it.
  private func stop() -> Bool {
    let running = present.withLock { present in
      present.attempt = nil
      return present.running.take()
    }
    return running?.end(LoadEnd(.cancelled)) ?? false
  }

  private func begin(
    _ attempt: EmbeddedAttempt,
    inPlaceOf other: EmbeddedPerformer?,
    _ call: @escaping EmbeddedCall
  ) {
    let running = RunningLoad(attempt.first, of: self)
    present.withLock { $0.running = running }
    count(running, in: other?.stop() ?? false)
    limitLoad(attempt.ticket, running)
    goOn(attempt, running, call)
  }

  private func goOn(
    _ attempt: EmbeddedAttempt,
    _ running: RunningLoad,
    _ call: @escaping EmbeddedCall
  ) {
    if attempt.isWaiting {
      wait(attempt.ticket, attempt.retries, running)
    } else {
      begin(attempt.ticket, of: Box(call), running)
    }
  }
}

extension EmbeddedPerformer: LoadPerformer {
  typealias Request = EmbeddedCall
  typealias Answer = EmbeddedAnswer
  typealias Value = Void
  typealias Failure = LoadError

  var policy: LoadPolicy { shared.policy }
  var failureOfTimeout: Box<LoadError>? { shared.failureOfTimeout }
  var work: LoadWork<EmbeddedCall, EmbeddedAnswer, LoadError> { .embedded }

  func cancelLoad(_ id: UInt) { send(.cancelLoad(id)) }

  func handle(_ event: WorkEvent<EmbeddedAnswer, LoadError>) {
    send(event.core, event.value?.value, failure: event.failure?.value)
  }

  private func send(
    _ event: LoadCore.Event,
    _ answer: EmbeddedAnswer? = nil,
    failure: LoadError? = nil
  ) {
    guard let attempt = present.withLock({ $0.attempt }) else { return }
    let event = EmbeddedEvent(event.of(attempt, retryLimit: shared.rules.retryLimit))
    if let answer { answer.publish(event, self) } else { publish(event, failure, self) }
  }
}

extension LoadWork where Request == EmbeddedCall, Value == EmbeddedAnswer, Failure == LoadError {
  fileprivate static let embedded = Self.reporting {
    call,
    report async throws(LoadError) in try await call(report)
  }
}

extension LoadCore.Event {
  /// Returns the same event, adjusted to the current state of the load.
  fileprivate func of(_ attempt: EmbeddedAttempt, retryLimit: Int) -> Self {
    switch self {
    // The core expects the first ticket of the run; a copied load may have started with another.
    case .heard(.expired(let isFailure), _, _):
      .heard(.expired(isFailure: isFailure), of: attempt.first)
    case .heard(.failed(let mayRetry), let ticket, _):
      .heard(.failed(mayRetry: mayRetry && attempt.retries < retryLimit), of: ticket)
    case .heard, .cancelLoad, .intent, .begun, .close: self
    }
  }
}
