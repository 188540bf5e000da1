import Foundation

/// A clock whose sleepers sleep until `ring()`, or until they are cancelled.
final class HandClock: Clock, @unchecked Sendable {
  typealias Instant = ContinuousClock.Instant

  // SAFETY: the sleepers are touched only while the lock is held.
  private var sleeping: [UUID: CheckedContinuation<Void, any Error>] = [:]
  private let lock = NSLock()

  let now = ContinuousClock.now
  var minimumResolution: Duration { .zero }

  /// The number of sleepers.
  var sleepers: Int { lock.withLock { sleeping.count } }

  func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    let id = UUID()
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { sleeper in
        lock.withLock { sleeping[id] = sleeper }
        if Task.isCancelled { wake(id) }
      }
    } onCancel: {
      wake(id)
    }
  }

  /// Wakes all sleepers.
  func ring() {
    let woken = lock.withLock {
      defer { sleeping = [:] }
      return sleeping.values
    }
    for sleeper in woken { sleeper.resume() }
  }

  private func wake(_ id: UUID) {
    lock.withLock { sleeping.removeValue(forKey: id) }?.resume(throwing: CancellationError())
  }
}

/// A clock that throws in every sleep.
struct BrokenClock: Clock {
  let now = ContinuousClock.now
  var minimumResolution: Duration { .zero }

  func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {
    throw SampleError.first
  }
}

/// A clock with a settable time, also an earlier one; it has no sleepers.
final class SettableClock: Clock, @unchecked Sendable {
  // SAFETY: the time is touched only while the lock is held.
  private var moment = ContinuousClock.now
  private let lock = NSLock()

  var now: ContinuousClock.Instant { lock.withLock { moment } }
  var minimumResolution: Duration { .zero }

  func advance(by time: Duration) { lock.withLock { moment = moment.advanced(by: time) } }

  func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {}
}
