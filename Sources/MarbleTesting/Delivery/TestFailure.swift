/// A failure of a test that no marble run reports.
package enum TestFailure {
  /// Reports a text to the test library that runs the test.
  package static func report(_ text: String, at callSite: CallSite) {
    let parts = [text, MarbleCoverage.measured.failureNote].compactMap(\.self)
    RunIssue(.message(text), at: callSite).send(parts.joined(separator: "\n\n"))
  }
}
