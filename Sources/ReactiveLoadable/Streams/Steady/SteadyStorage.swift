/// Performs what the machine of `steadied` decides, for one subscriber: delivers, and waits.
///
/// The machine is guarded by the lock of the relay that delivers, so that the order of the states is
/// the order of the decisions. Waits are begun and called off outside it.
final class SteadyStorage<Value: Sendable, Failure: Error> {
  typealias Machine = SteadyStateMachine<Value, Failure>
  typealias State = Loadable<Value, Failure>

  /// What the subscriber is served by; it remembers the last state for one without demand.
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
    let step = core.transition {
      // The old machine leaves the lock with the step, so that no value is released inside it.
      let before = machine
      let step = take(machine.handle(event), before: before)
      return (step.shown, step)
    }
    step.calledOff?.callOff()
    if let (countdown, wait) = step.begun { begin(countdown, wait) }
    if step.isLast { core.finish() }
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
  /// What a transition leaves to be done outside the lock.
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
