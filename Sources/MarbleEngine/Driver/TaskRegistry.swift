import CMarbleHooks

/// The tasks of a run, and those whose end it observes.
///
/// A task that the run started and that is no child task is retained until its last job has run, so
/// that the end of the run can report tasks that still wait. Nothing is released in here, because a
/// released object may call back into the run.
struct TaskRegistry {
  struct RetainedTask {
    let origin: StartContext
    let job: Job
    fileprivate let number: Int
  }

  var tasks: Set<UInt64> = []
  private var retained: [UInt64: RetainedTask] = [:]
  private var count = 0
  /// The budget of checks that jobs of actors have accumulated since the last check.
  private var checkBudget = 0

  /// Records a task that the run started; returns true if it was unknown.
  mutating func enter(_ job: Job, _ origin: @autoclosure () -> StartContext) -> Bool {
    if job.keepTask() {
      count += 1
      retained[job.task] = RetainedTask(origin: origin(), job: job, number: count)
    }
    return tasks.insert(job.task).inserted
  }

  /// Takes a task that has ended and that nothing else retains, for release.
  mutating func takeUnreferenced(_ task: UInt64) -> Job? {
    guard let job = retained[task]?.job, job.taskIsUnreferenced else { return nil }
    retained[task] = nil
    return job
  }

  /// Takes all such tasks after an actor has run, in the order of their start.
  ///
  /// The actor may have run any of them. Checking all of them after each job would cost time in
  /// proportion to their number, so each job pays for a bounded number of checks: with few tasks,
  /// all are checked after each job.
  mutating func takeUnreferencedOfActor() -> [Job] {
    checkBudget += TaskRegistry.checksPerJob
    guard checkBudget >= retained.count else { return [] }
    checkBudget = 0
    let ended = retained.filter { $0.value.job.taskIsUnreferenced }.sorted {
      $0.value.number < $1.value.number
    }
    for (task, _) in ended { retained[task] = nil }
    return ended.map(\.value.job)
  }

  private static let checksPerJob = 64

  /// The start of a task; nil for a child task and for a task from outside.
  func origin(of task: UInt64) -> StartContext? { retained[task]?.origin }

  /// The retained tasks, in the order of their start.
  var inOrder: [RetainedTask] {
    retained.values.sorted { $0.number < $1.number }
  }

  mutating func removeAll() -> (tasks: Set<UInt64>, retained: [Job]) {
    defer { self = TaskRegistry() }
    return (tasks, retained.values.map(\.job))
  }
}
