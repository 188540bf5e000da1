import ReactiveRelays

/// A wait on a clock that another caller can cancel, before or after it has started.
///
/// The lock guards `phase`; the task is started and cancelled outside it.
package final class Countdown: Sendable {
  private enum Phase {
    case notBegun
    case running(Task<Void, Never>)
    case calledOff
  }

  private let phase = Lock(Phase.notBegun)

  package init() {}

  /// Calls `body` when the duration has elapsed or the clock throws, unless this was called off.
  ///
  /// If the duration elapses during `callOff`, `body` may still be called.
  package func begin(
    _ duration: Duration,
    on clock: any Clock<Duration>,
    _ body: @escaping @Sendable () -> Void
  ) {
    if isCalledOff { return }
    let task = Task.startedAtOnce {
      if await clock.rest(for: duration), !self.isCalledOff { body() }
    }
    if !note(task) { task.cancel() }
  }

  package func callOff() {
    let before = phase.withLock { phase in
      defer { phase = .calledOff }
      return phase
    }
    if case .running(let task) = before { task.cancel() }
  }

  private var isCalledOff: Bool {
    phase.withLock { if case .calledOff = $0 { true } else { false } }
  }

  /// Stores the task; returns false if the countdown was already called off.
  private func note(_ task: Task<Void, Never>) -> Bool {
    phase.withLock { phase in
      if case .calledOff = phase { return false }
      phase = .running(task)
      return true
    }
  }
}
