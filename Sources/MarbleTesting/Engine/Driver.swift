import CMarbleHooks

/// Runs the jobs of one run's tasks, on the thread that the run was called on.
///
/// A driver is bound to its thread. It takes every job enqueued there; jobs that other threads
/// enqueue for its tasks arrive in its inbox and are counted.
final class Driver {
  let inbox = Inbox()
  let monitor = Monitor()
  private(set) var foreignWakes: [ForeignWake] = []
  /// How many actors of this run another run uses as well.
  var sharedActors: Int { actors.shared }
  private(set) var jobsRun = 0
  private(set) var isExhausted = false
  private var allowance = Driver.jobsAnInstant
  private var ready = ReadyQueue()
  /// Also decides between timers that are due together.
  var chooser: Chooser
  private var ledger = TaskLedger()
  private var sleeps = SleepLedger()
  private var actors = ActorLedger()
  let timeline: Timeline
  /// Takes over what asked for a wall clock: the delay, and what to do then.
  ///
  /// Answers false when virtual time is over: it is the wall clock's then.
  var onRealSleep: (Duration, OnDriver<() -> Void>) -> Bool = { _, _ in false }

  static let jobsAnInstant = 100_000
  static let jobsARun = 1_000_000

  init(_ order: MarbleOrder?, _ timeline: Timeline) {
    chooser = Chooser(order)
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

  /// Lets the current thread have no driver while `body` runs.
  private static func unbound(_ body: () -> Void) {
    let outer = CMarbleCurrentDriver()
    CMarbleSetCurrentDriver(nil)
    defer { CMarbleSetCurrentDriver(outer) }
    body()
  }

  /// The driver bound to the current thread.
  static var current: Driver? {
    CMarbleCurrentDriver().map { Unmanaged<Driver>.fromOpaque($0).takeUnretainedValue() }
  }

  /// Takes down a task that begins.
  func note(_ task: Job) {
    if ledger.enter(task, timeline.origin) { Registry.shared.add(task.task, to: inbox) }
  }

  /// Takes a job, and from now on all of its task or its actor.
  func push(_ job: Job) {
    if job.task == 0 {
      actors.enter(job, inbox)
    } else if ledger.adopt(job.task) {
      Registry.shared.add(job.task, to: inbox)
      if !CMarbleSeesCreation() { note(job) }
    }
    ready.append(job)
  }

  /// Takes a job if its task is known here, and every job of an actor.
  func pushOwn(_ job: Job) -> Bool {
    guard job.task == 0 || ledger.tasks.contains(job.task) else { return false }
    if job.task == 0 { actors.enter(job, inbox) }
    ready.append(job)
    return true
  }

  /// Runs jobs until none is left or more ran at this instant than can mean rest.
  func drain() {
    repeat {
      while !isExhausted, let job = ready.popFirst(&chooser) {
        run(job)
      }
    } while takeInbox() && !isExhausted
  }

  /// Grants the next instant its jobs.
  func beginInstant() {
    allowance = min(Driver.jobsAnInstant, Driver.jobsARun - jobsRun)
  }

  /// Lets an exhausted driver go on, so that what is cancelled can unwind.
  func allow(_ jobs: Int) {
    isExhausted = false
    allowance = jobs
  }

  /// The tasks of the run that have not ended, in the order in which they began.
  ///
  /// This raises the priorities of tasks, so it is for when their run is over.
  func livingTasks() -> [Origin] {
    ledger.inOrder.filter { !$0.job.taskHasEnded }.map(\.origin)
  }

  /// Hands jobs that are left or come later to the executors of their own.
  ///
  /// No job is ever thrown away: somebody else may wait for its task or its actor.
  func close() {
    let left = ready.removeAll() + inbox.close()
    let known = ledger.removeAll()
    Registry.shared.remove(known.tasks)
    actors.removeAll(of: inbox)
    Driver.unbound {
      for job in left { job.enqueueOnOriginal() }
      for task in known.kept { task.releaseTask() }
    }
  }

  /// Takes down that the running task sleeps on the wall clock.
  func noteSleep(_ sequence: Int) {
    sleeps.enter(CMarbleCurrentTaskIdentifier(), sequence)
  }

  /// Hands out the timers of sleeps that were cancelled.
  func takeAbandonedSleeps() -> [Timeline.Entry] { sleeps.takeAbandoned() }

  /// Counts a job, or a wake of the timeline: a loop of publishers never makes a job.
  func charge() {
    jobsRun += 1
    allowance -= 1
    isExhausted = allowance < 0
  }

  private func run(_ job: Job) {
    charge()
    let task = job.task
    sleeps.wake(task, timeline)
    monitor.begin(task == 0 ? .actor : .task(ledger.origin(of: task)))
    job.run()
    if task != 0 {
      ledger.takeForgotten(task)?.releaseTask()
    } else {
      for task in ledger.takeForgottenOfActor() { task.releaseTask() }
    }
  }

  private func takeInbox() -> Bool {
    let jobs = inbox.takeAll()
    for job in jobs {
      let origin = ledger.origin(of: job.task)
      foreignWakes.append(ForeignWake(task: job.task, origin: origin, time: timeline.now))
      push(job)
    }
    return !jobs.isEmpty
  }
}

/// A wake from another thread.
struct ForeignWake {
  /// 0 for an actor.
  let task: UInt64
  /// Where the task began, if this is known.
  let origin: Origin?
  /// The present of the run when it came.
  let time: Duration
}
