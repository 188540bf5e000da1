/// Something that is watched while time runs and compared when it is over.
protocol Expectation: AnyObject {
  var place: Place { get }
  /// Whether what watched has ended; only asked after ``cancel()``.
  var hasStopped: Bool { get }
  /// What comes after this is not recorded.
  func close()
  /// Stops watching.
  func cancel()
  /// Lets go of what was watched, and of all that it is compared with.
  func release()
  func compare(in run: Run) -> Issue?
}

/// A stream against a diagram.
final class StreamExpectation: Expectation {
  let place: Place
  private let expected: MarbleDiagram
  private let check: MarbleCheck
  private var recorder: Recorder?
  private var matcher: Matcher?
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
