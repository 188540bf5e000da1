/// An input as the report knows it.
struct InputLane {
  enum Kind {
    case hot(MarbleDiagram)
    /// A cold input: the request that it answers, if it is one of several, and how to cancel the
    /// calls that wait for it.
    case cold(key: String?, abandon: () -> Void)
    /// What `m.responses(to:)` is asked for; it is drawn by what it leads to.
    case requests
  }

  let kind: Kind
  let place: Place
  /// Who subscribed; a closure that is fed is no subscription.
  let log: SubscriptionLog
}
