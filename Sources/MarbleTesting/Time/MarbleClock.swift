/// The test clock of a run, which advances only after all work of an instant has settled.
///
/// Inject ``Marbles/clock`` into code that takes a clock. Sleepers wake in the order of their
/// deadlines; sleepers with the same deadline wake in the order in which they started. All work
/// that a sleeper causes runs before the next one wakes.
public struct MarbleClock: Clock {
  /// A time in a run, counted from its start.
  public struct Instant: InstantProtocol {
    /// The time since the start of the run.
    public let offset: Duration

    /// Creates the instant that is `offset` after the start of the run.
    public init(offset: Duration) {
      self.offset = offset
    }

    /// Returns the instant that is `duration` after this one.
    public func advanced(by duration: Duration) -> Instant {
      Instant(offset: offset + duration)
    }

    /// Returns the duration from this instant to `other`.
    public func duration(to other: Instant) -> Duration {
      other.offset - offset
    }

    /// Returns true if the first instant is before the second.
    public static func < (earlier: Instant, later: Instant) -> Bool {
      earlier.offset < later.offset
    }
  }

  private let timeline: RunTimeline

  init(_ timeline: RunTimeline) {
    self.timeline = timeline
  }

  /// The current instant of the run.
  public var now: Instant { Instant(offset: timeline.now) }

  /// Zero, because virtual time is exact.
  public var minimumResolution: Duration { .zero }

  /// Suspends until the run has reached `deadline`.
  ///
  /// With a deadline in the past, all other work of this instant runs first, so that a loop of
  /// empty sleeps reaches the limit of jobs instead of hanging the test.
  ///
  /// - Parameters:
  ///   - deadline: The exact time to wake at.
  ///   - tolerance: Not used, because virtual time is exact.
  /// - Throws: `CancellationError` if the task is cancelled, at the instant of the cancellation,
  ///   and immediately after the end of the run.
  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    try Task.checkCancellation()
    let timeline = timeline
    timeline.noteUse(of: "m.clock")
    let sequence = timeline.nextSequence()
    try await withTaskCancellationHandler {
      try await withUnsafeThrowingContinuation { continuation in
        if !timeline.park(continuation, as: sequence, until: deadline.offset) {
          // NB: In a task, so that a loop that ignores the error suspends instead of hanging the
          // run.
          Task { continuation.resume(throwing: CancellationError()) }
        }
      }
    } onCancel: {
      if case .sleeper(let continuation) = timeline.cancelSleeper(sequence)?.action {
        continuation.resume(throwing: CancellationError())
      }
    }
  }
}
