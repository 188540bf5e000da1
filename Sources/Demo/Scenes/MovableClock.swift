import Synchronization

/// A clock that goes as another one does, and can be put forward.
final class MovableClock: Clock {
  typealias Instant = ContinuousClock.Instant

  private let base = ContinuousClock()
  // Guards how far it was put forward.
  private let lead = Mutex(Duration.zero)

  var now: Instant { base.now.advanced(by: lead.withLock { $0 }) }
  var minimumResolution: Duration { base.minimumResolution }

  /// Lets so much time pass at once.
  func putForward(by duration: Duration) { lead.withLock { $0 += duration } }

  func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    let deadline = deadline.advanced(by: .zero - lead.withLock { $0 })
    try await base.sleep(until: deadline, tolerance: tolerance)
  }
}
