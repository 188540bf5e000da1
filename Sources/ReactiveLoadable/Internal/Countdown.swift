/// A wait on a clock that somebody else may call off, before or after it has begun.
///
/// The lock guards `phase`; the task is started and cancelled outside it.
final class Countdown: Sendable {
  private enum Phase {
    case notBegun
    case running(Task<Void, Never>)
    case calledOff
  }

  private let phase = Lock(Phase.notBegun)

  /// Calls `body` when the time is over, or when the clock throws, unless this was called off.
  ///
  /// A call that comes at the same time as the calling off may still be made.
  func begin(
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

  func callOff() {
    let before = phase.withLock { phase in
      defer { phase = .calledOff }
      return phase
    }
    if case .running(let task) = before { task.cancel() }
  }

  private var isCalledOff: Bool {
    phase.withLock { if case .calledOff = $0 { true } else { false } }
  }

  /// False when it was called off before.
  private func note(_ task: Task<Void, Never>) -> Bool {
    phase.withLock { phase in
      if case .calledOff = phase { return false }
      phase = .running(task)
      return true
    }
  }
}
