import CMarbleHooks

/// The tasks of a run, in the order in which they were first seen.
///
/// A task that is no child of another is kept until it has ended, so that the end of the run can
/// tell who still waits.
struct TaskLedger {
  /// A task that has not ended.
  struct Living {
    let origin: Origin
    fileprivate let job: Job
  }

  private(set) var tasks: Set<UInt64> = []
  private var kept: [Living] = []
  private var most = TaskLedger.fewest

  /// So many are kept before those that have ended are looked for.
  private static let fewest = 256

  /// Takes down a task that the run has begun, once; answers whether it was not known yet.
  mutating func enter(_ job: Job, _ origin: @autoclosure () -> Origin) -> Bool {
    let isNew = tasks.insert(job.task).inserted
    if job.keepTask() { kept.append(Living(origin: origin(), job: job)) }
    if kept.count > most {
      release { $0.taskIsForgotten }
      most = max(TaskLedger.fewest, kept.count * 2)
    }
    return isNew
  }

  /// Takes down a task that began elsewhere, or of which nobody knows yet that it began here;
  /// answers whether it was not known yet.
  mutating func adopt(_ task: UInt64) -> Bool {
    tasks.insert(task).inserted
  }

  /// Returns the tasks that have not ended, in the order in which they began, when time is over.
  mutating func living() -> [Living] {
    release { $0.taskHasEnded }
    return kept
  }

  /// Lets go of all tasks, and returns which were known.
  mutating func removeAll() -> Set<UInt64> {
    for living in kept { living.job.releaseTask() }
    defer { self = TaskLedger() }
    return tasks
  }

  private mutating func release(where isOver: (Job) -> Bool) {
    kept.removeAll { living in
      guard isOver(living.job) else { return false }
      living.job.releaseTask()
      return true
    }
  }
}

/// When and by what something was set off.
struct Origin {
  let time: Duration
  /// The step or the input of the test; nil for the body.
  let cause: Place?
}
