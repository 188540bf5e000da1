#if canImport(Darwin)
public import os

/// A lock backed by `os_unfair_lock`, which donates priority to its holder.
@usableFromInline
package struct RawLock: ~Copyable {
  @usableFromInline let lock: UnsafeMutablePointer<os_unfair_lock>

  @inlinable
  package init() {
    lock = .allocate(capacity: 1)
    lock.initialize(to: os_unfair_lock())
  }

  deinit { lock.deallocate() }

  @inlinable @inline(__always)
  package borrowing func acquire() { os_unfair_lock_lock(lock) }

  @inlinable @inline(__always)
  package borrowing func release() { os_unfair_lock_unlock(lock) }
}

// SAFETY: the pointer is constant, and threads may share the lock that it points to.
extension RawLock: @unchecked Sendable {}
#endif
