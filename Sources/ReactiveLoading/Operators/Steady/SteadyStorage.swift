import ReactiveRelays

/// The storage of `steadied` for one subscriber, which performs the actions of the state machine.
///
/// The lock of the relay that delivers guards the machine, so the order of the states is the order
/// of the decisions. Timers start and are cancelled outside the lock.
final class SteadyStorage<Value: Sendable, Failure: Error> {
  typealias Machine = SteadyStateMachine<Value, Failure>
  typealias State = Loadable<Value, Failure>

  /// The relay that serves the subscriber; it retains the last state while there is no demand.
  let core = ValueRelayCore<State>(
    depth: 1,
    latest: nil,
    creationSite: CallSite(fileID: #fileID, filePath: #filePath, line: #line, column: #column)
  )
  private let clock: any Clock<Duration>
  private var machine: Machine
  private var runningTimer: CancellableTimer?

  init(_ machine: Machine, _ clock: any Clock<Duration>) {
    self.machine = machine
    self.clock = clock
  }

  func handle(_ event: Machine.Event) {
    var step: Step?
    core.transition {
      // The step retains the old machine, so that its values are released outside the lock.
      let before = machine
      let applied = apply(machine.handle(event), before: before)
      step = applied
      return applied.shown
    }
    guard let step else { return }
    step.cancelled?.cancel()
    if let (runningTimer, timer) = step.started { start(runningTimer, timer) }
    if step.isLast { core.finish() }
    withExtendedLifetime(step) {}
  }

  private func start(_ runningTimer: CancellableTimer, _ timer: Machine.Timer) {
    runningTimer.start(timer.duration, on: clock, .observed("steadied")) { [weak self] in
      self?.handle(.timerFired(timer.ticket))
    }
  }
}

// SAFETY: `machine` and `runningTimer` are touched inside `core.transition` only, which holds the
// relay's lock; everything else is immutable and Sendable.
extension SteadyStorage: @unchecked Sendable {}

// MARK: Under the lock

extension SteadyStorage {
  /// The work of a transition that runs outside the lock.
  private struct Step {
    let before: Machine
    var shown: State?
    var started: (CancellableTimer, Machine.Timer)?
    var cancelled: CancellableTimer?
    var isLast = false
  }

  private func apply(_ action: Machine.Action, before: Machine) -> Step {
    var step = Step(before: before)
    switch action {
    case .none: break
    case .pass(let state): step.shown = state
    case .settle(let state):
      step.shown = state
      replaceTimer(by: nil, &step)
    case .start(let state, let timer):
      step.shown = state
      replaceTimer(by: timer, &step)
    case .hide(let timer): replaceTimer(by: timer, &step)
    case .end(let state):
      step.shown = state
      step.isLast = true
      replaceTimer(by: nil, &step)
    }
    return step
  }

  private func replaceTimer(by timer: Machine.Timer?, _ step: inout Step) {
    step.cancelled = runningTimer
    runningTimer = timer.map { _ in CancellableTimer() }
    if let runningTimer, let timer { step.started = (runningTimer, timer) }
  }
}
