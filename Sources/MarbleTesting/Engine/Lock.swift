import Foundation

/// A value behind a lock that the thread sanitizer understands.
///
/// NB: `Synchronization.Mutex` gives false race reports under the sanitizer on Linux, and a lock of
/// Foundation costs four allocations.
final class Lock<State> {
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  // Nobody comes in twice: the lock is not recursive, so there is nothing to check.
  @exclusivity(unchecked) private var state: State

  init(_ state: State) {
    self.state = state
    mutex = .allocate(capacity: 1)
    mutex.initialize(to: pthread_mutex_t())
    pthread_mutex_init(mutex, nil)
  }

  deinit {
    pthread_mutex_destroy(mutex)
    mutex.deallocate()
  }

  @inline(__always)
  func withLock<Result>(_ body: (inout State) throws -> Result) rethrows -> Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return try body(&state)
  }
}

// SAFETY: `state` is read and written only between locking and unlocking. What it holds may be
// not `Sendable`: a run creates, uses and releases it on the one thread of its driver.
extension Lock: @unchecked Sendable {}

/// A value that stays on the thread of its run although the type system cannot see that.
struct OnDriver<Value> {
  let value: Value

  init(_ value: Value) {
    self.value = value
  }
}

// SAFETY: everything that a driver runs, it runs on one thread, one after the other.
extension OnDriver: @unchecked Sendable {}
