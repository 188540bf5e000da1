/// The number of failed pages in a row at an end of a list, and the time of the last failure.
///
/// Visible rows load a failed end again only after a wait, which doubles with each failure. Without
/// the wait, each visible row would load from a source that fails without suspending. See
/// <doc:PagingContract#P3-Failed-pages>.
struct EndFailures: Sendable {
  private var count = 0
  private var last = Duration.zero

  func adding(at now: Duration) -> Self {
    var failures = self
    failures.count += 1
    failures.last = now
    return failures
  }

  /// Returns true if the wait after the last failure has ended; `first` is the first wait.
  func allowAsking(at now: Duration, after first: Duration) -> Bool {
    now - last >= RetryPolicy.exponential(from: first, limit: count).delay(count)
  }
}
