/// The decisions of a poll: when a state has not changed for an interval while it is in use.
///
/// Times count from any origin.
struct PollStateMachine: Sendable {
  enum Event: Sendable {
    /// The loader has another state, which is settled or not.
    case changed(isSettled: Bool)
    case usage(Bool)
    /// The timer with this ticket has fired.
    case fired(UInt)
  }

  enum Action: Equatable {
    case none
    /// Stops the timer, if one runs.
    case stop
    /// Starts a timer instead of the one that runs.
    case start(ticket: UInt, Duration)
    /// The state has not changed for the interval.
    case refresh
  }

  let interval: Duration
  /// True if the loader is in use, or the poll does not depend on it.
  private var isActive: Bool
  /// The time of the refresh of the state; `nil` for none.
  private var due: Duration?
  /// The number of the last timer; later events make it outdated.
  private var ticket: UInt = 0

  init(interval: Duration, isActive: Bool) {
    self.interval = interval
    self.isActive = isActive
  }

  mutating func handle(_ event: Event, at now: Duration) -> Action {
    switch event {
    case .changed(let isSettled):
      due = isSettled ? now + interval : nil
      return schedule(at: now)
    case .usage(let isInUse):
      isActive = isInUse
      return schedule(at: now)
    case .fired(let fired): return fired == ticket ? refresh() : .none
    }
  }

  private mutating func schedule(at now: Duration) -> Action {
    ticket += 1
    guard isActive, let due else { return .stop }
    return now < due ? .start(ticket: ticket, due - now) : refresh()
  }

  /// Each state is refreshed once: the refresh makes another one.
  private mutating func refresh() -> Action {
    due = nil
    return .refresh
  }
}
