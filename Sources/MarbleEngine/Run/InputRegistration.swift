/// An input that the test has registered.
struct InputRegistration {
  enum Kind {
    case hot(MarbleDiagram)
    case cold
    /// The cold input of one request of `m.responses(to:)`.
    ///
    /// The request is formatted only for a report, because formatting takes longer than a run.
    case response(request: Any)
    /// The requests of `m.responses(to:)`.
    case requests
  }

  private let kind: Kind
  private let callSite: CallSite
  /// The subscriptions; a closure that receives values is not a subscription.
  let log: SubscriptionLog
  private let consumers: InputConsumers?
  /// The diagrams without a table, whose names are the values.
  private let withoutTable: [MarbleDiagram]
  /// The texts of the diagrams in which any character may be a value.
  private let texts: [WrittenDiagram]
  /// True if a diagram completes without a value.
  private let hasNoValue: Bool

  init<Value, Failure: Error>(
    kind: Kind,
    callSite: CallSite,
    log: SubscriptionLog,
    consumers: InputConsumers?,
    _ scripts: [Script<Value, Failure>]
  ) {
    self.kind = kind
    self.callSite = callSite
    self.log = log
    self.consumers = consumers
    withoutTable = scripts.compactMap { $0.hasTable ? nil : $0.diagram }
    texts = scripts.compactMap { $0.text }
    hasNoValue = scripts.contains { $0.completesWithoutValue }
  }

  var record: InputRecord {
    let recordKind: InputRecord.Kind =
      switch kind {
      case .hot(let diagram): .hot(diagram)
      case .cold: .cold
      case .response(let request): .response(request: request)
      case .requests: .requests
      }
    return InputRecord(
      id: ObjectIdentifier(log),
      kind: recordKind,
      callSite: callSite,
      subscriptions: log.entries,
      openSubscriptions: log.openSubscriptions,
      lossOrigin: log.lossOrigin,
      withoutTable: withoutTable,
      texts: texts,
      hasNoValue: hasNoValue,
      takesSubscribers: consumers != nil
    )
  }

  /// Ends the waiting calls and the sequences at the end of the run.
  func endConsumers() {
    consumers?.endAll()
  }
}
