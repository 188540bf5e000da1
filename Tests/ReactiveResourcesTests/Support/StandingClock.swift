import Foundation

/// A clock whose time only the test advances, which wakes the sleepers that are due.
final class StandingClock: Clock, @unchecked Sendable {
  typealias Instant = ContinuousClock.Instant

  private struct Sleeper {
    let deadline: Instant
    let continuation: CheckedContinuation<Void, any Error>
  }

  // SAFETY: touched only while the lock is held.
  private var moment = ContinuousClock.now
  private var sleepers: [UUID: Sleeper] = [:]
  private let lock = NSLock()

  var now: Instant { lock.withLock { moment } }
  var minimumResolution: Duration { .zero }

  func advance(by time: Duration) {
    let due = lock.withLock {
      moment = moment.advanced(by: time)
      let due = sleepers.filter { $0.value.deadline <= moment }
      for id in due.keys { sleepers[id] = nil }
      return due.values
    }
    for sleeper in due { sleeper.continuation.resume() }
  }

  func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    let id = UUID()
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let isDue = lock.withLock {
          if deadline > moment {
            sleepers[id] = Sleeper(deadline: deadline, continuation: continuation)
          }
          return deadline <= moment
        }
        if isDue { continuation.resume() }
        if Task.isCancelled { cancel(id) }
      }
    } onCancel: {
      cancel(id)
    }
  }

  private func cancel(_ id: UUID) {
    let sleeper = lock.withLock { sleepers.removeValue(forKey: id) }
    sleeper?.continuation.resume(throwing: CancellationError())
  }
}
