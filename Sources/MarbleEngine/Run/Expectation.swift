/// An observation that runs with time and is compared at the end of the run.
protocol Expectation: AnyObject {
  var callSite: CallSite { get }
  /// True if the observation has ended; valid only after ``cancel()``.
  var hasStopped: Bool { get }
  /// Ends the recording.
  func close()
  /// Stops the observation.
  func cancel()
  /// Releases the observed object and the expected values.
  func release()
  /// Compares the recording, after it was closed; the facts of the run are read only for a report.
  func compare(in run: () -> RunRecord) -> Issue?
}

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

  func compare(in run: () -> RunRecord) -> Issue? {
    guard let recording = recorder?.recording, let matcher else { return nil }
    let comparison = Comparison(expected, recording.events, matcher, check)
    guard !comparison.differences.isEmpty || recording.offThread > 0 else { return nil }
    let report = StreamReport(comparison, recording, callSite, run())
    let failure = RunFailure.difference(report.text, suggestion: report.suggestion)
    return Issue(
      failure: failure,
      callSite: callSite,
      deviation: comparison.differences.first?.time,
      inputMistake: report.inputMistake,
      image: report.image
    )
  }
}

/// A subscription or a task that feeds a stream into its recorder, once it is started.
final class Observation {
  /// A subscription or a task that was started.
  struct Running {
    var cancel: (() -> Void)?
    let hasEnded: () -> Bool

    init(cancel: @escaping () -> Void, hasEnded: @escaping () -> Bool = { true }) {
      self.cancel = cancel
      self.hasEnded = hasEnded
    }
  }

  private var begin: (() -> Running)?
  private var running: Running?

  init(_ begin: @escaping () -> Running) {
    self.begin = begin
  }

  /// True if the subscription or task has ended, or never started.
  var hasEnded: Bool { running?.hasEnded() ?? true }

  /// Subscribes or starts the task, unless the observation was cancelled before.
  func start() {
    let begin = begin
    self.begin = nil
    running = begin?()
  }

  func cancel() {
    begin = nil
    running?.cancel?()
  }

  func release() {
    begin = nil
    running?.cancel = nil
  }
}

/// A flag that a task sets when it ends.
///
/// The lock guards the flag.
final class CompletionFlag: Sendable {
  private let state = Lock(false)

  var isSet: Bool {
    state.withLock { $0 }
  }

  func set() {
    state.withLock { $0 = true }
  }
}
