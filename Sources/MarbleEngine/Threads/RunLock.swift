package import Foundation

/// A value behind a lock that the thread sanitizer supports.
///
/// NB: `Synchronization.Mutex` gives false race reports under the sanitizer on Linux, and a lock of
/// Foundation costs four allocations.
package final class RunLock<State> {
  @usableFromInline let mutex: UnsafeMutablePointer<pthread_mutex_t>
  // The lock is not recursive, so exclusivity needs no check.
  @usableFromInline @exclusivity(unchecked) package var state: State

  @inlinable
  package init(_ state: State) {
    self.state = state
    mutex = .allocate(capacity: 1)
    mutex.initialize(to: pthread_mutex_t())
    pthread_mutex_init(mutex, nil)
  }

  deinit {
    pthread_mutex_destroy(mutex)
    mutex.deallocate()
  }

  @inlinable @inline(__always)
  package func withLock<Result>(_ body: (inout State) throws -> Result) rethrows -> Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return try body(&state)
  }

  /// Returns the value, and leaves none.
  @inlinable
  package func take<Wrapped>() -> Wrapped? where State == Wrapped? {
    withLock { state in
      defer { state = nil }
      return state
    }
  }
}

// SAFETY: `state` is accessed only while the lock is held. It may contain values that are not
// `Sendable`: a run creates, uses and releases them on the one thread of its driver.
extension RunLock: @unchecked Sendable {}
