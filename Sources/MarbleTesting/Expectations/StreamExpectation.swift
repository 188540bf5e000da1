import MarbleReport

final class StreamExpectation: Expectation {
  let callSite: CallSite
  private let expected: MarbleDiagram
  private let check: MarbleCheck
  private var recorder: Recorder?
  private var matcher: Matcher?
  /// Starts the observation; nil after its start, and for one that was cancelled before.
  private var begin: ((Recorder) -> Observation)?
  private var observation: Observation?

  init(
    _ expected: MarbleDiagram,
    _ matcher: Matcher,
    _ check: MarbleCheck,
    _ recorder: Recorder,
    _ begin: @escaping (Recorder) -> Observation,
    _ callSite: CallSite
  ) {
    self.expected = expected
    self.matcher = matcher
    self.check = check
    self.recorder = recorder
    self.begin = begin
    self.callSite = callSite
  }

  /// True if the subscription or task has ended, or never started.
  var hasStopped: Bool { observation?.hasEnded() ?? true }

  /// Subscribes or starts the task, unless the observation was cancelled before.
  func start() {
    guard let recorder, let begin = begin.take() else { return }
    observation = begin(recorder)
  }

  func close() { recorder?.close() }

  func cancel() {
    begin = nil
    observation?.cancel?()
  }

  func release() {
    begin = nil
    observation?.cancel = nil
    recorder = nil
    matcher = nil
  }

  func compare(in run: () -> RunRecord) -> RunIssue? {
    guard let recording = recorder?.recording, let matcher else { return nil }
    let comparison = Comparison(expected, recording.events, matcher, check)
    guard !comparison.differences.isEmpty || recording.offThread > 0 else { return nil }
    return StreamReport(comparison, recording, callSite, run()).issue
  }
}

/// A subscription or a task that feeds a stream into its recorder.
struct Observation {
  var cancel: (() -> Void)?
  var hasEnded: () -> Bool = { true }
}
