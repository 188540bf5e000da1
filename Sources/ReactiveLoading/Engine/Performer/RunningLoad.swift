import ReactiveRelays

/// A load with its tasks, at most one for each part, and the end that its handles wait for.
///
/// It is not generic, so that it compiles once for all loads. Tasks are cancelled and waiting tasks
/// resumed outside the lock.
// SAFETY: every `var` is guarded by the lock of the condition.
@usableFromInline
package final class RunningLoad: AsyncCondition, @unchecked Sendable {
  /// The owner that runs the load, and the number of the load there.
  package let owner: WeakLoadOwner
  package let id: UInt
  @exclusivity(unchecked) private(set) var outcome: AnyLoadOutcome?
  @exclusivity(unchecked) private var work = TaskSlot()
  @exclusivity(unchecked) private var timeouts: Timeouts?
  /// True if an activity counts the load.
  @exclusivity(unchecked) private var isCounted = false
  /// The highest priority of the tasks that joined the load or wait for it; 0 for none.
  @exclusivity(unchecked) private var priority: UInt8 = 0
  /// The priority of the task that starts the load; 0 before the first attempt.
  @exclusivity(unchecked) private var startPriority: UInt8 = 0
  // NB: Here, because it fits into the padding.
  let cause: LoadCause

  package init(_ id: UInt, of owner: any LoadOwner, _ cause: LoadCause = .load) {
    self.id = id
    self.cause = cause
    self.owner = WeakLoadOwner(owner)
    super.init()
  }

  /// The end; `nil` while the load runs.
  var end: AnyLoadOutcome? { locked { outcome } }

  /// True if the load has not ended and has an owner that ends it.
  package var isInFlight: Bool { !hasEnded && owner.object != nil }

  /// True if the load has ended.
  var hasEnded: Bool { locked { outcome != nil } }

  /// The ticket of the last attempt or delay that started; 0 before the first one.
  var lastTicket: UInt { locked { work.ticket } }

  /// Requests the owner to cancel this load.
  func requestCancel() { send(.cancelLoad(id)) }

  /// Sends an event to the owner, unless it was released.
  func send(_ event: LoadCore.Event, _ payload: LoadSlots.Payload = LoadSlots.Payload()) {
    owner.object?.handle(event, payload)
  }

  /// Marks the load as counted, unless it has ended; returns whether it is counted.
  func count() -> Bool {
    locked {
      isCounted = outcome == nil
      return isCounted
    }
  }

  /// Ends the load, cancels its tasks and resumes those that wait for it.
  ///
  /// Returns whether an activity counted the load.
  @discardableResult
  package func end(_ end: AnyLoadOutcome) -> Bool {
    let (task, timeouts, isCounted) = locked {
      if outcome == nil { outcome = end }
      return (work.take(), self.timeouts.take(), self.isCounted)
    }
    task.cancel()
    timeouts?.cancel()
    wakeAll()
    return isCounted
  }
}

// MARK: Tasks

/// A task of a load; it never throws.
///
/// NB: a task that cannot throw would wrap its closure in another one on the heap.
typealias WorkTask = Task<Void, any Error>

extension RunningLoad {
  /// A part of a load that has a task.
  enum Part: Sendable {
    /// An attempt, or the delay before it.
    case work
    case attemptTimeout
    case loadTimeout
  }

  /// The tasks of timeouts, which most loads do not have.
  private final class Timeouts {
    var attempt = TaskSlot()
    var load = TaskSlot()

    func cancel() {
      attempt.current.cancel()
      load.current.cancel()
    }
  }

  /// Starts the task of a part, unless the load has ended or the ticket is outdated.
  func start(_ part: Part, _ ticket: UInt, _ body: @escaping @Sendable () async -> Void) {
    guard clear(part, for: ticket) else { return }
    let task = WorkTask.startedImmediately {
      if self.enter(part, ticket) { await body() }
    }
    store(task, of: part, ticket)
  }

  /// Cancels the current task of a part, before that of a newer ticket starts.
  ///
  /// Returns false if the load has ended or the ticket is outdated. Each thread performs its own
  /// decisions, so an older decision can arrive after a newer one.
  func clear(_ part: Part, for ticket: UInt) -> Bool {
    var before = TaskSlot.CurrentTask()
    let isClear = locked {
      outcome == nil && at(part) { $0.clear(for: ticket, &before) }
    }
    before.cancel()
    return isClear
  }

  /// Cancels the current tasks, before the load continues with a newer ticket.
  package func halt(before ticket: UInt) {
    for part in [Part.work, .attemptTimeout, .loadTimeout] { _ = clear(part, for: ticket) }
  }

  /// Records that the current task starts a part; returns false if the part must not run any more.
  func enter(_ part: Part, _ ticket: UInt) -> Bool {
    let identity = TaskSlot.currentIdentity
    return locked { outcome == nil && at(part) { $0.enter(identity, ticket) } }
  }

  /// Keeps the task of a part, to cancel it; cancels it now if it is outdated already.
  ///
  /// A task can end, or be outdated, before its start returns.
  func store(_ task: WorkTask, of part: Part, _ ticket: UInt) {
    let (isStored, priority) = locked {
      (at(part) { $0.store(task, ticket, outcome != nil) }, part == .work ? self.priority : 0)
    }
    if !isStored { return task.cancel() }
    if priority > 0 { task.escalateIfPossible(to: priority) }
  }

  /// True on the task of the current attempt, as in the load function.
  package var isCurrentTask: Bool {
    guard let identity = TaskSlot.currentIdentity else { return false }
    return locked { work.current.identity == identity }
  }

  /// Removes the current task of a part, which has ended.
  func leave(_ part: Part, _ ticket: UInt) { locked { at(part) { $0.leave(ticket) } } }

  /// Changes the slot of a part; the caller holds the lock.
  private func at<R>(_ part: Part, _ body: (inout TaskSlot) -> R) -> R {
    if part == .work { return body(&work) }
    let timeouts = timeouts ?? Timeouts()
    self.timeouts = timeouts
    return part == .loadTimeout ? body(&timeouts.load) : body(&timeouts.attempt)
  }
}

/// The task of one part of a load.
struct TaskSlot {
  /// The current task of a part.
  struct CurrentTask {
    /// The task; `nil` until its start returns, which is when it suspends for the first time.
    fileprivate var task: WorkTask?
    /// The identity of the task, from within; set before the task is.
    fileprivate var identity: Int?

    /// Cancels the task, also from within before its start returns.
    ///
    /// If another task cancels it before that, it is cancelled when its start returns.
    func cancel() {
      if let task { return task.cancel() }
      guard let identity, identity == TaskSlot.currentIdentity else { return }
      withUnsafeCurrentTask { $0?.cancel() }
    }
  }

  /// A number that distinguishes the current task from others that run.
  // SAFETY: the bits are only compared, never used as a task. With another size, the cast stops the
  // process at the first load. With other bits, a load that another one replaces before it suspends is
  // cancelled when it suspends. `TaskIdentityTests` has both. NB: The hash is four times slower.
  static var currentIdentity: Int? {
    withUnsafeCurrentTask { task in
      if let task { unsafeBitCast(task, to: Int.self) } else { nil }
    }
  }

  /// The ticket of the current task; a task with an older ticket is outdated.
  private(set) var ticket: UInt = 0
  private(set) var current = CurrentTask()
  /// True if the task of the ticket has ended.
  private var hasEnded = false

  /// Empties the slot for the task of a newer ticket; returns false if the ticket is older.
  ///
  /// `before` receives the previous task.
  mutating func clear(for ticket: UInt, _ before: inout CurrentTask) -> Bool {
    guard ticket > self.ticket else { return false }
    (self.ticket, hasEnded) = (ticket, false)
    before = take()
    return true
  }

  mutating func enter(_ identity: Int?, _ ticket: UInt) -> Bool {
    guard ticket == self.ticket else { return false }
    current.identity = identity
    return true
  }

  /// Keeps a task, unless it has ended; returns false if it is outdated.
  mutating func store(_ task: WorkTask, _ ticket: UInt, _ loadHasEnded: Bool) -> Bool {
    guard ticket == self.ticket else { return false }
    if hasEnded { return true }
    if loadHasEnded { return false }
    current.task = task
    return true
  }

  /// Removes the task of a ticket, which has ended.
  mutating func leave(_ ticket: UInt) {
    if ticket == self.ticket { (current, hasEnded) = (CurrentTask(), true) }
  }

  /// Empties the slot and returns its task.
  mutating func take() -> CurrentTask {
    defer { current = CurrentTask() }
    return current
  }
}

// MARK: Priority

extension RunningLoad {
  /// Returns the priority of the next attempt; 0 if that of the current task is enough.
  func priorityOfAttempt() -> UInt8 {
    let current = Task.currentPriority.rawValue
    let (start, raised) = locked {
      if startPriority == 0 { startPriority = current }
      return (startPriority, priority)
    }
    // NB: A task does not inherit the raised priority of the current one.
    return raised == 0 && start <= current ? 0 : max(start, raised, current)
  }

  /// Raises the priority of the load to that of the current task.
  ///
  /// Escalation handlers of the work run within this call, outside the lock.
  package func escalate() { escalate(to: Task.currentPriority) }

  func escalate(to priority: TaskPriority) {
    let task: WorkTask? = locked {
      guard outcome == nil, priority.rawValue > self.priority else { return nil }
      self.priority = priority.rawValue
      return work.current.task
    }
    task?.escalateIfPossible(to: priority.rawValue)
  }
}

extension Task {
  /// Escalates the task where the system supports it: not on Apple systems before version 26.
  fileprivate func escalateIfPossible(to priority: UInt8) {
    if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
      escalatePriority(to: TaskPriority(rawValue: priority))
    }
  }
}

/// A weak reference as a constant.
// NB: Swift 6.2.3 and later could use `weak let` instead. A read of the variable in another type would
// copy the reference first.
package struct WeakLoadOwner: Sendable {
  private weak var reference: (any LoadOwner)?

  init(_ object: any LoadOwner) { reference = object }

  package var object: (any LoadOwner)? { reference }
}
