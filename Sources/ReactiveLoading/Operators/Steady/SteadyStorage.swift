import ReactiveRelays

/// The storage of `steadied` for one subscriber, which performs the actions of the state machine.
///
/// The lock of the relay that delivers guards the machine, so the order of the states is the order
/// of the decisions. Waits start and are cancelled outside the lock.
final class SteadyStorage<Value: Sendable, Failure: Error> {
  typealias Machine = SteadyStateMachine<Value, Failure>
  typealias State = Loadable<Value, Failure>

  /// The relay that serves the subscriber; it retains the last state while there is no demand.
  let core = ValueRelayCore<State>(
    depth: 1,
    latest: nil,
    origin: Origin(#fileID, #filePath, #line, #column)
  )
  private let clock: any Clock<Duration>
  private var machine: Machine
  private var countdown: Countdown?

  init(_ times: SteadyTimes, _ clock: any Clock<Duration>) {
    machine = Machine(times)
    self.clock = clock
  }

  func handle(_ event: Machine.Event) {
    var step: Step?
    core.transition {
      // The step retains the old machine, so that its values are released outside the lock.
      let before = machine
      let taken = take(machine.handle(event), before: before)
      step = taken
      return taken.shown
    }
    guard let step else { return }
    step.calledOff?.callOff()
    if let (countdown, wait) = step.begun { begin(countdown, wait) }
    if step.isLast { core.finish() }
    withExtendedLifetime(step) {}
  }

  private func begin(_ countdown: Countdown, _ wait: Machine.Wait) {
    countdown.begin(wait.duration, on: clock) { [weak self] in
      self?.handle(.waited(wait.ticket))
    }
  }
}

// SAFETY: `machine` and `countdown` are touched inside `core.transition` only, which holds the
// relay's lock; everything else is immutable and Sendable.
extension SteadyStorage: @unchecked Sendable {}

// MARK: Under the lock

extension SteadyStorage {
  /// The work of a transition that runs outside the lock.
  private struct Step {
    let before: Machine
    var shown: State?
    var begun: (Countdown, Machine.Wait)?
    var calledOff: Countdown?
    var isLast = false
  }

  private func take(_ action: Machine.Action, before: Machine) -> Step {
    var step = Step(before: before)
    switch action {
    case .none: break
    case .pass(let state): step.shown = state
    case .settle(let state):
      step.shown = state
      replaceCountdown(by: nil, &step)
    case .begin(let state, let wait):
      step.shown = state
      replaceCountdown(by: wait, &step)
    case .hide(let wait): replaceCountdown(by: wait, &step)
    case .end(let state):
      step.shown = state
      step.isLast = true
      replaceCountdown(by: nil, &step)
    }
    return step
  }

  private func replaceCountdown(by wait: Machine.Wait?, _ step: inout Step) {
    step.calledOff = countdown
    countdown = wait.map { _ in Countdown() }
    if let countdown, let wait { step.begun = (countdown, wait) }
  }
}
