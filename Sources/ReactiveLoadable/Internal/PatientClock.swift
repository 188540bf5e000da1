/// A clock that others can rely on: one that refuses to wait is not waited for.
///
/// For operators of AsyncAlgorithms, which end the process when a clock throws anything but the
/// cancellation of their own task.
struct PatientClock<Base: Clock>: Clock where Base.Duration == Duration {
  let base: Base

  var now: Base.Instant { base.now }
  var minimumResolution: Duration { base.minimumResolution }

  func sleep(until deadline: Base.Instant, tolerance: Duration?) async throws {
    do { try await base.sleep(until: deadline, tolerance: tolerance) } catch {
      try Task.checkCancellation()
    }
  }
}
