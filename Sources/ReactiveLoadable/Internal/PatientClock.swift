import IssueReporting

/// A clock that others can rely on: it throws nothing but the cancellation of its own task.
///
/// For `debounce` of AsyncAlgorithms, which ends the process when a clock throws anything else, and
/// asks again and again when it returns too early. One that refuses to wait is reported as an issue,
/// and nothing happens any more.
struct PatientClock<Base: Clock>: Clock where Base.Duration == Duration {
  let base: Base

  var now: Base.Instant { base.now }
  var minimumResolution: Duration { base.minimumResolution }

  func sleep(until deadline: Base.Instant, tolerance: Duration?) async throws {
    do { try await base.sleep(until: deadline, tolerance: tolerance) } catch {
      try Task.checkCancellation()
      reportIssue("A clock refuses to wait: \(error). What waits on it does not go on.")
      for await _ in AsyncStream<Never>.makeStream().stream {}
      try Task.checkCancellation()
    }
  }
}
