import CMarbleHooks

/// The tasks of a run, and which of them it has to look after.
///
/// A task that the run has begun and that is no child of another is kept until its last job has run,
/// so that the end of the run can tell who still waits. Nothing is released in here: what a task
/// holds may come back to the run when it goes.
struct TaskLedger {
  /// A task that is kept.
  struct Kept {
    let origin: Origin
    let job: Job
    fileprivate let number: Int
  }

  private(set) var tasks: Set<UInt64> = []
  private var kept: [UInt64: Kept] = [:]
  private var count = 0
  /// How many tasks the jobs of actors since the last time have paid for.
  private var unpaid = 0

  /// Takes down a task that the run has begun, once; answers whether it was not known yet.
  mutating func enter(_ job: Job, _ origin: @autoclosure () -> Origin) -> Bool {
    if job.keepTask() {
      count += 1
      kept[job.task] = Kept(origin: origin(), job: job, number: count)
    }
    return tasks.insert(job.task).inserted
  }

  /// Takes down a task that began elsewhere, or of which nobody knows yet that it began here;
  /// answers whether it was not known yet.
  mutating func adopt(_ task: UInt64) -> Bool {
    tasks.insert(task).inserted
  }

  /// Hands out a task that has come to its end and that nobody else holds, to be released.
  mutating func takeForgotten(_ task: UInt64) -> Job? {
    guard let job = kept[task]?.job, job.taskIsForgotten else { return nil }
    kept[task] = nil
    return job
  }

  /// Hands out all such tasks when an actor has run, in the order in which they began.
  ///
  /// The actor may have run any of them, and nothing says which. To ask all of them after each of
  /// its jobs would cost as much as there are tasks, so it is done once in so many jobs that a job
  /// pays for a bounded number of tasks: after each job while there are few.
  mutating func takeForgottenOfActor() -> [Job] {
    unpaid += TaskLedger.tasksAskedAJob
    guard unpaid >= kept.count else { return [] }
    unpaid = 0
    let ended = kept.filter { $0.value.job.taskIsForgotten }.sorted {
      $0.value.number < $1.value.number
    }
    for (task, _) in ended { kept[task] = nil }
    return ended.map(\.value.job)
  }

  private static let tasksAskedAJob = 64

  /// Where a task began; nil for a child of another, and for one from elsewhere.
  func origin(of task: UInt64) -> Origin? { kept[task]?.origin }

  /// The tasks that are kept, in the order in which they began.
  var inOrder: [Kept] {
    kept.values.sorted { $0.number < $1.number }
  }

  /// Forgets everything, and hands out the tasks that were known and those to be released.
  mutating func removeAll() -> (tasks: Set<UInt64>, kept: [Job]) {
    defer { self = TaskLedger() }
    return (tasks, kept.values.map(\.job))
  }
}

/// When and by what something was set off.
struct Origin: Sendable {
  let time: Duration
  /// The step or the input of the test; nil for the body.
  let cause: Place?
}
