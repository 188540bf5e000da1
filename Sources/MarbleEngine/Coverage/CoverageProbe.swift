import CMarbleHooks
import Foundation

/// Measures which jobs reach a driver.
///
/// Each check runs a few tasks on a separate driver. A job that does not reach the driver runs on
/// its usual executor later, without effect.
enum CoverageProbe {
  /// Measures on a new thread, which has neither a driver nor the identity of an actor.
  static func measure(_ reader: RuntimeReader = RuntimeReader()) -> MarbleCoverage {
    let result = Lock<MarbleCoverage?>(nil)
    let isDone = DispatchSemaphore(value: 0)
    Driver.unbound {
      Thread.detachNewThread {
        let coverage = MarbleCoverage(
          hooks: hooks,
          covered: Set(MarbleCoverage.Mechanism.allCases.filter { isCovered($0, reader) }),
          details: Set(RuntimeDetail.allCases.filter(reader.knows))
        )
        result.withLock { $0 = coverage }
        isDone.signal()
      }
    }
    isDone.wait()
    return result.withLock { $0 } ?? MarbleCoverage(hooks: hooks, covered: [])
  }

  private static var hooks: [MarbleCoverage.Hook] {
    let mainActor = CMarbleReplacesMainExecutor()
    return [
      .init(name: "enqueueGlobal", exists: Hooks.areInPlace()),
      .init(name: "enqueueGlobalWithDeadline", exists: CMarbleSeesDeadlines()),
      .init(name: "getMainExecutor, isMainExecutor", exists: mainActor),
    ]
  }

  private static func isCovered(
    _ mechanism: MarbleCoverage.Mechanism,
    _ reader: RuntimeReader
  ) -> Bool {
    switch mechanism {
    case .task: arrives { await Suspension().end() }
    case .detachedTask: arrives { try await Task.detached { try onDriver() }.value }
    case .actor: arrives { try await Task { @ProbeActor in try onDriver() }.value }
    case .mainActor: arrives { try await runOnMainActor() }
    case .mainActorAssumption: CMarbleReplacesMainExecutor()
    case .yield: arrives { await Task.yield() }
    case .sleep: arrives { try await sleep() }
    case .clocks: reader.clocksFollowVirtualTime
    case .taskCreation: reader.seesCreation()
    case .actorSharing: reader.findsActor(ProbeActor.shared) { Task { @ProbeActor in } }
    case .outsideWork:
      reader.seesOutsideWork() && isNoted { DispatchQueue.global().async {} }
        && isNoted { Task { await OutsideActor().enter() } }
    }
  }

  /// Returns whether a driver notes the work that `start` starts outside it.
  private static func isNoted(_ start: () -> Void) -> Bool {
    let driver = Driver(SchedulingStrategy(), RunTimeline())
    driver.bound {
      start()
      driver.drain()
    }
    driver.close()
    return !driver.outsideWork.work.isEmpty
  }

  private static func sleep() async throws {
    let hour = Duration.seconds(3600)
    try await Task.sleep(for: hour)
    try await Task.sleep(nanoseconds: 3_600_000_000_000)
    try await Task.sleep(until: .now + hour, clock: .suspending)
  }

  @MainActor private static func runOnMainActor() throws {
    try onDriver()
    if !Hooks.isOnMainActor { throw OffDriverError() }
  }

  /// Runs a task on a driver, with its sleeps, and returns whether all of it ran there.
  private static func arrives(_ check: @escaping @Sendable () async throws -> Void) -> Bool {
    let driver = Driver(SchedulingStrategy(), RunTimeline())
    let sleepers = Sleepers()
    driver.onRealSleep = { _, wake in
      sleepers.wakes.append(wake)
      return true
    }
    let arrival = CompletionFlag()
    driver.bound {
      let task = Task {
        try await check()
        try onDriver()
        arrival.set()
      }
      driver.drain()
      while let wake = sleepers.wakes.popLast() {
        wake.value()
        driver.drain()
      }
      // A sleep that is not controlled ends now.
      task.cancel()
      driver.drain()
    }
    // NB: Another thread can resume a task before it has suspended. Then it continues in its first job.
    let isCovered =
      arrival.isSet && driver.foreignWakes.isEmpty && driver.jobsRun > 1
    driver.close()
    return isCovered
  }
}

/// The error of a check that runs on another thread.
private struct OffDriverError: Error {}

private func onDriver() throws {
  if Driver.current == nil { throw OffDriverError() }
}

/// The sleeps of a check, used on its thread only.
private final class Sleepers {
  var wakes: [DriverConfined<() -> Void>] = []
}

@globalActor private actor ProbeActor {
  static let shared = ProbeActor()
}

/// Suspends a task until another one has run.
private struct Suspension {
  func end() async {
    await withUnsafeContinuation { continuation in
      Task { continuation.resume() }
    }
  }
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
