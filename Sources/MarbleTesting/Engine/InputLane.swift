/// An input, as the report uses it.
struct InputLane {
  enum Kind {
    case hot(MarbleDiagram)
    /// A cold input, and a closure that cancels the waiting calls.
    case cold(abandon: () -> Void)
    /// The cold input of one request of `m.responses(to:)`.
    ///
    /// The request is formatted only for a report, because formatting takes longer than a run.
    case answer(request: () -> String, abandon: () -> Void)
    /// The requests of `m.responses(to:)`; the report draws their answers instead.
    case requests
  }

  let kind: Kind
  let place: Place
  /// The subscriptions; a closure that receives values is not a subscription.
  let log: SubscriptionLog
  /// The diagrams without a table, whose names are the values.
  let withoutTable: [MarbleDiagram]

  init<Value, Failure: Error>(
    kind: Kind,
    place: Place,
    log: SubscriptionLog,
    _ scripts: [Script<Value, Failure>]
  ) {
    self.kind = kind
    self.place = place
    self.log = log
    withoutTable = scripts.filter { !$0.hasTable }.map(\.diagram)
  }

  /// Cancels waiting calls at the end of the run.
  func abandon() {
    switch kind {
    case .cold(let abandon), .answer(_, let abandon): abandon()
    case .hot, .requests: break
    }
  }
}
