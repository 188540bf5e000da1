/// The facts of a run that the report of a failed expectation needs.
package struct RunRecord {
  package let frame: Duration
  package let until: Duration?
  /// The time at which the run had to end.
  package let limit: Duration
  package let now: Duration
  package let inputs: [InputRecord]
}

/// An input that the test has registered.
package struct InputRecord: Identifiable {
  package enum Kind {
    case hot(MarbleDiagram)
    case cold
    /// The cold input of one request of `m.responses(to:)`.
    case response(request: Any)
    /// The requests of `m.responses(to:)`; the report draws their responses instead.
    case requests
  }

  package let kind: Kind
  package let callSite: CallSite
  /// The subscriptions, which no longer change when a run compares.
  package let log: SubscriptionLog
  /// The diagrams without a table, whose names are the values.
  package let withoutTable: [MarbleDiagram]
  /// The texts of the diagrams in which any character may be a value.
  package let texts: [WrittenDiagram]
  /// True if a diagram completes without a value, so that a call has no result.
  package let hasNoValue: Bool
  /// False for an input that passes its values to a closure.
  package let takesSubscribers: Bool

  package init(
    _ kind: Kind,
    at callSite: CallSite,
    _ log: SubscriptionLog,
    withoutTable: [MarbleDiagram],
    texts: [WrittenDiagram],
    hasNoValue: Bool,
    takesSubscribers: Bool
  ) {
    self.kind = kind
    self.callSite = callSite
    self.log = log
    self.withoutTable = withoutTable
    self.texts = texts
    self.hasNoValue = hasNoValue
    self.takesSubscribers = takesSubscribers
  }

  package var id: ObjectIdentifier { ObjectIdentifier(log) }
  package var subscriptions: [SubscriptionLog.Entry] { log.entries }

  /// True for an input whose times count from the start of the run.
  package var isHot: Bool {
    if case .hot = kind { true } else { false }
  }
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
