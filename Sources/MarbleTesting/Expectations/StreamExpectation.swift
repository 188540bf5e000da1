import MarbleReport

/// An expectation that compares a stream with a diagram.
final class StreamExpectation: Expectation {
  let callSite: CallSite
  private let expected: MarbleDiagram
  private let check: MarbleCheck
  private var recorder: Recorder?
  private var matcher: Matcher?
  /// The subscription or task that feeds the recorder.
  private let observation: Observation

  init(
    _ expected: MarbleDiagram,
    _ matcher: Matcher,
    _ check: MarbleCheck,
    _ recorder: Recorder,
    _ observation: Observation,
    _ callSite: CallSite
  ) {
    self.expected = expected
    self.matcher = matcher
    self.check = check
    self.recorder = recorder
    self.observation = observation
    self.callSite = callSite
  }

  var hasStopped: Bool { observation.hasEnded }

  func close() {
    recorder?.close()
  }

  func cancel() {
    observation.cancel()
  }

  func release() {
    observation.release()
    recorder = nil
    matcher = nil
  }

  func compare(in run: () -> RunRecord) -> RunIssue? {
    guard let recording = recorder?.recording, let matcher else { return nil }
    let comparison = Comparison(expected, recording.events, matcher, check)
    guard !comparison.differences.isEmpty || recording.offThread > 0 else { return nil }
    let report = StreamReport(comparison, recording, callSite, run())
    let failure = RunFailure.difference(report.text, suggestion: report.suggestion)
    var issue = RunIssue(
      failure,
      at: callSite,
      deviation: comparison.differences.first?.time,
      image: report.image
    )
    issue.inputMistake = report.inputMistake
    return issue
  }
}
