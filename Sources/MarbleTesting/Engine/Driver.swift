import CMarbleHooks

/// Runs the jobs of one run's tasks, on the thread that the run was called on.
///
/// A driver is bound to its thread. It takes every job enqueued there; jobs that other threads
/// enqueue for its tasks arrive in its inbox and are counted.
final class Driver {
  let inbox = Inbox()
  private(set) var foreignWakes: [UInt64] = []
  private(set) var jobsRun = 0
  private(set) var isExhausted = false
  private var allowance = Driver.jobsAnInstant
  private var ready: ReadyQueue
  private var tasks: Set<UInt64> = []
  /// Takes over what asked for a wall clock: the delay, and what to do then.
  var onRealSleep: (Duration, OnDriver<() -> Void>) -> Void = { _, _ in }

  static let jobsAnInstant = 100_000
  static let jobsARun = 1_000_000

  init(seed: UInt64?) {
    ready = ReadyQueue(seed: seed)
  }

  /// Makes this the driver of the current thread while `body` runs.
  func bound<Result>(_ body: () throws -> Result) rethrows -> Result {
    let outer = CMarbleCurrentDriver()
    CMarbleSetCurrentDriver(Unmanaged.passUnretained(self).toOpaque())
    defer { CMarbleSetCurrentDriver(outer) }
    return try body()
  }

  /// The driver bound to the current thread.
  static var current: Driver? {
    CMarbleCurrentDriver().map { Unmanaged<Driver>.fromOpaque($0).takeUnretainedValue() }
  }

  func push(_ job: Job) {
    if job.task != 0, tasks.insert(job.task).inserted {
      Registry.shared.add(job.task, to: inbox)
    }
    ready.append(job)
  }

  func owns(_ job: Job) -> Bool {
    job.task == 0 || tasks.contains(job.task)
  }

  /// Runs jobs until none is left or more ran at this instant than can mean rest.
  func drain() {
    repeat {
      while !isExhausted, let job = ready.popFirst() {
        run(job)
      }
    } while takeInbox() && !isExhausted
  }

  /// Grants the next instant its jobs.
  func beginInstant() {
    allowance = min(Driver.jobsAnInstant, Driver.jobsARun - jobsRun)
  }

  /// Lets go of what kept an exhausted driver busy, so that the clean-up can run.
  func abandonJobs(allowing jobs: Int) {
    ready.removeAll()
    isExhausted = false
    allowance = jobs
  }

  /// Hands jobs that come later to the executors they would have gone to without this driver.
  func close() {
    inbox.close()
    Registry.shared.remove(tasks)
  }

  private func run(_ job: Job) {
    jobsRun += 1
    allowance -= 1
    isExhausted = allowance <= 0
    job.run()
  }

  private func takeInbox() -> Bool {
    let jobs = inbox.takeAll()
    for job in jobs {
      foreignWakes.append(job.task)
      push(job)
    }
    return !jobs.isEmpty
  }
}
