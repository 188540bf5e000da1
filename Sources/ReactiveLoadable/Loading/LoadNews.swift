/// An event of a running load for the state machine that started it.
///
/// Each event has the ticket of its attempt or delay.
@usableFromInline
enum LoadNews<Answer: Sendable, Failure: Error>: Sendable {
  /// A unique number of a load, an attempt or a delay.
  @usableFromInline typealias Ticket = UInt

  /// The work reported progress or a partial value.
  case reported(Ticket, LoadReport<Answer>)
  case succeeded(Ticket, Answer)
  case failed(Ticket, Failure, mayRetry: Bool = false)
  /// The work threw a cancellation error.
  case gaveUp(Ticket)
  /// The delay before a retry has elapsed.
  case waited(Ticket)
  /// The timeout of the whole load that started with this ticket has elapsed.
  ///
  /// Without a failure the load is cancelled.
  case expired(Ticket, Failure?)
}

/// One call of the work, for a storage to start.
@usableFromInline
struct LoadAttempt<Request: Sendable>: Sendable {
  @usableFromInline typealias Ticket = UInt

  /// The load of the attempt, by the ticket that its handles have.
  @usableFromInline let load: Ticket
  @usableFromInline let ticket: Ticket
  @usableFromInline let request: Request

  @inlinable
  init(_ load: Ticket, _ ticket: Ticket, of request: Request) {
    self.load = load
    self.ticket = ticket
    self.request = request
  }
}
