/// A load as its handles see it: the tasks that work for it, and the promise that they wait for.
///
/// The lock guards `tasks`; tasks are cancelled, and the promise settled, outside it.
final class RunningLoad<Value: Sendable, Failure: Error>: Sendable {
  let promise = Promise<LoadOutcome<Value, Failure>>()
  let requestCancel: @Sendable () -> Void

  /// What a load has a task for, one at a time each.
  enum Part: Int {
    /// An attempt, or the wait before it.
    case work
    case limitOfAttempt
    case limitOfLoad
  }

  private struct Tasks {
    var isOver = false
    /// Which task of a part is the present one, counted from 1.
    var turns: InlineArray<3, UInt> = .init(repeating: 0)
    var started: InlineArray<3, UnsafeCurrentTask?> = .init(repeating: nil)
  }

  private let tasks = Lock(Tasks())

  /// - Parameter requestCancel: Asks the loader to cancel this load.
  init(requestCancel: @escaping @Sendable () -> Void) { self.requestCancel = requestCancel }

  /// Begins a task in the place of the part's present one, unless the load is over.
  func start(_ part: Part, _ body: @escaping @Sendable () async -> Void) {
    guard let turn = take(part) else { return }
    Task.startedAtOnce {
      withUnsafeCurrentTask { if let task = $0 { self.note(task, part, turn) } }
      await body()
    }
  }

  /// Cancels the part's present task.
  func stop(_ part: Part) { _ = take(part) }

  func end(_ outcome: LoadOutcome<Value, Failure>) {
    let started = tasks.withLock { tasks in
      tasks.isOver = true
      defer { tasks.started = .init(repeating: nil) }
      return tasks.started
    }
    for part in started.indices { started[part]?.cancel() }
    promise.settle(outcome)
  }

  /// Empties the part's place, and returns the turn of the next task; `nil` if the load is over.
  private func take(_ part: Part) -> UInt? {
    let (before, turn) = tasks.withLock { tasks -> (UnsafeCurrentTask?, UInt?) in
      if tasks.isOver { return (nil, nil) }
      tasks.turns[part.rawValue] += 1
      defer { tasks.started[part.rawValue] = nil }
      return (tasks.started[part.rawValue], tasks.turns[part.rawValue])
    }
    before?.cancel()
    return turn
  }

  /// The task notes itself before it works, so that it can be cancelled from then on, also before
  /// it suspends for the first time, which is when whoever starts it gets its handle.
  private func note(_ task: UnsafeCurrentTask, _ part: Part, _ turn: UInt) {
    // SAFETY: it is kept past its closure, as a strong reference to the task, for `cancel()` only,
    // which is safe from any thread, also after the task has ended.
    let isPresent = tasks.withLock { tasks in
      if tasks.isOver || tasks.turns[part.rawValue] != turn { return false }
      tasks.started[part.rawValue] = task
      return true
    }
    if !isPresent { task.cancel() }
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
