#if !canImport(Darwin)
#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#endif

/// The condition variable on which threads wait for one contended lock.
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
