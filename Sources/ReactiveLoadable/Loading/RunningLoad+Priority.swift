// The priority of a load: at least that of every task that joins it or waits for it (L4).

extension RunningLoad {
  /// Raises the priority of the load to that of the current task.
  ///
  /// Escalation handlers of the work run within this call, outside the lock.
  @usableFromInline
  func escalate() { escalate(to: Task.currentPriority) }

  @usableFromInline
  func escalate(to priority: TaskPriority) {
    let task: UnsafeCurrentTask? = locked {
      guard !tasks.isOver, priority.rawValue > tasks.priority else { return nil }
      tasks.priority = priority.rawValue
      return tasks.work.task
    }
    task?.escalateIfPossible(to: priority.rawValue)
  }

  /// Runs an operation that waits, and passes priority escalations of its task on to the load.
  @usableFromInline
  func escalating<R>(_ operation: () async -> R) async -> R {
    escalate()
    if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
      return await withTaskPriorityEscalationHandler(operation: operation) { _, priority in
        self.escalate(to: priority)
      }
    }
    return await operation()
  }
}

extension UnsafeCurrentTask {
  /// Escalates the task where the system supports it: not on Apple systems before version 26.
  @usableFromInline
  func escalateIfPossible(to priority: UInt8) {
    if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
      escalatePriority(to: TaskPriority(rawValue: priority))
    }
  }
}
