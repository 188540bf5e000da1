/// The work of a load: its tasks, at most one for each part, without its outcome.
///
/// It is not generic, so that it compiles once for all loads. Tasks are cancelled outside the lock.
// SAFETY: every `var` is guarded by the lock of the signal.
@usableFromInline
class RunningWork: Signal, @unchecked Sendable {
  /// The owner that runs the load, and the number of the load there.
  @usableFromInline final let owner: WeakLoadOwner
  final let id: UInt
  @exclusivity(unchecked) final private(set) var isOver = false
  @exclusivity(unchecked) private final var work = TaskSlot()
  @exclusivity(unchecked) private final var limits: Limits?
  /// A Boolean value that indicates whether an activity counts the load.
  @exclusivity(unchecked) private final var isCounted = false
  /// The highest priority of the tasks that joined the load or wait for it; 0 for none.
  @exclusivity(unchecked) private final var priority: UInt8 = 0
  @usableFromInline
  init(_ id: UInt, of owner: any LoadOwner) {
    self.id = id
    self.owner = WeakLoadOwner(owner)
    super.init()
  }

  /// A Boolean value that indicates whether the load has ended.
  final var hasEnded: Bool { locked { isOver } }

  /// Requests the owner to cancel this load.
  final func requestCancel() { owner.object?.cancelLoad(id) }

  /// Marks the load as counted, unless it has ended; returns whether it is counted.
  @usableFromInline
  final func count() -> Bool {
    locked {
      isCounted = !isOver
      return isCounted
    }
  }

  /// Ends the load, cancels its tasks and resumes those that wait for it.
  ///
  /// `note` is called under the lock. Returns whether an activity counted the load.
  final func end(_ note: () -> Void) -> Bool {
    let (task, limits, isCounted) = locked {
      note()
      isOver = true
      return (work.take(), self.limits.take(), self.isCounted)
    }
    task?.cancel()
    limits?.cancel()
    wakeAll()
    return isCounted
  }
}

// MARK: Tasks

extension RunningWork {
  /// A part of a load that has a task.
  @usableFromInline
  enum Part: Sendable {
    /// An attempt, or the delay before it.
    case work
    case limitOfAttempt
    case limitOfLoad
  }

  /// The tasks of timeouts, which most loads do not have.
  private final class Limits {
    var ofAttempt = TaskSlot()
    var ofLoad = TaskSlot()

    func cancel() {
      ofAttempt.task?.cancel()
      ofLoad.task?.cancel()
    }
  }

  /// Starts the task of a part, unless the load has ended or the ticket is outdated.
  final func start(_ part: Part, _ ticket: UInt, _ body: @escaping @Sendable () async -> Void) {
    guard clear(part, for: ticket) else { return }
    let task = Task.startedAtOnce {
      if self.isCurrent(part, ticket) { await body() }
    }
    keep(task, of: part, ticket)
  }

  /// Cancels the current task of a part, before that of a newer ticket starts.
  ///
  /// Returns false if the load has ended or the ticket is outdated. Each thread performs its own
  /// decisions, so an older decision can arrive after a newer one.
  @usableFromInline
  final func clear(_ part: Part, for ticket: UInt) -> Bool {
    var before: Task<Void, Never>?
    let isClear = locked {
      !isOver && at(part) { $0.clear(for: ticket, &before) }
    }
    before?.cancel()
    return isClear
  }

  /// Cancels the current tasks, before the load continues with a newer ticket.
  final func halt(before ticket: UInt) {
    for part in [Part.work, .limitOfAttempt, .limitOfLoad] { _ = clear(part, for: ticket) }
  }

  /// Returns whether the task of a part still has to run.
  @usableFromInline
  final func isCurrent(_ part: Part, _ ticket: UInt) -> Bool {
    locked { !isOver && at(part) { $0.ticket == ticket } }
  }

  /// Keeps the task of a part, to cancel it; cancels it now if it is outdated already.
  ///
  /// A task can end, or be outdated, before its start returns.
  @usableFromInline
  final func keep(_ task: Task<Void, Never>, of part: Part, _ ticket: UInt) {
    let (isKept, priority) = locked {
      (at(part) { $0.keep(task, ticket, isOver) }, part == .work ? self.priority : 0)
    }
    if !isKept { return task.cancel() }
    if priority > 0 { task.escalateIfPossible(to: TaskPriority(rawValue: priority)) }
  }

  /// Removes the current task, which has ended.
  @usableFromInline
  final func leave(_ part: Part, _ ticket: UInt) { locked { at(part) { $0.leave(ticket) } } }

  /// Changes the slot of a part; the caller holds the lock.
  private final func at<R>(_ part: Part, _ body: (inout TaskSlot) -> R) -> R {
    if part == .work { return body(&work) }
    let limits = limits ?? Limits()
    self.limits = limits
    return part == .limitOfLoad ? body(&limits.ofLoad) : body(&limits.ofAttempt)
  }
}

/// The task of one part of a load.
private struct TaskSlot {
  /// The ticket of the current task; a task with an older ticket is outdated.
  private(set) var ticket: UInt = 0
  private(set) var task: Task<Void, Never>?
  /// A Boolean value that indicates whether the current task has ended.
  private var hasEnded = false

  /// Empties the slot for the task of a newer ticket; returns false if the ticket is older.
  ///
  /// `before` receives the previous task.
  mutating func clear(for ticket: UInt, _ before: inout Task<Void, Never>?) -> Bool {
    guard ticket > self.ticket else { return false }
    (self.ticket, hasEnded) = (ticket, false)
    before = task.take()
    return true
  }

  /// Keeps a task, unless it has ended; returns false if it is outdated.
  mutating func keep(_ task: Task<Void, Never>, _ ticket: UInt, _ isOver: Bool) -> Bool {
    guard ticket == self.ticket else { return false }
    if hasEnded { return true }
    if isOver { return false }
    self.task = task
    return true
  }

  /// Removes the task of a ticket, which has ended.
  mutating func leave(_ ticket: UInt) {
    if ticket == self.ticket { (task, hasEnded) = (nil, true) }
  }

  /// Empties the slot and returns its task.
  mutating func take() -> Task<Void, Never>? { task.take() }
}

// MARK: Priority

extension RunningWork {
  /// Raises the priority of the load to that of the current task.
  ///
  /// Escalation handlers of the work run within this call, outside the lock.
  @usableFromInline
  final func escalate() { escalate(to: Task.currentPriority) }

  final func escalate(to priority: TaskPriority) {
    let task: Task<Void, Never>? = locked {
      guard !isOver, priority.rawValue > self.priority else { return nil }
      self.priority = priority.rawValue
      return work.task
    }
    task?.escalateIfPossible(to: priority)
  }

  /// Runs an operation that waits, and passes priority escalations of its task on to the load.
  final func escalating<R>(_ operation: () async -> R) async -> R {
    escalate()
    if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
      return await withTaskPriorityEscalationHandler(operation: operation) { _, priority in
        self.escalate(to: priority)
      }
    }
    return await operation()
  }
}

extension Task {
  /// Escalates the task where the system supports it: not on Apple systems before version 26.
  fileprivate func escalateIfPossible(to priority: TaskPriority) {
    if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
      escalatePriority(to: priority)
    }
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
  @usableFromInline
  weak var object: (any LoadOwner)?

  init(_ object: any LoadOwner) { self.object = object }
}
