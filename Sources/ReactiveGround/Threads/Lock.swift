/// A state together with the lock that guards it.
///
/// ```swift
/// let lock = Lock(State())
/// let count = lock.withLock { state in state.count }
/// ```
///
/// No code of a caller runs inside `withLock`, and old values are released outside it: a `deinit`
/// may acquire the same lock, which is not recursive.
@usableFromInline
package struct Lock<State: ~Copyable>: ~Copyable {
  @usableFromInline package let raw = RawLock()
  @usableFromInline let state: UnsafeMutablePointer<State>

  @inlinable
  package init(_ initial: consuming State) {
    state = .allocate(capacity: 1)
    state.initialize(to: initial)
  }

  deinit {
    state.deinitialize(count: 1)
    state.deallocate()
  }

  /// Runs `body` with exclusive access to the state, and returns its result.
  ///
  /// The result is released outside the lock, also if no one uses it.
  @inlinable @inline(__always)
  package borrowing func withLock<R>(_ body: (inout State) -> R) -> R {
    raw.withLock { body(&state.pointee) }
  }

  /// Acquires the lock for straight code that ends with `release()`.
  ///
  /// For the hottest paths only: a closure that is too long to inline costs twenty instructions.
  @inlinable @inline(__always)
  package borrowing func acquire() -> UnsafeMutablePointer<State> {
    raw.acquire()
    return state
  }

  @inlinable @inline(__always)
  package borrowing func release() { raw.release() }
}

// SAFETY: the state is touched only while `raw` is held, so by one thread at a time.
extension Lock: @unchecked Sendable where State: ~Copyable {}

extension RawLock {
  /// Runs `body` with the lock held, and returns its result, which is released outside the lock.
  @inlinable @inline(__always)
  package borrowing func withLock<R: ~Copyable>(_ body: () -> R) -> R {
    acquire()
    let result = body()
    release()
    // NB: Without this use, the optimizer releases a result that no one uses under the lock, where its `deinit` runs.
    withExtendedLifetime(result) {}
    return result
  }
}
