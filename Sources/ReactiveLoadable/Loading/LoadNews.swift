/// What a load at work tells the machine that had it begun.
///
/// Each piece of news has the ticket of the attempt or the wait that it comes from.
@usableFromInline
enum LoadNews<Answer: Sendable, Failure: Error>: Sendable {
  /// A number that is given once, to a load, an attempt or a wait.
  @usableFromInline typealias Ticket = UInt

  /// The work tells how far it is, or what it has so far.
  case reported(Ticket, LoadReport<Answer>)
  case succeeded(Ticket, Answer)
  case failed(Ticket, Failure, mayRetry: Bool = false)
  /// The work says that it was cancelled.
  case gaveUp(Ticket)
  /// The time before a retry is over.
  case waited(Ticket)
  /// The time for a whole load is over, which began with this ticket; without a failure it means
  /// that the load is cancelled.
  case expired(Ticket, Failure?)
}

/// One call of the work, which a storage is to begin.
@usableFromInline
struct LoadAttempt<Request: Sendable>: Sendable {
  @usableFromInline typealias Ticket = UInt

  /// The load that it belongs to, by the ticket that its handles know.
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
