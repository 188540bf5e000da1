/// One run of the work: its task, and the promise that its handles wait for.
///
/// The lock guards `work`; the task is cancelled, and the promise settled, outside it.
final class RunningLoad<Value: Sendable, Failure: Error>: Sendable {
  let promise = Promise<LoadOutcome<Value, Failure>>()
  let requestCancel: @Sendable () -> Void

  private enum Work {
    case notStarted
    case started(UnsafeCurrentTask)
    case over
  }

  private let work = Lock(Work.notStarted)

  /// - Parameter requestCancel: Asks the loader to cancel this load.
  init(requestCancel: @escaping @Sendable () -> Void) { self.requestCancel = requestCancel }

  /// Begins the work, or goes on with other work, unless the load was ended before that.
  func start(_ body: @escaping @Sendable () async -> Void) {
    let before = work.withLock { work in
      defer { if case .started = work { work = .notStarted } }
      return work
    }
    switch before {
    case .over: return
    case .started(let task): task.cancel()
    case .notStarted: break
    }
    Task.startedAtOnce {
      withUnsafeCurrentTask { if let task = $0 { self.note(task) } }
      await body()
    }
  }

  /// The task notes itself before it works, so that it can be cancelled from then on, also before
  /// it suspends for the first time, which is when whoever starts it gets its handle.
  private func note(_ task: UnsafeCurrentTask) {
    // SAFETY: it is kept past its closure, as a strong reference to the task, for `cancel()` only,
    // which is safe from any thread, also after the task has ended.
    let isOver = work.withLock { work in
      if case .over = work { return true }
      work = .started(task)
      return false
    }
    if isOver { task.cancel() }
  }

  func end(_ outcome: LoadOutcome<Value, Failure>) {
    let before = work.withLock { work in
      defer { work = .over }
      return work
    }
    if case .started(let task) = before { task.cancel() }
    promise.settle(outcome)
  }
}

extension Task where Success == Void, Failure == Never {
  /// Starts a task that runs on this thread up to its first suspension, where the system can.
  ///
  /// Elsewhere (Apple systems before 26) it starts soon after, on the pool.
  @discardableResult
  static func startedAtOnce(_ body: @escaping @Sendable () async -> Void) -> Self {
    if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
      return .immediate { await body() }
    }
    return Task { await body() }
  }
}
