package import ReactiveRelays

/// A wait on a clock that another caller can cancel, before or after it has started.
///
/// The lock guards `phase`; the task is started and cancelled outside it.
package final class CancellableTimer: Sendable {
  private enum Phase {
    case notStarted
    case running(Task<Void, Never>)
    case cancelled
  }

  private let phase = Lock(Phase.notStarted)

  package init() {}

  /// Calls `body` when the duration has elapsed or the clock throws, unless this was cancelled.
  ///
  /// If the duration elapses during `cancel`, `body` may still be called.
  package func start(
    _ duration: Duration,
    on clock: any Clock<Duration>,
    _ wait: ClockWait?,
    _ body: @escaping @Sendable () -> Void
  ) {
    if isCancelled { return }
    let task = Task.startedImmediately {
      if await clock.wait(for: duration, wait), !self.isCancelled { body() }
    }
    if !store(task) { task.cancel() }
  }

  package func cancel() {
    let before = phase.withLock { phase in
      defer { phase = .cancelled }
      return phase
    }
    if case .running(let task) = before { task.cancel() }
  }

  private var isCancelled: Bool {
    phase.withLock { if case .cancelled = $0 { true } else { false } }
  }

  /// Stores the task; returns false if the timer was already cancelled.
  private func store(_ task: Task<Void, Never>) -> Bool {
    phase.withLock { phase in
      if case .cancelled = phase { return false }
      phase = .running(task)
      return true
    }
  }
}
