/// An expectation of the subscriptions of a cold input, one diagram for each.
final class SubscriptionExpectation: Expectation {
  let place: Place
  private let log: SubscriptionLog
  private let expected: [MarbleDiagram]

  init(_ log: SubscriptionLog, _ expected: [MarbleDiagram], _ place: Place) {
    self.log = log
    self.expected = expected
    self.place = place
  }

  let hasStopped = true
  func close() {}
  func cancel() {}
  func release() {}

  func compare(in run: Run) -> Issue? {
    let report = SubscriptionReport(expected, log, place, run)
    return report.isEmpty ? nil : Issue(text: report.text, place: place)
  }
}
