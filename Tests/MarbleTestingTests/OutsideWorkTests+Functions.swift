import Foundation
import Synchronization
import TestSupport

// Functions in C, executors and actors that take work out of a run.

@_silgen_name("dispatch_get_global_queue")
func globalQueue(_: Int, _: UInt) -> UnsafeMutableRawPointer?

@_silgen_name("dispatch_group_create")
func newGroup() -> UnsafeMutableRawPointer?

typealias Work = @convention(c) (UnsafeMutableRawPointer?) -> Void

@_silgen_name("dispatch_async_f")
func dispatchAsync(_: UnsafeMutableRawPointer, _: UnsafeMutableRawPointer?, _: Work)

@_silgen_name("dispatch_barrier_async_f")
func dispatchBarrierAsync(_: UnsafeMutableRawPointer, _: UnsafeMutableRawPointer?, _: Work)

@_silgen_name("dispatch_group_async_f")
func dispatchGroupAsync(
  _: UnsafeMutableRawPointer,
  _: UnsafeMutableRawPointer,
  _: UnsafeMutableRawPointer?,
  _: Work
)

@_silgen_name("dispatch_group_notify_f")
func dispatchGroupNotify(
  _: UnsafeMutableRawPointer,
  _: UnsafeMutableRawPointer,
  _: UnsafeMutableRawPointer?,
  _: Work
)

@_silgen_name("dispatch_after_f")
func dispatchAfter(
  _: UInt64,
  _: UnsafeMutableRawPointer,
  _: UnsafeMutableRawPointer?,
  _: Work
)

#if os(Linux)
/// Starts a process that is found in the search path, and waits for its end.
@inline(never)
func spawned() {
  var process: pid_t = 0
  var arguments = [strdup("true"), nil]
  defer { free(arguments[0]) }
  if posix_spawnp(&process, "true", nil, nil, &arguments, environ) == 0 {
    waitpid(process, nil, 0)
  }
}

/// Starts a thread in the way of C, and waits for its end.
@inline(never)
func joinedThread() {
  var thread: UInt = 0
  if createThread(&thread, { _ in 0 }, nil) == 0 { _ = joinThread(thread, nil) }
}

@_silgen_name("thrd_create")
func createThread(
  _: UnsafeMutablePointer<UInt>,
  _: @convention(c) (UnsafeMutableRawPointer?) -> Int32,
  _: UnsafeMutableRawPointer?
) -> Int32

@_silgen_name("thrd_join")
func joinThread(_: UInt, _: UnsafeMutablePointer<Int32>?) -> Int32
#endif

/// Passes jobs on to the pool.
final class Passing: TaskExecutor {
  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    DispatchQueue.global().async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}

@globalActor actor PoolActor {
  static let shared = PoolActor()

  func work() {}
  func work(_ log: Log<String>) { log.note("work") }
}

@ThreadActor func work(_ log: Log<String>) { log.note("work") }

@globalActor actor ThreadActor {
  static let shared = ThreadActor()

  private var count = 0

  nonisolated var unownedExecutor: UnownedSerialExecutor {
    OwnThread.shared.asUnownedSerialExecutor()
  }

  func work() { count += 1 }
}

/// Runs jobs on a thread.
// SAFETY: the queue is behind a lock, and the thread takes one job at a time.
final class OwnThread: SerialExecutor, @unchecked Sendable {
  static let shared = OwnThread()

  private let jobs = Mutex<[UnownedJob]>([])
  private let ready = DispatchSemaphore(value: 0)
  private let done = DispatchSemaphore(value: 0)

  init() { Thread.detachNewThread { self.run() } }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    jobs.withLock { $0.append(job) }
    ready.signal()
  }

  /// Waits for the end of a job.
  func wait() { done.wait() }

  private func run() {
    while true {
      ready.wait()
      jobs.withLock { $0.removeFirst() }.runSynchronously(on: asUnownedSerialExecutor())
      done.signal()
    }
  }
}
