import MarbleReport

/// An expectation of the subscriptions of an input, one diagram for each.
final class SubscriptionExpectation: Expectation {
  let callSite: CallSite
  private let log: SubscriptionLog
  private let expected: [MarbleDiagram]

  init(_ log: SubscriptionLog, _ expected: [MarbleDiagram], _ callSite: CallSite) {
    self.log = log
    self.expected = expected
    self.callSite = callSite
  }

  let hasStopped = true
  func close() {}
  func cancel() {}
  func release() {}

  func compare(in run: () -> RunRecord) -> RunIssue? {
    let actual = log.entries
    // Each diagram has the start and the end of the subscription at its index.
    let isDescribed = expected.elementsEqual(actual) { diagram, entry in
      diagram.events.map(\.time) == [entry.began] + (entry.ended.map { [$0] } ?? [])
    }
    guard !isDescribed else { return nil }
    let input = ObjectIdentifier(log)
    return SubscriptionReport(expected, actual, of: input, callSite, run()).issue
  }
}
