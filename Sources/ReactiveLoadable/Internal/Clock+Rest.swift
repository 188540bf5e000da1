extension Clock<Duration> {
  /// Waits for a time, a century at most: longer ones are more than a clock can count.
  ///
  /// Returns whether the time is over: false if the task was cancelled before. A clock that refuses
  /// to wait is not waited for, so that nothing hangs on it.
  @usableFromInline
  func rest(for time: Duration) async -> Bool {
    do { try await sleep(for: time.countable) } catch { return !Task.isCancelled }
    return true
  }
}

extension Duration {
  /// The same, or a century if it is longer.
  var countable: Duration { min(self, .seconds(100 * 366 * 24 * 3600)) }
}
