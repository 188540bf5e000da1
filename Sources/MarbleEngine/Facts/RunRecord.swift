/// The facts of a run that the report of a failed expectation needs.
struct RunRecord {
  let frame: Duration
  /// The `until` of the run.
  let until: Duration?
  /// The time at which the run had to end.
  let limit: Duration
  /// The time that the run has reached.
  let now: Duration
  let inputs: [InputRecord]
}

/// An input of a run, with its subscriptions.
struct InputRecord: Identifiable {
  enum Kind {
    case hot(MarbleDiagram)
    case cold
    /// The cold input of one request of `m.responses(to:)`.
    case response(request: Any)
    /// The requests of `m.responses(to:)`; the report draws their responses instead.
    case requests
  }

  let id: ObjectIdentifier
  let kind: Kind
  let callSite: CallSite
  let subscriptions: [SubscriptionLog.Entry]
  /// The start times of subscriptions that have not ended, even during clean-up.
  let openSubscriptions: [Duration]
  /// The calls that cancelled the first subscription before the first signal of a hot input.
  let lossOrigin: EndOrigin?
  /// The diagrams without a table, whose names are the values.
  let withoutTable: [MarbleDiagram]
  /// The texts of the diagrams in which any character may be a value.
  let texts: [WrittenDiagram]
  /// True if a diagram completes without a value, so that a call has no result.
  let hasNoValue: Bool
  /// False for an input that passes its values to a closure.
  let takesSubscribers: Bool
}

/// The text of a diagram, and its place in the source.
struct WrittenDiagram {
  let text: String
  /// The place of a lane of `m.lanes`; nil for a diagram in the call that takes it.
  ///
  /// The source is read only for a report.
  let lanePlace: (() -> CallSite)?
}
