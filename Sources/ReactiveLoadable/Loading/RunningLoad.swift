/// A load with its tasks, and the outcome that its handles wait for.
///
/// Tasks are cancelled and waiting tasks resumed outside the lock.
// SAFETY: `tasks` is guarded by the lock of the signal.
@usableFromInline
final class RunningLoad<Value: Sendable, Failure: Error>: Promise<LoadOutcome<Value, Failure>>,
  @unchecked Sendable
{
  @exclusivity(unchecked) @usableFromInline var tasks = LoadTasks()
  /// The owner that runs the load, and the number of the load there.
  @usableFromInline let owner: WeakLoadOwner
  @usableFromInline let id: UInt

  @inlinable
  init(_ id: UInt, of owner: any LoadOwner) {
    self.id = id
    self.owner = WeakLoadOwner(owner)
    super.init()
  }

  /// Requests the owner to cancel this load.
  @inlinable
  func requestCancel() { owner.object?.cancelLoad(id) }

  /// Starts the task of a part, unless the load has ended or the ticket is outdated.
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

  /// Marks the load as counted, unless it has ended; returns whether it is counted.
  @inlinable
  func count() -> Bool {
    locked {
      tasks.isCounted = !tasks.isOver
      return tasks.isCounted
    }
  }

  /// Cancels the current task of a part, before that of a newer ticket starts.
  ///
  /// Returns false if the load has ended or the ticket is outdated. Each thread performs its own
  /// decisions, so an older decision can arrive after a newer one.
  @inlinable
  func clear(_ part: LoadTasks.Part, for ticket: UInt) -> Bool {
    var before: UnsafeCurrentTask?
    let isClear = locked {
      !tasks.isOver && tasks.at(part) { $0.clear(for: ticket, &before) }
    }
    before?.cancel()
    return isClear
  }

  /// Cancels the current tasks, before the load continues with a newer ticket.
  func halt(before ticket: UInt) {
    for part in [LoadTasks.Part.work, .limitOfAttempt, .limitOfLoad] {
      _ = clear(part, for: ticket)
    }
  }

  /// Stores the current task before it runs the work, so that it can be cancelled from then on.
  ///
  /// That includes the time before its first suspension, when the caller has no handle yet. Returns
  /// false if the ticket is outdated.
  @inlinable
  func enter(_ part: LoadTasks.Part, _ ticket: UInt) -> Bool {
    withUnsafeCurrentTask { task in
      guard let task else { return false }
      // SAFETY: It is stored beyond its closure, as a strong reference to the task, for `cancel()` and
      // `escalatePriority(to:)` only, which are safe from any thread, also after the task has ended.
      let (isEntered, priority) = locked {
        (!tasks.isOver && tasks.at(part) { $0.enter(task, ticket) }, tasks.priority)
      }
      if priority > 0 { task.escalateIfPossible(to: priority) }
      return isEntered
    }
  }

  /// Removes the current task, which has ended.
  @inlinable
  func leave(_ part: LoadTasks.Part, _ ticket: UInt) {
    _ = locked { tasks.at(part) { $0.leave(ticket) } }
  }
}

/// An owner of loads, which can cancel them.
@usableFromInline
protocol LoadOwner: AnyObject, Sendable {
  func cancelLoad(_ id: UInt)
}

/// A weak reference as a constant.
///
/// NB: Swift 6.2.3 and later could use `weak let` instead.
@usableFromInline
struct WeakLoadOwner: Sendable {
  @usableFromInline weak var object: (any LoadOwner)?

  @inlinable
  init(_ object: any LoadOwner) { self.object = object }
}

extension Task where Success == Void, Failure == Never {
  /// Starts a task that runs on this thread until its first suspension, where supported.
  ///
  /// On Apple systems before version 26 it starts on the global executor instead.
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
