#if !canImport(Darwin)
public import Synchronization

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#endif

/// A lock of one atomic word that spins briefly and then parks its thread.
///
/// `Synchronization.Mutex` is a priority-inheritance futex on Linux. It passes the lock directly
/// from thread to thread. With more busy threads than cores every critical section then costs a
/// context switch. The thread sanitizer does not understand it either. A pthread mutex has neither
/// problem, but costs more without contention. This lock costs half of either, and the sanitizer
/// understands it.
///
/// It costs half because a release is a plain store instead of an exchange. A thread that parks
/// between that store and the read of `parked` may miss its wake-up. A parked thread therefore
/// checks the lock again after at most a millisecond.
@usableFromInline
package struct RawLock: ~Copyable, Sendable {
  @usableFromInline let isHeld = Atomic<Bool>(false)
  /// The number of threads that are parked or about to park.
  @usableFromInline let parked = Atomic<UInt32>(0)
  /// The condition variable, created when a thread first parks.
  @usableFromInline let condition = LazyReference<ConditionVariable>()

  @inlinable
  package init() {}

  @inlinable @inline(__always)
  package borrowing func acquire() {
    if !attempt() { acquireSlowly() }
  }

  @inlinable @inline(__always)
  package borrowing func release() {
    // NB: The optimizer moves the retain of an object that was read under the lock behind a store, also an atomic one,
    // but not behind a fence. Without it, another thread may release the object first. It is no instruction on x86-64.
    atomicMemoryFence(ordering: .releasing)
    isHeld.store(false, ordering: .releasing)
    if parked.load(ordering: .relaxed) != 0 { wake() }
  }

  @inlinable @inline(__always)
  borrowing func attempt() -> Bool {
    isHeld.compareExchange(expected: false, desired: true, ordering: .acquiring).exchanged
  }

  @usableFromInline
  borrowing func acquireSlowly() {
    for _ in 0..<100 where !isHeld.load(ordering: .relaxed) && attempt() { return }
    parked.add(1, ordering: .sequentiallyConsistent)
    condition.object { ConditionVariable() }.wait { attempt() }
    parked.subtract(1, ordering: .relaxed)
  }

  @usableFromInline
  borrowing func wake() { condition.object?.signal() }
}

/// The condition variable on which threads wait for one contended lock.
@usableFromInline
final class ConditionVariable {
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

  init() {
    pthread_mutex_init(mutex, nil)
    var attributes = pthread_condattr_t()
    pthread_condattr_init(&attributes)
    pthread_condattr_setclock(&attributes, Self.clock)
    pthread_cond_init(condition, &attributes)
    pthread_condattr_destroy(&attributes)
  }

  deinit {
    pthread_cond_destroy(condition)
    pthread_mutex_destroy(mutex)
    condition.deallocate()
    mutex.deallocate()
  }

  /// Sleeps until `isDone` returns true; it is called after every wake-up, and every millisecond.
  func wait(until isDone: () -> Bool) {
    pthread_mutex_lock(mutex)
    while !isDone() {
      var deadline = Self.inAMillisecond
      pthread_cond_timedwait(condition, mutex, &deadline)
    }
    pthread_mutex_unlock(mutex)
  }

  // NB: The default clock of a condition variable is that of the wall, which can be set back: a parked
  // thread would wait for as long as that.
  private static var clock: clockid_t { CLOCK_MONOTONIC }

  private static var inAMillisecond: timespec {
    var time = timespec()
    clock_gettime(clock, &time)
    time.tv_nsec += 1_000_000
    if time.tv_nsec >= 1_000_000_000 {
      time.tv_sec += 1
      time.tv_nsec -= 1_000_000_000
    }
    return time
  }

  func signal() {
    pthread_mutex_lock(mutex)
    pthread_cond_signal(condition)
    pthread_mutex_unlock(mutex)
  }
}

// SAFETY: both pointers are constant, and threads may share the objects that they point to.
extension ConditionVariable: @unchecked Sendable {}
#endif
