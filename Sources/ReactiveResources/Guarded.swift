import Foundation

/// A state behind a lock; no caller's code runs while it is held.
///
/// Not a `Mutex`, which the thread sanitizer does not see through on Linux.
final class Guarded<State> {
  private let lock = NSLock()
  private var state: State

  init(_ state: State) { self.state = state }

  /// Runs `body` with exclusive access to the state and hands on its result.
  func withLock<Result>(_ body: (inout State) -> Result) -> Result {
    lock.withLock { body(&state) }
  }
}

// SAFETY: the state is touched only while the lock is held, so by one thread at a time.
extension Guarded: @unchecked Sendable {}
