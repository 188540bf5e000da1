import IssueReporting
package import ReactiveRelays

/// A clock that throws only the cancellation of its task.
///
/// `debounce` of AsyncAlgorithms ends the process if a clock throws another error, and loops if the
/// clock returns too early. If the base clock throws another error, this clock reports an issue and
/// then sleeps until the task is cancelled.
package struct CancellationOnlyClock<Base: Clock>: Clock where Base.Duration == Duration {
  let base: Base
  private let wait: ClockWait?

  /// Creates a clock whose sleeps observers see as `wait`.
  package init(base: Base, _ wait: ClockWait?) {
    self.base = base
    self.wait = wait
  }

  package var now: Base.Instant { base.now }
  package var minimumResolution: Duration { base.minimumResolution }

  package func sleep(until deadline: Base.Instant, tolerance: Duration?) async throws {
    do {
      try await wait.during {
        try await base.sleepReleasing(until: deadline, tolerance: tolerance)
      }
    } catch {
      try Task.checkCancellation()
      reportIssue(
        """
        A clock threw an error instead of sleeping: \(error). The operator that waits on the clock \
        stops. Throw only a CancellationError from 'sleep(until:tolerance:)'.
        """
      )
      for await _ in AsyncStream<Never>.makeStream().stream {}
      try Task.checkCancellation()
    }
  }
}
