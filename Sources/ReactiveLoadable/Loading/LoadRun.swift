/// A running load in the state machine of a ``Loader``.
@usableFromInline
struct LoadRun<Request: Hashable & Sendable, Value: Sendable, Failure: Error>: Sendable {
  @usableFromInline typealias Settled = SettledLoad<Request, Value, Failure>
  @usableFromInline typealias Shown = ShownValue<Request, Value>
  @usableFromInline typealias Ticket = UInt

  /// The ticket of its first attempt, which identifies it for handles.
  @usableFromInline let load: Ticket
  @usableFromInline let request: Request
  @usableFromInline let cause: LoadCause
  /// The value that is visible during the load.
  @usableFromInline var shown: Shown?
  /// The settled state that a cancel returns to.
  @usableFromInline var settled: Settled
  @usableFromInline var activity: AttemptActivity
  /// The ticket at the start of the current attempt; its result includes edits saved before.
  @usableFromInline var askedAt: Ticket
  /// The number of retries, including one that waits for its delay.
  @usableFromInline var retries = 0
  @usableFromInline var progress: LoadProgress?
  /// A Boolean value that indicates whether the current attempt was invalidated in flight.
  @usableFromInline var isOutdated = false

  @inlinable
  init(
    _ load: Ticket,
    _ request: Request,
    _ cause: LoadCause,
    over settled: Settled,
    showing shown: Shown?
  ) {
    self.load = load
    self.request = request
    self.cause = cause
    self.settled = settled
    self.shown = shown
    activity = .attempting(load)
    askedAt = load
  }

  @inlinable var loading: Loading<Value> {
    Loading(previous: shown?.value, cause: cause, attempt: retries, progress: progress)
  }
}

/// The current activity of a load.
@usableFromInline
enum AttemptActivity: Sendable {
  @usableFromInline typealias Ticket = UInt

  case attempting(Ticket)
  /// The load waits for its next attempt.
  case waiting(Ticket)

  @inlinable var isWaiting: Bool {
    if case .waiting = self { true } else { false }
  }

  @inlinable
  func isAttempting(_ ticket: Ticket) -> Bool {
    if case .attempting(ticket) = self { true } else { false }
  }

  @inlinable
  func isWaiting(_ ticket: Ticket) -> Bool {
    if case .waiting(ticket) = self { true } else { false }
  }
}
