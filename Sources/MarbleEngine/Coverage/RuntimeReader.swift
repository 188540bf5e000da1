import CMarbleHooks

/// The functions that read details of the runtime that no interface promises, each with its probe.
///
/// A test replaces one of them by a wrong one.
struct RuntimeReader: Sendable {
  var actor: @Sendable (Job) -> UnsafeMutableRawPointer? = { $0.actorByLayout }
  var hasEnded: @Sendable (Job) -> Bool = { $0.taskHasEnded }
  var isUnreferenced: @Sendable (Job) -> Bool = { $0.taskIsUnreferenced }
  var observe: @Sendable (UnsafeMutableRawPointer, UnsafeRawPointer) -> CreatedTask? = {
    CreatedTask($0, resultType: $1)
  }
  var callers: @Sendable () -> CallStack = { .current }
  var clock: @Sendable () -> ContinuousClock.Instant = { .now }
  var seesCreation: @Sendable () -> Bool = { CMarbleSeesCreation() }
  var seesOutsideWork: @Sendable () -> Bool = { CMarbleSeesOutsideWork() }
}

extension RuntimeReader {
  func knows(_ detail: RuntimeDetail) -> Bool {
    switch detail {
    case .taskEnds: seesEnds
    case .taskStatus: readsStatus
    case .callers: namesCallers
    }
  }

  /// True if a read of the system's clock in a run is virtual.
  var clocksFollowVirtualTime: Bool {
    probe { driver in
      let start = clock()
      driver.timeline.advance(to: .seconds(3600))
      return clock() - start == .seconds(3600)
    }
  }

  /// Returns true if all jobs of an actor have its address where it is expected.
  func findsActor(_ actor: AnyObject, _ enqueue: () -> Void) -> Bool {
    probe { driver in
      var found: [UnsafeMutableRawPointer?] = []
      driver.actors.onJob = { found.append(self.actor($0)) }
      enqueue()
      driver.drain()
      let address = Unmanaged.passUnretained(actor).toOpaque()
      return !found.isEmpty && found.allSatisfy { $0 == address }
    }
  }

  /// True if a task counts without its child, until its last job, and is then released.
  private var seesEnds: Bool {
    probe { driver in
      let gate = Gate(nil)
      var task: Task<Void, Never>? = Task {
        await withTaskGroup(of: Void.self) { $0.addTask {} }
        await gate.wait()
      }
      driver.drain()
      let jobs = driver.keptTasks
      guard jobs.count == 1, !hasEnded(jobs[0]) else { return false }
      gate.open()
      driver.drain()
      let isKnown = withExtendedLifetime(task) { hasEnded(jobs[0]) && !isUnreferenced(jobs[0]) }
      task = nil
      return isKnown && isUnreferenced(jobs[0])
    }
  }

  /// True if the end of a retained task, and its release, are seen without retaining it.
  private var readsStatus: Bool {
    var observed: CreatedTask?
    let hasEnded = probe { driver in
      let gate = Gate(nil)
      let task = Task {
        await gate.wait()
        return 1
      }
      observed = observe(
        unsafeBitCast(task, to: UnsafeMutableRawPointer.self),
        unsafeBitCast(Int.self as Any.Type, to: UnsafeRawPointer.self)
      )
      driver.drain()
      let hasEndedEarly = observed?.hasEnded ?? true
      gate.open()
      driver.drain()
      return withExtendedLifetime(task) {
        observed.map { !hasEndedEarly && $0.hasEnded && !$0.isReleased } ?? false
      }
    }
    return hasEnded && observed?.isReleased == true
  }

  /// True if the functions on the stack, and those that wait in a task, have their names.
  private var namesCallers: Bool {
    probe { driver in
      let found = Lock<CallStack?>(nil)
      Task { await probedWait(callers, found) }
      driver.drain()
      guard let stack = found.withLock(\.self) else { return false }
      return [stack.addresses, stack.waiting].allSatisfy { addresses in
        addresses.prefix(12).contains {
          CalledFunction(at: $0)?.name.contains("probedWait") ?? false
        }
      }
    }
  }

  func probe(_ body: (Driver) -> Bool) -> Bool {
    let driver = Driver(SchedulingStrategy(), RunTimeline())
    defer { driver.close() }
    return driver.bound { body(driver) }
  }
}

@inline(never)
private func probedWait(
  _ callers: @Sendable () -> CallStack,
  _ found: borrowing Lock<CallStack?>
) async {
  await withUnsafeContinuation { continuation in
    let stack = callers()
    found.withLock { $0 = stack }
    continuation.resume()
  }
}

/// Suspends a task until its gate is opened.
private typealias Gate = Lock<UnsafeContinuation<Void, Never>?>

extension Gate {
  fileprivate func wait() async {
    await withUnsafeContinuation { continuation in withLock { $0 = continuation } }
  }

  fileprivate func open() { withLock { $0.take() }?.resume() }
}
