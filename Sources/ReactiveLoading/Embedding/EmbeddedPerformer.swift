package import ReactiveRelays

/// Performs one run of an ``EmbeddedLoad`` or of ``EmbeddedPages``, while the value has that run.
///
/// One thread at a time calls `perform`, after each change of the value; events are sent from any
/// thread. The lock guards the performed attempt; no code of the caller runs under it. A performer
/// serves one run only, so late events of an earlier run are never mistaken for events of this run.
///
/// Errors are ``LoadError``.
package final class EmbeddedPerformer: LoadOwner {
  /// Receives an event with its value or error, and its performer, on any thread, also within
  /// ``perform(_:replacing:calling:)``.
  package typealias Publish =
    @Sendable (LoadCore.Event, LoadSlots.Payload, EmbeddedPerformer) -> Void

  private struct State {
    var attempt: EmbeddedAttempt?
    /// The ticket of the last attempt or delay whose end was handled.
    var endedTicket: UInt?
    var running: RunningLoad?
    /// The failure of the last attempt that may be retried.
    var failure: AnyBox?
    /// The events for observers; `nil` if the run was not observed at its start.
    var events: EmbeddedEvents?
  }

  package let performer: LoadPerformer
  private let policy: EmbeddedPolicy
  private let state = Lock(State())
  private let publish: Publish

  /// Creates the performer of a run, which may read a record before its first attempt.
  package init(
    _ policy: EmbeddedPolicy,
    after read: AttemptStart.Read? = nil,
    publish: @escaping Publish
  ) {
    performer = LoadPerformer(
      policy.policy,
      read.map { policy.policy.attemptStart(after: $0) } ?? policy.policy.attemptStart,
      timeoutFailure: policy.timeoutFailure,
      isWriting: policy.isWriting
    )
    self.policy = policy
    self.publish = publish
  }

  deinit { close() }

  /// Returns whether it performs a run, in any attempt that has not ended.
  package func performs(_ attempt: EmbeddedAttempt) -> Bool {
    state.withLock { state in
      guard let performed = state.attempt, performed.isSameRun(as: attempt) else { return false }
      // A run that was reset to an earlier attempt must be performed from that attempt.
      return attempt.ticket >= performed.ticket
        && state.endedTicket.map { attempt.ticket > $0 } ?? true
    }
  }

  /// Returns whether an event is about the current run; called once, when the event is handled.
  ///
  /// An attempt that has ended is not performed again, even if the value then says that it is
  /// running.
  package func expects(_ event: LoadCore.Event, _ payload: LoadSlots.Payload) -> Bool {
    // The failure of an earlier attempt is released outside the lock.
    var failure = payload.failure
    let (isExpected, events) = state.withLock { state in
      guard let attempt = state.attempt, event.concerns(attempt) else {
        return (false, EmbeddedEvents?.none)
      }
      if event.endsAttempt {
        state.endedTicket = attempt.ticket
        swap(&state.failure, &failure)
      }
      return (true, state.events)
    }
    if isExpected { events?.record(event, payload) }
    return isExpected
  }

  /// True if the end of the current attempt was handled.
  package var hasEnded: Bool {
    state.withLock { $0.endedTicket != nil && $0.endedTicket == $0.attempt?.ticket }
  }

  /// Performs a loading run: starts it, or continues with the next attempt of the same run.
  ///
  /// An activity counts a replaced load and the new one as one. `call` creates the call of the load
  /// function when an attempt or delay starts.
  package func perform(
    _ attempt: EmbeddedAttempt,
    replacing other: EmbeddedPerformer? = nil,
    isJoined: Bool = false,
    calling call: () -> LoadCall
  ) {
    let (before, running, events, failure) = state.withLock { state in
      defer { state.attempt = attempt }
      return (state.attempt, state.running, state.events, state.failure)
    }
    guard let running else { return startRun(attempt, replacing: other, call()) }
    let isSameAttempt = before?.ticket == attempt.ticket
    if let events {
      if !isSameAttempt, !attempt.cycle.isWaiting { events.record(.retried, attempt) }
      if isSameAttempt, isJoined { events.record(.joined, attempt) }
    }
    if !isSameAttempt { performer.proceed(attempt.cycle, call(), running, after: failure) }
  }

  package func cancel() {
    if let attempt = state.withLock({ $0.attempt }) {
      handle(.cancelLoad(attempt.load), LoadSlots.Payload())
    }
  }

  /// Ends the load without an event.
  package func close() { performer.end(stop(.cancelled), AnyLoadOutcome(.cancelled)) }

  /// Cancels the work of a write that has its outcome; the return of the work is one more event.
  package func stopWork() {
    let (running, events) = state.withLock { ($0.running, $0.events.take()) }
    events?.end(.cancelled)
    performer.end(running, AnyLoadOutcome(.cancelled))
  }

  /// Ends the load whose result is the value of its record, if it is that load.
  package func close(_ end: RestoredEnd) {
    guard state.withLock({ $0.attempt?.load }) == end.load else { return }
    performer.end(stop(.succeeded(end.value.erased)), AnyLoadOutcome(.loaded, end.value))
  }

  /// Removes the load, and returns it to be ended.
  private func stop(_ end: LoadObserver.Event.Kind) -> RunningLoad? {
    let (running, events) = state.withLock { state in
      state.attempt = nil
      return (state.running.take(), state.events.take())
    }
    events?.end(end)
    return running
  }

  package var statesRelay: RelayCore? { nil }

  package var defaultName: String { "a store" }

  package func request(of load: RunningLoad) -> AnyBox? { nil }

  package func handle(_ event: LoadCore.Event, _ payload: LoadSlots.Payload) {
    // A state does not change at the start of a queued attempt.
    if case .started = event { return }
    guard let attempt = state.withLock({ $0.attempt }) else { return }
    publish(event.of(attempt, retryLimit: policy.resolved.retryLimit), payload, self)
  }

  private func startRun(
    _ attempt: EmbeddedAttempt,
    replacing other: EmbeddedPerformer?,
    _ call: LoadCall
  ) {
    let running = RunningLoad(attempt.cycle.first, of: self, attempt.cause)
    let events =
      policy.policy.isObserved ? EmbeddedEvents(policy, call.request) : nil
    state.withLock { ($0.running, $0.events) = (running, events) }
    let before = other?.stop(.replaced)?.end(AnyLoadOutcome(.cancelled))
    performer.count(running, isReplacement: before ?? false)
    events?.record(.started, attempt)
    performer.start(attempt.cycle, call, running)
  }
}

extension LoadCore.Event {
  /// Returns the same event, adjusted to the current state of the load.
  fileprivate func of(_ attempt: EmbeddedAttempt, retryLimit: Int) -> Self {
    switch self {
    // The core expects the first ticket of the run; a copied load may have started with another.
    case .attempt(.timedOut(let isFailure), _, _):
      .attempt(.timedOut(isFailure: isFailure), of: attempt.cycle.first)
    case .attempt(.failed(let mayRetry), let ticket, _):
      .attempt(.failed(mayRetry: mayRetry && attempt.cycle.retries < retryLimit), of: ticket)
    case .attempt, .cancelLoad, .intent, .started, .set, .restored, .close: self
    }
  }
}

/// A policy with the parts that the loads of a reducer read for each action, resolved once.
package final class EmbeddedPolicy: Sendable {
  package let policy: LoadPolicy
  let resolved: LoadPolicy.Resolved
  let isTimed: Bool
  let timeoutFailure: WorkResult?
  /// The owner of the events of all loads, which are one object for observers.
  let eventOwner: LoadEventQueue
  /// The records of the values; `nil` without saved values.
  package let records: EmbeddedRecords?
  /// True if the loads are the writes of a mutation.
  let isWriting: Bool

  package init(
    _ policy: LoadPolicy,
    _ records: EmbeddedRecords? = nil,
    isWriting: Bool = false
  ) {
    self.policy = policy
    self.records = records
    self.isWriting = isWriting
    resolved = policy.resolved
    isTimed = policy.freshness.isTimed
    timeoutFailure = policy.timeoutFailure(of: LoadError.self)
    eventOwner = LoadEventQueue("", nil, clock: policy.clock)
    records?.report(to: policy, of: eventOwner)
  }
}

extension LoadPolicy.Resolved {
  static let standard = LoadPolicy().resolved
}

// MARK: Calls and events

extension LoadCall {
  /// Creates a call of a load function that throws any error, which becomes a ``LoadError``.
  ///
  /// The function has its request already; `request` is for observers.
  package init<Value: Sendable>(
    for request: AnyBox? = nil,
    _ load: @escaping @Sendable (LoadReporter<Value>) async throws -> Value
  ) {
    // NB: One closure; a `LoadWork` would wrap it twice.
    self.init(request: request ?? Self.none) { _, ticket, running in
      do {
        return .value(Box(try await load(LoadReporter(of: ticket, running))))
      } catch {
        return .failure(LoadError(error))
      }
    }
  }

  private static let none = Box(NoRequest())
}

extension LoadSlots.Payload {
  /// The loaded or partial value, if any; `Value` must be the value type of the load.
  package func typedValue<Value: Sendable>() -> Value? { value?.assumed(of: Value.self).value }

  /// The error of the attempt or the load, if any, of a load in a store.
  package var error: LoadError? { failure?.assumed(of: LoadError.self).value }
}

extension LoadCore.Event {
  /// True if the event of a performer ends the load.
  package var endsLoad: Bool {
    switch self {
    case .attempt(.reported, _, _), .attempt(.delayElapsed, _, _),
      .attempt(.failed(mayRetry: true), _, _), .restored:
      false
    case .attempt, .cancelLoad, .started, .close, .intent, .set: true
    }
  }

  /// True if the event ends the current attempt or delay.
  package var endsAttempt: Bool {
    switch self {
    case .attempt(.reported, _, _), .restored: false
    case .attempt, .cancelLoad, .started, .close, .intent, .set: true
    }
  }

  package var progress: LoadProgress? {
    if case .attempt(_, _, let progress) = self { progress } else { nil }
  }

  /// Returns whether the event belongs to an attempt or its load; late events do not.
  func concerns(_ attempt: EmbeddedAttempt) -> Bool {
    switch self {
    case .attempt(.timedOut, _, _): true
    case .attempt(_, let ticket, _), .restored(let ticket, _, _): ticket == attempt.ticket
    case .cancelLoad, .started, .close, .intent, .set: true
    }
  }
}
