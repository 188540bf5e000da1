import Foundation

/// A value behind a lock that the thread sanitizer understands.
///
/// NB: `Synchronization.Mutex` gives false race reports under the sanitizer on Linux.
final class Lock<State> {
  private let lock = NSLock()
  private var state: State

  init(_ state: State) {
    self.state = state
  }

  func withLock<Result>(_ body: (inout State) throws -> Result) rethrows -> Result {
    lock.lock()
    defer { lock.unlock() }
    return try body(&state)
  }
}

// SAFETY: `state` is read and written only between `lock()` and `unlock()`. What it holds may be
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
