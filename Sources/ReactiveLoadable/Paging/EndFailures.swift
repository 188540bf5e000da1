/// How often the pages at an end of a list have failed in a row, and when the last one did.
///
/// Rows that come into view ask a failed end again only after a wait, which doubles with each failure:
/// a source that fails without suspending would else be asked as often as rows come into view (P3).
struct EndFailures: Sendable {
  private var count = 0
  private var last = Duration.zero

  func adding(at now: Duration) -> Self {
    var failures = self
    failures.count += 1
    failures.last = now
    return failures
  }

  /// Whether the wait after the last failure is over; the first one is as long as this.
  func allowAsking(at now: Duration, after first: Duration) -> Bool {
    now - last >= RetryPolicy.exponential(from: first, limit: count).delay(count)
  }
}
