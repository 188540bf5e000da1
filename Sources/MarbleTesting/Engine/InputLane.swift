/// An input as the report knows it.
struct InputLane {
  enum Kind {
    case hot(MarbleDiagram)
    /// A cold input, and how to cancel the calls that wait for it.
    case cold(abandon: () -> Void)
    /// The cold input of one request of `m.responses(to:)`.
    ///
    /// The request is put into words only for a report: that takes longer than a run.
    case answer(request: () -> String, abandon: () -> Void)
    /// What `m.responses(to:)` is asked for; it is drawn by what it leads to.
    case requests
  }

  let kind: Kind
  let place: Place
  /// Who subscribed; a closure that is fed is no subscription.
  let log: SubscriptionLog

  /// Cancels the calls that are still waiting, because the run is over.
  func abandon() {
    switch kind {
    case .cold(let abandon), .answer(_, let abandon): abandon()
    case .hot, .requests: break
    }
  }
}
