/// A load that runs, as the machine of a ``Loader`` knows it.
struct LoadRun<Request: Hashable & Sendable, Value: Sendable, Failure: Error>: Sendable {
  typealias Settled = SettledLoad<Request, Value, Failure>
  typealias Ticket = UInt

  /// What it does at the moment.
  enum Activity: Sendable {
    case attempting(Ticket)
    /// It waits for its next attempt.
    case waiting(Ticket)
  }

  /// The ticket of its first attempt, by which its handles know it.
  let load: Ticket
  let request: Request
  let cause: LoadCause
  /// What is shown meanwhile.
  private(set) var shown: Value?
  /// Which request that answers; `nil` for a value that was written before anything was asked for.
  private(set) var shownRequest: Request?
  /// What a cancel goes back to.
  var settled: Settled
  var activity: Activity
  /// How often it has been tried again, or is about to be.
  var retries = 0
  var progress: LoadProgress?
  /// Whether the answer to the present attempt was declared stale while it was on its way.
  var isOutdated = false

  init(
    _ load: Ticket,
    _ request: Request,
    _ cause: LoadCause,
    over settled: Settled,
    keeping kept: LoadPolicy.Previous
  ) {
    self.load = load
    self.request = request
    self.cause = cause
    self.settled = settled
    shown = settled.shown(for: request, kept)
    shownRequest = settled.request
    activity = .attempting(load)
  }

  mutating func show(_ value: Value) {
    shown = value
    shownRequest = request
  }

  /// Whose value an edit of now is about.
  var editedRequest: Request? { shown == nil ? request : shownRequest }

  var loading: Loading<Value> {
    Loading(previous: shown, cause: cause, attempt: retries, progress: progress)
  }

  var isWaiting: Bool {
    if case .waiting = activity { true } else { false }
  }

  func isAttempting(_ ticket: Ticket) -> Bool {
    if case .attempting(ticket) = activity { true } else { false }
  }

  func isWaiting(_ ticket: Ticket) -> Bool {
    if case .waiting(ticket) = activity { true } else { false }
  }
}
