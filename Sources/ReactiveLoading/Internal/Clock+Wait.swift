import CombineShim

extension Clock<Duration> {
  /// Waits for a duration of at most a century, because a clock cannot represent longer ones.
  ///
  /// Returns false if the task was cancelled before the duration elapsed. If the clock throws
  /// another error, this returns true immediately, so that no caller hangs.
  ///
  /// - Parameters:
  ///   - time: The duration.
  ///   - wait: The name of the wait in reports of tests.
  /// - Returns: False if the task was cancelled.
  func wait(for time: Duration, _ wait: ClockWait?) async -> Bool {
    do {
      try await wait.reporting { try await sleep(for: time.clamped) }
    } catch { return !Task.isCancelled }
    return true
  }
}

extension Duration {
  /// This duration, at most a century.
  package var clamped: Duration { min(self, .seconds(100 * 366 * 24 * 3600)) }
}
