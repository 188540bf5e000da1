/// An input that the test has registered.
package struct InputRegistration {
  private let kind: InputRecord.Kind
  private let callSite: CallSite
  let log: SubscriptionLog
  private let consumers: InputConsumers?
  private let withoutTable: [MarbleDiagram]
  private let texts: [WrittenDiagram]
  private let hasNoValue: Bool

  /// The consumers are nil for a closure of the test.
  package init(
    _ kind: InputRecord.Kind,
    at callSite: CallSite,
    _ log: SubscriptionLog,
    _ consumers: InputConsumers?,
    withoutTable: [MarbleDiagram],
    texts: [WrittenDiagram],
    hasNoValue: Bool
  ) {
    self.kind = kind
    self.callSite = callSite
    self.log = log
    self.consumers = consumers
    self.withoutTable = withoutTable
    self.texts = texts
    self.hasNoValue = hasNoValue
  }

  var record: InputRecord {
    InputRecord(
      id: ObjectIdentifier(log),
      kind: kind,
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

  func endConsumers() {
    consumers?.endAll()
  }
}
