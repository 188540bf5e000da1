extension Clock<Duration> {
  /// Waits for a time.
  ///
  /// Returns whether the time is over: false if the task was cancelled before. A clock that refuses
  /// to wait is not waited for, so that nothing hangs on it.
  @usableFromInline
  func rest(for time: Duration) async -> Bool {
    do { try await sleep(for: time) } catch { return !Task.isCancelled }
    return true
  }
}
