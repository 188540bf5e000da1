/// A load as its handles see it: the tasks that work for it, and the outcome that they wait for.
///
/// Tasks are cancelled, and those who wait woken, outside the lock.
// SAFETY: `tasks` is guarded by the lock of the signal.
@usableFromInline
final class RunningLoad<Value: Sendable, Failure: Error>: Promise<LoadOutcome<Value, Failure>>,
  @unchecked Sendable
{
  @exclusivity(unchecked) @usableFromInline var tasks = LoadTasks()
  @usableFromInline let requestCancel: @Sendable () -> Void

  /// - Parameter requestCancel: Asks the owner to cancel this load.
  @inlinable
  init(requestCancel: @escaping @Sendable () -> Void) {
    self.requestCancel = requestCancel
    super.init()
  }

  /// Begins a task in the place of the part's present one, unless the load is over.
  @inlinable
  func start(_ part: LoadTasks.Part, _ body: @escaping @Sendable () async -> Void) {
    guard let turn = clear(part) else { return }
    Task.startedAtOnce {
      withUnsafeCurrentTask { if let task = $0 { self.note(task, part, turn) } }
      await body()
    }
  }

  /// Cancels the part's present task.
  @inlinable
  func stop(_ part: LoadTasks.Part) { _ = clear(part) }

  @inlinable
  func end(_ outcome: LoadOutcome<Value, Failure>) {
    let started = locked { tasks.end() }
    started.0?.cancel()
    started.1?.cancel()
    started.2?.cancel()
    settle(outcome)
  }

  /// Empties the part's place; returns the turn of the next task, `nil` if the load is over.
  @inlinable
  func clear(_ part: LoadTasks.Part) -> UInt? {
    let (before, turn) = locked { tasks.clear(part) }
    before?.cancel()
    return turn
  }

  /// The task notes itself before it works, so that it can be cancelled from then on, also before
  /// it suspends for the first time, which is when whoever starts it gets its handle.
  @inlinable
  func note(_ task: UnsafeCurrentTask, _ part: LoadTasks.Part, _ turn: UInt) {
    // SAFETY: it is kept past its closure, as a strong reference to the task, for `cancel()` only,
    // which is safe from any thread, also after the task has ended.
    let isPresent = locked { tasks.note(task, part, turn) }
    if !isPresent { task.cancel() }
  }
}

extension Task where Success == Void, Failure == Never {
  /// Starts a task that runs on this thread up to its first suspension, where the system can.
  ///
  /// Elsewhere (Apple systems before 26) it starts soon after, on the pool.
  @inlinable @discardableResult
  static func startedAtOnce(_ body: @escaping @Sendable () async -> Void) -> Self {
    if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
      return .immediate { await body() }
    }
    return Task { await body() }
  }
}
