import CMarbleHooks

/// A ready part of a task, and the executor it belongs to.
struct Job: Sendable {
  private let job: UnownedJob
  let isOnMain: Bool
  /// The runtime's task identifier, never reused; 0 for a job of an actor.
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

  func run() { job.runSynchronously(on: isOnMain ? Hooks.main : Job.generic) }

  /// The actor of an actor's job; nil for the job of a task.
  var actor: UnsafeMutableRawPointer? { CMarbleActor(raw) }

  /// The actor, for the probe of the layout.
  var actorByLayout: UnsafeMutableRawPointer? { CMarbleActorByLayout(raw) }

  /// Retains the task to detect its end later; returns false for a child task.
  func keepTask() -> Bool { CMarbleKeepTask(raw) }
  var taskIsUnreferenced: Bool { CMarbleTaskIsForgotten(raw) }
  var taskHasEnded: Bool { CMarbleTaskHasEnded(raw) }
  func releaseTask() { CMarbleReleaseTask(raw) }

  private var raw: UnsafeMutableRawPointer {
    unsafeBitCast(job, to: UnsafeMutableRawPointer.self)
  }

  /// Passes a job that outlived its run to its original executor.
  func enqueueOnOriginal() {
    if isOnMain {
      enqueueOnRealMain()
    } else {
      CMarbleEnqueueGlobal(raw)
    }
  }

  /// Passes a job that outlived its run to the main actor.
  func enqueueOnRealMain() { MainActor.shared.enqueue(job) }

  // NB: The identity of no executor, as on the concurrent pool. With a serial executor's identity
  // every hop to nonisolated code would be enqueued, and `merge` deadlocks: it holds its lock
  // across a continuation.
  private static var generic: UnownedSerialExecutor {
    unsafeBitCast((UInt(0), UInt(0)), to: UnownedSerialExecutor.self)
  }
}
