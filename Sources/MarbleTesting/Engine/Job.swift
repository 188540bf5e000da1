import CMarbleHooks

/// A piece of a task that is ready to run, and the executor it belongs on.
struct Job: Sendable {
  private let job: UnownedJob
  let isOnMain: Bool
  /// The runtime's identifier of the task, never used twice; 0 when it is no task's job.
  let task: UInt64

  init(_ raw: UnsafeMutableRawPointer, isOnMain: Bool) {
    job = unsafeBitCast(raw, to: UnownedJob.self)
    self.isOnMain = isOnMain
    task = CMarbleTaskIdentifier(raw)
  }

  init(_ job: consuming ExecutorJob, isOnMain: Bool) {
    let unowned = UnownedJob(job)
    self.init(unsafeBitCast(unowned, to: UnsafeMutableRawPointer.self), isOnMain: isOnMain)
  }

  func run() {
    job.runSynchronously(on: isOnMain ? Hooks.main : Job.generic)
  }

  /// The actor that has something to do; nil for the job of a task.
  var actor: UnsafeMutableRawPointer? { CMarbleActor(raw) }

  /// Keeps the task, so that it can be asked whether it has ended; false for the child of another.
  func keepTask() -> Bool { CMarbleKeepTask(raw) }
  var taskIsForgotten: Bool { CMarbleTaskIsForgotten(raw) }
  var taskHasEnded: Bool { CMarbleTaskHasEnded(raw) }
  func releaseTask() { CMarbleReleaseTask(raw) }

  private var raw: UnsafeMutableRawPointer {
    unsafeBitCast(job, to: UnsafeMutableRawPointer.self)
  }

  /// Hands a job that outlived its run to the executor it would have gone to without one.
  func enqueueOnOriginal() {
    if isOnMain {
      enqueueOnRealMain()
    } else {
      CMarbleEnqueueGlobal(raw)
    }
  }

  /// Hands a job that outlived its run to the main actor itself.
  func enqueueOnRealMain() {
    MainActor.shared.enqueue(job)
  }

  // NB: The identity of no executor, as on the concurrent pool. With a serial executor's identity
  // every hop to nonisolated code would be enqueued, and `merge` deadlocks: it holds its lock
  // across a continuation.
  private static var generic: UnownedSerialExecutor {
    unsafeBitCast((UInt(0), UInt(0)), to: UnownedSerialExecutor.self)
  }
}
