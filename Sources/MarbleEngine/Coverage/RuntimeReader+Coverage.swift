import CMarbleHooks
import Foundation

extension RuntimeReader {
  /// Measures which jobs reach a driver, and which details are as expected.
  ///
  /// Each check runs a few tasks on a separate driver. A job that does not reach the driver runs on
  /// its usual executor later, without effect. The checks run on a new thread, which has neither a
  /// driver nor the identity of an actor.
  func measure() -> MarbleCoverage {
    let result = Lock<MarbleCoverage?>(nil)
    let isDone = DispatchSemaphore(value: 0)
    Driver.unbound {
      Thread.detachNewThread {
        let coverage = MarbleCoverage(
          hooks: hooks,
          covered: Set(MarbleCoverage.Mechanism.allCases.filter(covers)),
          details: Set(RuntimeDetail.allCases.filter(knows))
        )
        result.withLock { $0 = coverage }
        isDone.signal()
      }
    }
    isDone.wait()
    return result.withLock { $0 } ?? MarbleCoverage(hooks: hooks, covered: [])
  }

  private var hooks: [MarbleCoverage.Hook] {
    let mainActor = CMarbleReplacesMainExecutor()
    return [
      .init(name: "enqueueGlobal", exists: Hooks.areInPlace()),
      .init(name: "enqueueGlobalWithDeadline", exists: CMarbleSeesDeadlines()),
      .init(name: "getMainExecutor, isMainExecutor", exists: mainActor),
    ]
  }

  private func covers(_ mechanism: MarbleCoverage.Mechanism) -> Bool {
    switch mechanism {
    case .task: arrives { await suspend() }
    case .detachedTask: arrives { try await Task.detached { try onDriver() }.value }
    case .actor: arrives { try await Task { @ProbeActor in try onDriver() }.value }
    case .mainActor: arrives { try await runOnMainActor() }
    case .mainActorAssumption: CMarbleReplacesMainExecutor()
    case .yield: arrives { await Task.yield() }
    case .sleep: arrives { try await sleep() }
    case .clocks: clocksFollowVirtualTime
    case .taskCreation: seesCreation()
    case .actorSharing: findsActor(ProbeActor.shared) { Task { @ProbeActor in } }
    case .outsideWork:
      seesOutsideWork() && isNoted { DispatchQueue.global().async {} }
        && isNoted { Task { await OutsideActor().enter() } }
    }
  }

  /// Returns whether a driver notes the work that `start` starts outside it.
  private func isNoted(_ start: () -> Void) -> Bool {
    probe { driver in
      start()
      driver.drain()
      return !driver.outsideWork.isEmpty
    }
  }

  /// Runs a task on a driver, with its sleeps, and returns whether all of it ran there.
  private func arrives(_ check: @escaping @Sendable () async throws -> Void) -> Bool {
    probe { driver in
      var sleepers: [DriverConfined<() -> Void>] = []
      driver.onRealSleep = { _, wake in
        sleepers.append(wake)
        return true
      }
      let hasArrived = Lock(false)
      let task = Task {
        try await check()
        try onDriver()
        hasArrived.withLock { $0 = true }
      }
      driver.drain()
      while let wake = sleepers.popLast() {
        wake.value()
        driver.drain()
      }
      // A sleep that is not controlled ends now.
      task.cancel()
      driver.drain()
      // NB: Another thread can resume a task before it has suspended. Then it continues in its first job.
      return hasArrived.withLock { $0 } && driver.foreignWakes.isEmpty && driver.jobsRun > 1
    }
  }
}

/// Throws on another thread.
private func onDriver() throws {
  if Driver.current == nil { throw CancellationError() }
}

@MainActor private func runOnMainActor() throws {
  try onDriver()
  if !Hooks.isOnMainActor { throw CancellationError() }
}

private func sleep() async throws {
  let hour = Duration.seconds(3600)
  try await Task.sleep(for: hour)
  try await Task.sleep(nanoseconds: 3_600_000_000_000)
  try await Task.sleep(until: .now + hour, clock: .suspending)
}

/// Suspends a task until another one has run.
private func suspend() async {
  await withUnsafeContinuation { continuation in
    Task { continuation.resume() }
  }
}

@globalActor private actor ProbeActor {
  static let shared = ProbeActor()
}

/// An actor whose jobs run on a custom executor.
private actor OutsideActor {
  nonisolated var unownedExecutor: UnownedSerialExecutor {
    OutsideExecutor.shared.asUnownedSerialExecutor()
  }

  func enter() {}
}

private final class OutsideExecutor: SerialExecutor {
  static let shared = OutsideExecutor()

  func enqueue(_ job: consuming ExecutorJob) {
    UnownedJob(job).runSynchronously(on: asUnownedSerialExecutor())
  }
}
