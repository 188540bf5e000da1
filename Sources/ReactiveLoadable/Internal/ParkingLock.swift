#if !canImport(Darwin) && !os(Windows)
public import Synchronization

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#endif

/// A lock of one atomic word that spins for a moment and then parks its thread.
///
/// `Synchronization.Mutex` is a priority-inheritance futex on Linux. It hands the lock from thread
/// to thread, so that with more busy threads than cores every section costs a switch; and the
/// thread sanitizer does not see through it. A pthread mutex has neither trouble, but costs twice
/// as much when nobody else is there. This one is as cheap as the first and as steady as the second.
@usableFromInline
struct ParkingLock: ~Copyable, Sendable {
  @usableFromInline let word = Atomic<UInt32>(State.free)
  let place = AtomicLazyReference<ParkingPlace>()

  @usableFromInline
  enum State {
    @inlinable static var free: UInt32 { 0 }
    @inlinable static var held: UInt32 { 1 }
    /// Held, and a thread may be parked: whoever lets go wakes one.
    @inlinable static var awaited: UInt32 { 2 }
  }

  @inlinable
  init() {}

  @inlinable @inline(__always)
  borrowing func acquire() {
    let taken = word.compareExchange(
      expected: State.free,
      desired: State.held,
      ordering: .acquiring
    ).exchanged
    if !taken { acquireSlowly() }
  }

  @inlinable @inline(__always)
  borrowing func release() {
    if word.exchange(State.free, ordering: .releasing) == State.awaited { wake() }
  }

  @usableFromInline
  borrowing func acquireSlowly() {
    for _ in 0..<100 where word.load(ordering: .relaxed) == State.free {
      let taken = word.compareExchange(
        expected: State.free,
        desired: State.held,
        ordering: .acquiring
      ).exchanged
      if taken { return }
    }
    place.storeIfNil(ParkingPlace()).park {
      word.exchange(State.awaited, ordering: .acquiring) != State.free
    }
  }

  @usableFromInline
  borrowing func wake() { place.load()?.wakeOne() }
}

/// Where the threads of one contended lock sleep.
final class ParkingPlace: @unchecked Sendable {
  // SAFETY: both pointers are constant, and what they point to is made to be shared by threads.
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

  init() {
    pthread_mutex_init(mutex, nil)
    pthread_cond_init(condition, nil)
  }

  deinit {
    pthread_cond_destroy(condition)
    pthread_mutex_destroy(mutex)
    condition.deallocate()
    mutex.deallocate()
  }

  /// Sleeps while `isBusy` says so; it is asked where no wake-up can be missed.
  func park(while isBusy: () -> Bool) {
    pthread_mutex_lock(mutex)
    while isBusy() { pthread_cond_wait(condition, mutex) }
    pthread_mutex_unlock(mutex)
  }

  func wakeOne() {
    pthread_mutex_lock(mutex)
    pthread_cond_signal(condition)
    pthread_mutex_unlock(mutex)
  }
}
#endif
