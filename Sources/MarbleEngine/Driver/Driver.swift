import CMarbleHooks

/// Runs the jobs of one run's tasks, on the thread that the run was called on.
///
/// A driver is bound to its thread. It takes every job enqueued there; jobs that other threads
/// enqueue for its tasks arrive in its inbox and are counted.
final class Driver {
  let inbox = Inbox()
  let monitor = Monitor()
  private(set) var foreignWakes: [ForeignWake] = []
  var outsideWork: [OutsideWork] = []
  private(set) var jobsRun = 0
  private(set) var isExhausted = false
  private var allowance = Driver.maxJobsPerInstant
  private var ready = ReadyQueue()
  /// Chooses between jobs and between timers that are due together.
  var strategy: SchedulingStrategy
  private var taskRegistry = TaskRegistry()
  /// The timers of each task that sleeps on the wall clock, which the run executes in virtual time.
  private var sleeps: [UInt64: [Int]] = [:]
  private var cancelledSleeps: [RunTimeline.Entry] = []
  var actors = ActorRegistry()
  let timeline: RunTimeline
  /// Schedules a sleep on the wall clock in virtual time: its delay and its wake action.
  ///
  /// Returns false after the end of virtual time; the wall clock keeps the sleep then.
  var onRealSleep: (Duration, DriverConfined<() -> Void>) -> Bool = { _, _ in false }

  static let maxJobsPerInstant = 100_000
  static let maxJobsPerRun = 1_000_000

  init(_ strategy: SchedulingStrategy, _ timeline: RunTimeline) {
    self.strategy = strategy
    self.timeline = timeline
  }

  /// Makes this the driver of the current thread while `body` runs.
  func bound<Result>(_ body: () throws -> Result) rethrows -> Result {
    let outer = CMarbleCurrentDriver()
    CMarbleSetCurrentDriver(Unmanaged.passUnretained(self).toOpaque())
    CMarbleResetClocks()
    defer { CMarbleSetCurrentDriver(outer) }
    return try body()
  }

  /// Removes the driver from the current thread while `body` runs.
  static func unbound(_ body: () -> Void) {
    let outer = CMarbleCurrentDriver()
    CMarbleSetCurrentDriver(nil)
    defer { CMarbleSetCurrentDriver(outer) }
    body()
  }

  static var current: Driver? {
    CMarbleCurrentDriver().map { Unmanaged<Driver>.fromOpaque($0).takeUnretainedValue() }
  }

  func note(_ task: Job) {
    if taskRegistry.enter(task, timeline.origin) { InboxRegistry.shared.add(task.task, to: inbox) }
  }

  /// Adds a job, and adopts all further jobs of its task or actor.
  func push(_ job: Job) {
    if job.task == 0 {
      actors.enter(job, inbox)
    } else if taskRegistry.tasks.insert(job.task).inserted {
      // A task from outside, or a task whose start was not observed.
      InboxRegistry.shared.add(job.task, to: inbox)
      if !CMarbleSeesCreation() { note(job) }
    }
    ready.append(job)
  }

  /// Adds a job of an actor or of a known task; returns false for other jobs.
  func pushOwn(_ job: Job) -> Bool {
    guard job.task == 0 || taskRegistry.tasks.contains(job.task) else { return false }
    if job.task == 0 { actors.enter(job, inbox) }
    ready.append(job)
    return true
  }

  /// Runs jobs until none is ready or the limit of jobs per instant is exceeded.
  func drain() {
    repeat {
      while !isExhausted, let job = ready.popFirst(&strategy) {
        run(job)
      }
    } while takeInbox() && !isExhausted
  }

  /// Resets the allowance of jobs for the next instant.
  func beginInstant() {
    allowance = min(Driver.maxJobsPerInstant, Driver.maxJobsPerRun - jobsRun)
  }

  /// Allows an exhausted driver more jobs, so that cancelled work can unwind.
  func allow(_ jobs: Int) {
    isExhausted = false
    allowance = jobs
  }

  /// The jobs of the tasks that the run started, except child tasks.
  var keptTasks: [Job] { taskRegistry.inOrder.map(\.job) }

  /// The tasks of the run that have not ended, in the order of their start.
  ///
  /// This raises the priorities of the tasks, so it is only for the end of the run.
  func unfinishedTasks() -> [StartContext] {
    taskRegistry.inOrder.filter { !$0.job.taskHasEnded }.map(\.origin)
  }

  /// Passes remaining and later jobs to their original executors.
  ///
  /// No job is dropped, because other code may wait for its task or actor.
  func close() {
    let left = ready.removeAll() + inbox.takeAll(closing: true)
    let known = taskRegistry.removeAll()
    InboxRegistry.shared.remove(known.tasks)
    actors.removeAll(of: inbox)
    Driver.unbound {
      for job in left { job.enqueueOnOriginal() }
      for task in known.retained { task.releaseTask() }
    }
  }

  /// Records the timer of a wall-clock sleep of the running task.
  func noteSleep(_ sequence: Int) {
    let task = CMarbleCurrentTaskIdentifier()
    if task != 0 { sleeps[task, default: []].append(sequence) }
  }

  /// Removes the timers of the sleeps of a task that runs again.
  ///
  /// The runtime leaves the timer of a cancelled sleep scheduled and wakes the task without it. So
  /// when the task runs again, its timer must not advance time.
  private func endSleeps(of task: UInt64) {
    guard !sleeps.isEmpty, let left = sleeps.removeValue(forKey: task) else { return }
    cancelledSleeps += timeline.take(left)
  }

  /// Takes the removed timers, for each of which the runtime still holds memory.
  func takeCancelledSleeps() -> [RunTimeline.Entry] {
    defer { cancelledSleeps = [] }
    return cancelledSleeps
  }

  /// Counts a job or a timer event; a loop of publishers creates no jobs.
  func charge() {
    jobsRun += 1
    allowance -= 1
    isExhausted = allowance < 0
  }

  private func run(_ job: Job) {
    charge()
    let task = job.task
    endSleeps(of: task)
    monitor.begin(task == 0 ? .actor : .task(taskRegistry.origin(of: task)))
    job.run()
    if task != 0 {
      taskRegistry.takeUnreferenced(task)?.releaseTask()
    } else {
      for task in taskRegistry.takeUnreferencedOfActor() { task.releaseTask() }
    }
  }

  private func takeInbox() -> Bool {
    let jobs = inbox.takeAll()
    for job in jobs {
      let origin = taskRegistry.origin(of: job.task)
      foreignWakes.append(ForeignWake(task: job.task, start: origin, time: timeline.now))
      push(job)
    }
    return !jobs.isEmpty
  }
}
