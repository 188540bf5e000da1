/// An observation that runs with time and is compared at the end of the run.
protocol Expectation: AnyObject {
  var place: Place { get }
  /// True if the observation has ended; valid only after ``cancel()``.
  var hasStopped: Bool { get }
  /// Ends the recording.
  func close()
  /// Stops the observation.
  func cancel()
  /// Releases the observed object and the expected values.
  func release()
  func compare(in run: Run) -> Issue?
}

/// An expectation that compares a stream with a diagram.
final class StreamExpectation: Expectation {
  let place: Place
  private let expected: MarbleDiagram
  private let check: MarbleCheck
  private var recorder: Recorder?
  private var matcher: Matcher?
  /// The subscription or task that feeds the recorder.
  private let watch: Watch

  init(
    _ expected: MarbleDiagram,
    _ matcher: Matcher,
    _ check: MarbleCheck,
    _ recorder: Recorder,
    _ watch: Watch,
    _ place: Place
  ) {
    self.expected = expected
    self.matcher = matcher
    self.check = check
    self.recorder = recorder
    self.watch = watch
    self.place = place
  }

  var hasStopped: Bool { watch.hasEnded }

  func close() {
    recorder?.close()
  }

  func cancel() {
    watch.cancel()
  }

  func release() {
    watch.release()
    recorder = nil
    matcher = nil
  }

  func compare(in run: Run) -> Issue? {
    guard let recorder, let matcher else { return nil }
    let comparison = Comparison(expected, recorder.events, matcher, check)
    guard !comparison.differences.isEmpty || recorder.offDriver > 0 else { return nil }
    let report = StreamReport(comparison, recorder, place, run)
    return Issue(text: report.text, place: place)
  }
}

/// A subscription or a task that feeds a stream into its recorder.
final class Watch {
  private var onCancel: (() -> Void)?
  private let ended: () -> Bool

  init(cancel: @escaping () -> Void, ended: @escaping () -> Bool = { true }) {
    onCancel = cancel
    self.ended = ended
  }

  var hasEnded: Bool { ended() }

  func cancel() {
    onCancel?()
  }

  func release() {
    onCancel = nil
  }
}

/// A flag that a task sets when it ends.
///
/// The lock guards the flag.
final class Flag: Sendable {
  private let state = Lock(false)

  var isSet: Bool {
    state.withLock { $0 }
  }

  func set() {
    state.withLock { $0 = true }
  }
}
