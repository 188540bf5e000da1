/// The virtual clock of a run: it stands still until everything at one instant has come to rest.
///
/// Inject ``Marbles/clock`` where the code under test takes a clock. Sleepers wake in the order of
/// their deadlines, those of one deadline in the order in which they went to sleep, and whatever
/// one of them sets off runs before the next one wakes.
public struct MarbleClock: Clock {
  /// A moment of a run, counted from its start.
  public struct Instant: InstantProtocol {
    /// The time since the run began.
    public let offset: Duration

    /// Creates the moment that lies `offset` after the start of the run.
    public init(offset: Duration) {
      self.offset = offset
    }

    /// Returns the moment that lies `duration` after this one.
    public func advanced(by duration: Duration) -> Instant {
      Instant(offset: offset + duration)
    }

    /// Returns the time from this moment to `other`.
    public func duration(to other: Instant) -> Duration {
      other.offset - offset
    }

    /// Answers whether the first moment comes before the second.
    public static func < (earlier: Instant, later: Instant) -> Bool {
      earlier.offset < later.offset
    }
  }

  private let timeline: Timeline

  init(_ timeline: Timeline) {
    self.timeline = timeline
  }

  /// The present moment of the run.
  public var now: Instant {
    Instant(offset: timeline.now)
  }

  /// Zero: virtual time is exact.
  public var minimumResolution: Duration { .zero }

  /// Suspends until the run has come to `deadline`.
  ///
  /// A deadline that has passed gives everybody else at this instant a turn first, so that a loop
  /// of empty sleeps is seen by the job cap instead of hanging the test.
  ///
  /// - Parameters:
  ///   - deadline: The moment to wake at, exactly.
  ///   - tolerance: Not used: virtual time has no reason to be late.
  /// - Throws: `CancellationError` when the task is cancelled, at the instant of the cancellation,
  ///   and at once when the run is over.
  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    try Task.checkCancellation()
    let timeline = timeline
    timeline.noteUse(of: "m.clock")
    let sequence = timeline.nextSequence()
    try await withTaskCancellationHandler {
      try await withUnsafeThrowingContinuation { continuation in
        if !timeline.park(continuation, as: sequence, until: deadline.offset) {
          // NB: by a task, so that a loop that ignores the error suspends: it would hang the run.
          Task { continuation.resume(throwing: CancellationError()) }
        }
      }
    } onCancel: {
      if case .sleeper(let continuation) = timeline.cancelSleeper(sequence)?.wait {
        continuation.resume(throwing: CancellationError())
      }
    }
  }
}
