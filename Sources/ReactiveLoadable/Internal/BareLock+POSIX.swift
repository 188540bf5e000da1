#if !canImport(Darwin)
public import Synchronization

/// A lock of one atomic word that spins for a moment and then parks its thread.
///
/// `Synchronization.Mutex` is a priority-inheritance futex on Linux. It hands the lock from thread
/// to thread, so that with more busy threads than cores every section costs a switch; and the
/// thread sanitizer does not see through it. A pthread mutex has neither trouble, but costs more
/// when nobody else is there. This one costs half of either, and the sanitizer sees all of it.
///
/// Half, because letting go is a plain store and no exchange. The price: a thread that parks in the
/// instant between that store and the look at `parked` may miss its wake-up. So nobody parks for
/// longer than a millisecond before looking again.
@usableFromInline
struct BareLock: ~Copyable, Sendable {
  @usableFromInline let isHeld = Atomic<Bool>(false)
  /// How many threads are parked, or about to be.
  @usableFromInline let parked = Atomic<UInt32>(0)
  /// Made when a thread first parks, and owned.
  ///
  /// Not an `AtomicLazyReference`: the thread sanitizer does not see that one order what it does.
  let place = Atomic<Unmanaged<ParkingPlace>?>(nil)

  @inlinable
  init() {}

  @usableFromInline
  deinit { place.load(ordering: .acquiring)?.release() }

  @inlinable @inline(__always)
  borrowing func acquire() {
    if !attempt() { acquireSlowly() }
  }

  @inlinable @inline(__always)
  borrowing func release() {
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
    parkingPlace._withUnsafeGuaranteedRef { $0.park(until: { attempt() }) }
    parked.subtract(1, ordering: .relaxed)
  }

  /// The one place; a thread that finds another one made meanwhile throws its own away.
  private var parkingPlace: Unmanaged<ParkingPlace> {
    if let place = place.load(ordering: .acquiring) { return place }
    let new = Unmanaged.passRetained(ParkingPlace())
    let (isMine, first) = place.compareExchange(
      expected: nil,
      desired: new,
      ordering: .acquiringAndReleasing
    )
    guard !isMine, let first else { return new }
    new.release()
    return first
  }

  @usableFromInline
  borrowing func wake() {
    place.load(ordering: .acquiring)?._withUnsafeGuaranteedRef { $0.wakeOne() }
  }
}
#endif
