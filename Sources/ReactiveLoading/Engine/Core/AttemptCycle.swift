/// The attempts of one piece of work, such as a load or a page, without their values.
///
/// An attempt runs, or the work waits before the next one:
///
/// ```
///               failed, may retry
///   attempting ───────────────────▶ waiting
///       ▲     ◀───────────────────     │
///       │       waited, or resumed     │
///       └── a new ticket each time ────┘
/// ```
///
/// Every attempt and every delay has its own ticket. An event with another ticket has no effect.
/// The timeout of the whole work has the ticket of the first attempt.
package struct AttemptCycle: Hashable, Sendable {
  package typealias Ticket = UInt

  /// An event of the work, without its value.
  package enum Event: Hashable, Sendable {
    /// The attempt reported progress or a partial value.
    case reported
    case succeeded
    case failed(mayRetry: Bool)
    /// The attempt threw a cancellation error.
    case threwCancellation
    /// The delay before a retry has elapsed.
    case delayElapsed
    /// The timeout of the whole work has elapsed; it counts as a failure or as a cancellation.
    case timedOut(isFailure: Bool)
  }

  /// The effect of an event.
  package enum Effect: Hashable, Sendable {
    /// The event is outdated.
    case none
    case report
    case succeed
    case fail
    case cancel
    /// The attempt failed, and the work waits before a retry.
    case wait
    /// The next attempt starts.
    case attempt
  }

  /// The ticket of the first attempt.
  let first: Ticket
  /// The ticket of the current attempt or delay.
  package private(set) var ticket: Ticket
  /// The number of retries, including one that waits for its delay.
  package private(set) var retries = 0
  package private(set) var isWaiting = false

  /// Creates the cycle of work whose first attempt has a ticket.
  package init(_ first: Ticket) {
    self.first = first
    ticket = first
  }

  /// Handles the event of a ticket; a new attempt or delay has the next ticket.
  package mutating func handle(
    _ event: Event,
    of ticket: Ticket,
    retryLimit: Int,
    _ tickets: inout TicketCounter
  ) -> Effect {
    guard has(ticket, for: event) else { return .none }
    switch event {
    case .reported: return .report
    case .succeeded: return .succeed
    case .threwCancellation, .timedOut(isFailure: false): return .cancel
    case .failed(mayRetry: true) where retries < retryLimit:
      retries += 1
      (self.ticket, isWaiting) = (tickets.next(), true)
      return .wait
    case .failed, .timedOut(isFailure: true): return .fail
    case .delayElapsed:
      resume(&tickets)
      return .attempt
    }
  }

  /// Starts the next attempt now, without the rest of a delay.
  package mutating func resume(_ tickets: inout TicketCounter) {
    (ticket, isWaiting) = (tickets.next(), false)
  }

  /// True if this is the first attempt.
  package var isFirst: Bool { ticket == first }

  /// Returns true if an attempt with this ticket is running.
  package func isAttempting(_ ticket: Ticket) -> Bool { !isWaiting && self.ticket == ticket }

  private func has(_ ticket: Ticket, for event: Event) -> Bool {
    switch event {
    case .timedOut: ticket == first
    case .delayElapsed: isWaiting && self.ticket == ticket
    case .reported, .succeeded, .failed, .threwCancellation: isAttempting(ticket)
    }
  }
}

/// The change of the running work after which it agrees with the state again.
package enum WorkChange: Hashable, Sendable {
  /// The work that runs continues.
  case none
  /// Work starts; none runs.
  case start
  /// Work starts and replaces that which runs.
  case replace
  /// The work continues with another attempt, or with a delay before it.
  case proceed
  case end

  package init(from old: AttemptCycle?, to new: AttemptCycle?) {
    switch (old, new) {
    case (nil, nil): self = .none
    case (nil, _?): self = .start
    case (_?, nil): self = .end
    case (let old?, let new?):
      if old.first != new.first {
        self = .replace
      } else {
        self = old.ticket == new.ticket ? .none : .proceed
      }
    }
  }
}

/// A source of tickets, each one greater than all before.
package struct TicketCounter: Hashable, Sendable {
  package private(set) var last: UInt = 0

  package init() {}

  package mutating func next() -> UInt {
    last += 1
    return last
  }

  /// Makes all later tickets greater than this one.
  package mutating func skip(to ticket: UInt) { last = max(last, ticket) }
}
