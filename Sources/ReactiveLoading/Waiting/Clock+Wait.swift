import ReactiveRelays

extension Clock<Duration> {
  /// Waits for a duration of at most a century, because a clock cannot represent longer ones.
  ///
  /// Returns false if the task was cancelled before the duration elapsed. If the clock throws
  /// another error, this returns true immediately, so that no caller hangs.
  func wait(for time: Duration, _ wait: ClockWait?) async -> Bool {
    do {
      try await wait.during { try await sleepReleasing(for: time.clamped) }
    } catch { return !Task.isCancelled }
    return true
  }

  /// Sleeps for a duration; after a cancellation, the sleep soon uses no memory.
  ///
  /// The runtime keeps half a kilobyte of a cancelled sleep on a system clock until its deadline. A
  /// thousand loads a second with a timeout of an hour would hold two gigabytes. Such a sleep
  /// therefore has steps: it is kept for at most a second, or for twice the time since its start.
  package func sleepReleasing(for time: Duration) async throws {
    if isOfSystem { try await sleep(inSteps: time) } else { try await sleep(for: time) }
  }

  /// Sleeps until an instant as ``sleepReleasing(for:)`` does.
  package func sleepReleasing(until deadline: Instant, tolerance: Duration?) async throws {
    if !isOfSystem { return try await sleep(until: deadline, tolerance: tolerance) }
    try await sleep(inSteps: now.duration(to: deadline))
  }

  private var isOfSystem: Bool { self is ContinuousClock || self is SuspendingClock }

  /// Sleeps for a second, then two, four and so on, until a duration has elapsed.
  // NB: The steps are counted, because a system clock does not advance in virtual time.
  func sleep(inSteps time: Duration) async throws {
    let start = now
    var (step, counted, remaining) = (Duration.seconds(1), Duration.zero, time)
    repeat {
      let length = min(step, remaining)
      try await sleep(for: length)
      counted += length
      step *= 2
      remaining = time - max(counted, start.duration(to: now))
    } while remaining > .zero
  }
}

extension Duration {
  /// This duration, at most a century.
  package var clamped: Duration { min(self, .seconds(100 * 366 * 24 * 3600 as Int64)) }
}

/// The time since the creation of this value, on any clock.
@usableFromInline
package struct ElapsedTime: Sendable {
  @usableFromInline package let now: @Sendable () -> Duration

  package init(on clock: some Clock<Duration>) {
    // NB: The compiler specializes the first call; in the second one, a reading looks up the types.
    now =
      if let clock = clock as? ContinuousClock {
        Self.elapsed(on: clock)
      } else {
        Self.elapsed(on: clock)
      }
  }

  private static func elapsed(on clock: some Clock<Duration>) -> @Sendable () -> Duration {
    let start = clock.now
    return { start.duration(to: clock.now) }
  }
}
