/// Something that is watched while time runs and compared when it is over.
protocol Expectation: AnyObject {
  var place: Place { get }
  /// Whether what watched has ended; only asked after ``stop()``.
  var hasStopped: Bool { get }
  /// Stops watching; what comes after this is not recorded.
  func stop()
  /// Lets go of what was watched.
  func release()
  func compare(in run: Run) -> Issue?
}

/// A stream against a diagram.
final class StreamExpectation: Expectation {
  let place: Place
  let recorder: Recorder
  private let expected: MarbleDiagram
  private let matcher: Matcher
  private let check: MarbleCheck
  /// Set when what watches has ended by itself or was stopped.
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

  func stop() {
    recorder.close()
    watch.cancel()
  }

  func release() {
    watch.release()
  }

  func compare(in run: Run) -> Issue? {
    let comparison = Comparison(expected, recorder.events, matcher, check)
    guard !comparison.differences.isEmpty || recorder.offDriver > 0 else { return nil }
    let report = StreamReport(comparison, recorder, place, run)
    return Issue(text: report.text, place: place)
  }
}

/// What keeps a stream flowing into its recorder.
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

/// A flag that a task sets when it is done.
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
