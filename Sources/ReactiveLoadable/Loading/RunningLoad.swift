/// A load as its handles see it: the tasks that work for it, and the outcome that they wait for.
///
/// Tasks are cancelled, and those who wait woken, outside the lock.
// SAFETY: `tasks` is guarded by the lock of the signal.
@usableFromInline
final class RunningLoad<Value: Sendable, Failure: Error>: Promise<LoadOutcome<Value, Failure>>,
  @unchecked Sendable
{
  @exclusivity(unchecked) @usableFromInline var tasks = LoadTasks()
  /// Who runs it, and under which number.
  @usableFromInline let owner: WeakLoadOwner
  @usableFromInline let id: UInt

  @inlinable
  init(_ id: UInt, of owner: any LoadOwner) {
    self.id = id
    self.owner = WeakLoadOwner(owner)
    super.init()
  }

  /// Asks the owner to cancel this load.
  @inlinable
  func requestCancel() { owner.object?.cancelLoad(id) }

  /// Begins a task in the place of the part's present one, unless the load is over or the ticket old.
  @inlinable
  func start(_ part: LoadTasks.Part, _ ticket: UInt, _ body: @escaping @Sendable () async -> Void) {
    guard clear(part, for: ticket) else { return }
    Task.startedAtOnce {
      if self.enter(part, ticket) { await body() }
    }
  }

  /// Ends the load; returns whether an activity counted it.
  @inlinable @discardableResult
  func end(_ outcome: LoadOutcome<Value, Failure>) -> Bool {
    let (ended, isCounted) = locked { (tasks.end(), tasks.isCounted) }
    ended.work?.cancel()
    if let limits = ended.limits {
      limits.ofAttempt.task?.cancel()
      limits.ofLoad.task?.cancel()
    }
    settle(outcome)
    return isCounted
  }

  /// Has the load counted, unless it is over.
  @inlinable
  func count() -> Bool {
    locked {
      tasks.isCounted = !tasks.isOver
      return tasks.isCounted
    }
  }

  /// Cancels the part's present task, to make place for that of a newer ticket.
  ///
  /// False if the load is over or the ticket old: decisions are performed by the threads that made
  /// them, so an older one can come after a newer one.
  @inlinable
  func clear(_ part: LoadTasks.Part, for ticket: UInt) -> Bool {
    var before: UnsafeCurrentTask?
    let isClear = locked {
      !tasks.isOver && tasks.at(part) { $0.clear(for: ticket, &before) }
    }
    before?.cancel()
    return isClear
  }

  /// Cancels the tasks that work for it now, to go on with a newer ticket than this one.
  func halt(before ticket: UInt) {
    for part in [LoadTasks.Part.work, .limitOfAttempt, .limitOfLoad] {
      _ = clear(part, for: ticket)
    }
  }

  /// The current task notes itself before it works, so that it can be cancelled from then on, also
  /// before it suspends for the first time, which is when whoever starts it gets its handle.
  ///
  /// False if its turn is over already.
  @inlinable
  func enter(_ part: LoadTasks.Part, _ ticket: UInt) -> Bool {
    withUnsafeCurrentTask { task in
      guard let task else { return false }
      // SAFETY: it is kept past its closure, as a strong reference to the task, for `cancel()` and
      // `escalatePriority(to:)` only, which are safe from any thread, also after the task has ended.
      let (isEntered, priority) = locked {
        (!tasks.isOver && tasks.at(part) { $0.enter(task, ticket) }, tasks.priority)
      }
      if priority > 0 { task.escalateIfPossible(to: priority) }
      return isEntered
    }
  }

  /// The current task has done its work, so that nobody has to cancel it any more.
  @inlinable
  func leave(_ part: LoadTasks.Part, _ ticket: UInt) {
    _ = locked { tasks.at(part) { $0.leave(ticket) } }
  }
}

/// Who runs loads and can cancel them.
@usableFromInline
protocol LoadOwner: AnyObject, Sendable {
  func cancelLoad(_ id: UInt)
}

/// A weak reference as a constant.
///
/// NB: `weak let` would do the same, from Swift 6.2.3 on.
@usableFromInline
struct WeakLoadOwner: Sendable {
  @usableFromInline weak var object: (any LoadOwner)?

  @inlinable
  init(_ object: any LoadOwner) { self.object = object }
}

extension Task where Success == Void, Failure == Never {
  /// Starts a task that runs on this thread up to its first suspension, where the system can.
  ///
  /// Elsewhere (Apple systems before 26) it starts soon after, on the pool.
  @inlinable @discardableResult
  package static func startedAtOnce(
    _ body: sending @escaping @isolated(any) () async -> Void
  ) -> Self {
    #if !LIKE_MACOS_15
    if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
      return .immediate(operation: body)
    }
    #endif
    return Task(operation: body)
  }
}
