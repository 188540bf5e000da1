/// A page that is being loaded, with its retries.
struct PageFetch: Sendable {
  typealias Ticket = UInt

  /// The ticket of its first attempt, by which its limit of time knows it.
  let first: Ticket
  var activity: AttemptActivity
  /// How often it has been tried again, or is about to be.
  var retries = 0

  init(_ first: Ticket) {
    self.first = first
    activity = .attempting(first)
  }

  /// Whether news with a ticket is its own.
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
