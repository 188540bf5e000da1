import Foundation

/// A value behind a lock that the thread sanitizer supports.
///
/// NB: `Synchronization.Mutex` gives false race reports under the sanitizer on Linux, and a lock of
/// Foundation costs four allocations.
final class Lock<State> {
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  // The lock is not recursive, so exclusivity needs no check.
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

// SAFETY: `state` is accessed only while the lock is held. It may contain values that are not
// `Sendable`: a run creates, uses and releases them on the one thread of its driver.
extension Lock: @unchecked Sendable {}

/// A value that stays on the thread of its run, which the type system cannot prove.
struct DriverConfined<Value> {
  let value: Value

  init(_ value: Value) {
    self.value = value
  }
}

// SAFETY: a driver runs everything on one thread, serially.
extension DriverConfined: @unchecked Sendable {}
