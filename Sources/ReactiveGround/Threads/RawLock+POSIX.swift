#if !canImport(Darwin)
public import Synchronization

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
  /// The owned condition variable, created when a thread first parks.
  ///
  /// It is not an `AtomicLazyReference`, whose memory ordering the thread sanitizer does not see.
  let storedCondition = Atomic<Unmanaged<ConditionVariable>?>(nil)

  @inlinable
  package init() {}

  @usableFromInline
  deinit { storedCondition.load(ordering: .acquiring)?.release() }

  @inlinable @inline(__always)
  package borrowing func acquire() {
    if !attempt() { acquireSlowly() }
  }

  @inlinable @inline(__always)
  package borrowing func release() {
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
    condition._withUnsafeGuaranteedRef { $0.wait(until: { attempt() }) }
    parked.subtract(1, ordering: .relaxed)
  }

  /// The condition variable of this lock, created at the first use.
  ///
  /// If two threads create one concurrently, the second one is discarded.
  private var condition: Unmanaged<ConditionVariable> {
    if let storedCondition = storedCondition.load(ordering: .acquiring) { return storedCondition }
    let new = Unmanaged.passRetained(ConditionVariable())
    let (isFirst, first) = storedCondition.compareExchange(
      expected: nil,
      desired: new,
      ordering: .acquiringAndReleasing
    )
    guard !isFirst, let first else { return new }
    new.release()
    return first
  }

  @usableFromInline
  borrowing func wake() {
    storedCondition.load(ordering: .acquiring)?._withUnsafeGuaranteedRef { $0.signal() }
  }
}
#endif
