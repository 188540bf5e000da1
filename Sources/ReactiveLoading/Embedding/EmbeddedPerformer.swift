import ReactiveRelays

/// Performs one run of an ``EmbeddedLoad`` or of ``EmbeddedPages``, while the value has that run.
///
/// One thread at a time calls `follow`, after each change of the value; events are sent from any
/// thread. The lock guards the performed attempt; no code of the caller runs under it. A performer
/// serves one run only, so late events of an earlier run are never mistaken for events of this run.
///
/// Errors are ``LoadError``.
// SAFETY: all properties are immutable and Sendable.
package final class EmbeddedPerformer: LoadPerformer, @unchecked Sendable {
  /// Receives an event and its performer, on any thread, also within
  /// ``follow(_:inPlaceOf:calling:)``.
  package typealias Publish = @Sendable (WorkEvent, EmbeddedPerformer) -> Void

  private struct Present {
    var attempt: EmbeddedAttempt?
    /// The ticket of the last attempt or delay whose end was handled.
    var over: UInt?
    var running: RunningLoad?
  }

  private let retryLimit: Int
  private let present = Lock(Present())
  private let publish: Publish

  package init(_ policy: EmbeddedPolicy, publish: @escaping Publish) {
    retryLimit = policy.rules.retryLimit
    self.publish = publish
    super.init(
      policy.policy,
      place: policy.policy.place,
      timeoutFailure: policy.timeoutFailure
    )
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
  package func expects(_ event: WorkEvent) -> Bool {
    present.withLock { present in
      guard let attempt = present.attempt, event.core.isAbout(attempt) else { return false }
      if event.endsAttempt { present.over = attempt.ticket }
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
  ///   - call: Creates the call of the load function; called when an attempt or delay starts.
  package func follow(
    _ attempt: EmbeddedAttempt,
    inPlaceOf other: EmbeddedPerformer? = nil,
    calling call: () -> LoadCall
  ) {
    let (before, running) = present.withLock { present in
      defer { present.attempt = attempt }
      return (present.attempt, present.running)
    }
    guard let running else { return begin(attempt, inPlaceOf: other, call()) }
    if before?.ticket != attempt.ticket { proceed(attempt.cycle, call(), running) }
  }

  /// Sends the event that cancels the load.
  package func cancel() {
    if let attempt = present.withLock({ $0.attempt }) { handle(.cancelled(attempt.load)) }
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

  package override func cancelLoad(_ id: UInt) { handle(.cancelled(id)) }

  override func handle(_ event: WorkEvent) {
    guard let attempt = present.withLock({ $0.attempt }) else { return }
    publish(event.of(attempt, retryLimit: retryLimit), self)
  }

  private func begin(
    _ attempt: EmbeddedAttempt,
    inPlaceOf other: EmbeddedPerformer?,
    _ call: LoadCall
  ) {
    let running = RunningLoad(attempt.cycle.first, of: self)
    present.withLock { $0.running = running }
    count(running, in: other?.stop() ?? false)
    start(attempt.cycle, call, running)
  }
}

extension WorkEvent {
  /// Returns the same event, adjusted to the current state of the load.
  fileprivate func of(_ attempt: EmbeddedAttempt, retryLimit: Int) -> Self {
    let core: LoadCore.Event =
      switch core {
      // The core expects the first ticket of the run; a copied load may have started with another.
      case .heard(.expired(let isFailure), _, _):
        .heard(.expired(isFailure: isFailure), of: attempt.cycle.first)
      case .heard(.failed(let mayRetry), let ticket, _):
        .heard(.failed(mayRetry: mayRetry && attempt.cycle.retries < retryLimit), of: ticket)
      case .heard, .cancelLoad, .intent, .begun, .close: core
      }
    return Self(core, incoming)
  }
}
