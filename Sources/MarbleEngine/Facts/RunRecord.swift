/// The facts of a run that the report of a failed expectation needs.
package struct RunRecord {
  package let frame: Duration
  /// The `until` of the run.
  package let until: Duration?
  /// The time at which the run had to end.
  package let limit: Duration
  /// The time that the run has reached.
  package let now: Duration
  package let inputs: [InputRecord]
}

/// An input of a run, with its subscriptions.
package struct InputRecord: Identifiable {
  package enum Kind {
    case hot(MarbleDiagram)
    case cold
    /// The cold input of one request of `m.responses(to:)`.
    case response(request: Any)
    /// The requests of `m.responses(to:)`; the report draws their responses instead.
    case requests
  }

  package let id: ObjectIdentifier
  package let kind: Kind
  package let callSite: CallSite
  package let subscriptions: [SubscriptionLog.Entry]
  /// The start times of subscriptions that have not ended, even during clean-up.
  let openSubscriptions: [Duration]
  /// The calls that cancelled the first subscription before the first signal of a hot input.
  package let lossOrigin: EndOrigin?
  /// The diagrams without a table, whose names are the values.
  package let withoutTable: [MarbleDiagram]
  /// The texts of the diagrams in which any character may be a value.
  package let texts: [WrittenDiagram]
  /// True if a diagram completes without a value, so that a call has no result.
  package let hasNoValue: Bool
  /// False for an input that passes its values to a closure.
  package let takesSubscribers: Bool
}

/// The text of a diagram, and its place in the source.
package struct WrittenDiagram {
  package let text: String
  /// The place of a lane of `m.lanes`; nil for a diagram in the call that takes it.
  ///
  /// The source is read only for a report.
  package let lanePlace: (@Sendable () -> CallSite)?

  package init(text: String, lanePlace: (@Sendable () -> CallSite)?) {
    self.text = text
    self.lanePlace = lanePlace
  }
}
