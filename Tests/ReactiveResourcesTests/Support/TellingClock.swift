import Foundation
import MarbleTesting

/// The clock of a marble test that performs an action when it is read.
final class TellingClock: Clock, @unchecked Sendable {
  typealias Instant = MarbleClock.Instant

  private let base: MarbleClock
  // SAFETY: touched only while the lock is held.
  private var looks = 0
  private var told: (() -> Void)?
  private let lock = NSLock()

  init(_ base: MarbleClock) { self.base = base }

  var minimumResolution: Duration { base.minimumResolution }

  /// Performs an action at one of the next reads, counted from one.
  func tell(atLook look: Int, _ what: @escaping () -> Void) {
    lock.withLock { (looks, told) = (look, what) }
  }

  var now: Instant {
    let told = lock.withLock {
      looks -= 1
      return looks == 0 ? self.told.take() : nil
    }
    told?()
    return base.now
  }

  func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    try await base.sleep(until: deadline, tolerance: tolerance)
  }
}
