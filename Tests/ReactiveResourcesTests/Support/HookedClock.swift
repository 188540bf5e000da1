import Foundation
import LoadableTesting

/// The clock of a marble test that performs an action when it is read.
final class HookedClock: Clock, @unchecked Sendable {
  typealias Instant = MarbleClock.Instant

  private let base: MarbleClock
  // SAFETY: touched only while the lock is held.
  private var looks = 0
  private var action: (() -> Void)?
  private let lock = NSLock()

  init(_ base: MarbleClock) { self.base = base }

  var minimumResolution: Duration { base.minimumResolution }

  /// Performs an action at one of the next reads, counted from one.
  func perform(atRead look: Int, _ what: @escaping () -> Void) {
    lock.withLock { (looks, action) = (look, what) }
  }

  var now: Instant {
    let action = lock.withLock {
      looks -= 1
      return looks == 0 ? self.action.take() : nil
    }
    action?()
    return base.now
  }

  func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    try await base.sleep(until: deadline, tolerance: tolerance)
  }
}
