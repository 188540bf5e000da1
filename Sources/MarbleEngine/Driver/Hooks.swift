import CMarbleHooks

enum Hooks {
  /// True unless another library has replaced the hooks.
  static func areInPlace() -> Bool {
    _ = installed
    return CMarbleIsInPlace()
  }

  /// True if the caller is on an actor other than the main actor.
  static var isOnActor: Bool {
    CMarbleCurrentExecutor().identity != nil && !isOnMainActor
  }

  static var isOnMainActor: Bool {
    CMarbleCurrentExecutor().identity == executor(MainActor.sharedUnownedExecutor).identity
  }

  /// The executor that jobs of the main actor run on in a run.
  ///
  /// NB: A system that cannot replace the main actor's executor still passes its jobs to a hook.
  /// With its original identity, `MainActor.assumeIsolated` succeeds there, too.
  static let main =
    CMarbleReplacesMainExecutor()
    ? MainActorExecutor.shared.asUnownedSerialExecutor() : MainActor.sharedUnownedExecutor

  private static func executor(_ executor: UnownedSerialExecutor) -> CMarbleExecutor {
    unsafeBitCast(executor, to: CMarbleExecutor.self)
  }

  private static let installed: Void = CMarbleInstall(
    CMarbleHandlers(
      enqueue: { job, onMain in Hooks.route(Job(job, isOnMain: onMain)) },
      enqueueAfterDelay: { job, nanoseconds in Hooks.delay(job, by: .nanoseconds(nanoseconds)) },
      callAfterDelay: { nanoseconds, context, work in
        guard let driver = Driver.current else { return false }
        let call = DriverConfined { work(context) }
        return driver.onRealSleep(.nanoseconds(nanoseconds), call)
      },
      noteTask: { task in Driver.current?.note(Job(task, isOnMain: false)) },
      noteOutsideWork: { work in Driver.current?.note(work) },
      noteExecutor: { executor, function in Driver.current?.note(executor, function) },
      elapsed: { Driver.current?.timeline.now.nanoseconds ?? 0 }
    ),
    executor(MainActorExecutor.shared.asUnownedSerialExecutor())
  )

  /// Offers a job to the driver of its task, else to that of this thread.
  ///
  /// Returns true if a driver took the job.
  static func route(_ job: Job) -> Bool {
    let driver = Driver.current
    if let driver, driver.pushOwn(job) { return true }
    if let inbox = InboxRegistry.shared.inbox(of: job) {
      return inbox.put(job)
    }
    driver?.push(job)
    return driver != nil
  }

  private static func delay(_ job: UnsafeMutableRawPointer, by delay: Duration) -> Bool {
    guard let driver = Driver.current else { return false }
    let job = Job(job, isOnMain: false)
    return driver.onRealSleep(delay, DriverConfined { [unowned driver] in driver.push(job) })
  }
}

/// The main actor's executor on threads that have a driver.
///
/// The process has one instance that is never released, because a task that outlives its run still
/// refers to it. Its late jobs are passed to the real main executor.
final class MainActorExecutor: SerialExecutor {
  static let shared = MainActorExecutor()

  func enqueue(_ job: consuming ExecutorJob) {
    let job = Job(job, isOnMain: true)
    if !Hooks.route(job) {
      job.enqueueOnRealMain()
    }
  }

  func asUnownedSerialExecutor() -> UnownedSerialExecutor {
    UnownedSerialExecutor(ordinary: self)
  }

  func checkIsolated() {}
}

extension Duration {
  var nanoseconds: Int64 {
    let (seconds, attoseconds) = components
    let (product, isTooLong) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    return isTooLong ? .max / 2 : product + attoseconds / 1_000_000_000
  }
}
