/// The load of one page, with its retries.
struct PageFetch: Sendable {
  typealias Ticket = UInt

  /// The ticket of the first attempt, which the timeout refers to.
  let first: Ticket
  var activity: AttemptActivity
  /// The number of retries, including one that waits.
  var retries = 0

  init(_ first: Ticket) {
    self.first = first
    activity = .attempting(first)
  }

  /// Returns true if an event has a ticket of this load.
  func has<Answer, Failure>(_ news: LoadNews<Answer, Failure>) -> Bool {
    switch news {
    case .reported(let ticket, _), .succeeded(let ticket, _), .failed(let ticket, _, _),
      .gaveUp(let ticket):
      activity.isAttempting(ticket)
    case .waited(let ticket): activity.isWaiting(ticket)
    case .expired(let ticket, _): ticket == first
    }
  }
}
