/// An input as the report knows it.
struct InputLane {
  enum Kind {
    case hot(MarbleDiagram)
    case cold
  }

  let kind: Kind
  let place: Place
  /// Who subscribed; a closure that is fed is no subscription.
  let log: SubscriptionLog
}
