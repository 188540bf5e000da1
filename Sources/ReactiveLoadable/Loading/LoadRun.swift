/// A load that runs, as the machine of a ``Loader`` knows it.
@usableFromInline
struct LoadRun<Request: Hashable & Sendable, Value: Sendable, Failure: Error>: Sendable {
  @usableFromInline typealias Settled = SettledLoad<Request, Value, Failure>
  @usableFromInline typealias Shown = ShownValue<Request, Value>
  @usableFromInline typealias Ticket = UInt

  /// The ticket of its first attempt, by which its handles know it.
  @usableFromInline let load: Ticket
  @usableFromInline let request: Request
  @usableFromInline let cause: LoadCause
  /// What is shown meanwhile.
  @usableFromInline var shown: Shown?
  /// What a cancel goes back to.
  @usableFromInline var settled: Settled
  @usableFromInline var activity: AttemptActivity
  /// When the present attempt began, as a ticket; its answer has in it what was saved before.
  @usableFromInline var askedAt: Ticket
  /// How often it has been tried again, or is about to be.
  @usableFromInline var retries = 0
  @usableFromInline var progress: LoadProgress?
  /// Whether the answer to the present attempt was declared stale while it was on its way.
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

/// What a load does at the moment.
@usableFromInline
enum AttemptActivity: Sendable {
  @usableFromInline typealias Ticket = UInt

  case attempting(Ticket)
  /// It waits for its next attempt.
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
