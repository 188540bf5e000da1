/// An input as the report knows it.
struct InputLane {
  enum Kind {
    case hot(MarbleDiagram)
    /// A cold input: how many subscriptions it has diagrams for, if it matters, and how to cancel
    /// the calls that wait for it.
    case cold(subscriptions: Int?, abandon: () -> Void)
  }

  let kind: Kind
  let place: Place
  /// Who subscribed; a closure that is fed is no subscription.
  let log: SubscriptionLog
}
