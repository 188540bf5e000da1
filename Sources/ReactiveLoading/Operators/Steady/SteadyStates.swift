public import CombineShim
public import ReactiveRelays

extension Publisher where Failure == Never {
  /// Prevents spinner flicker: hides short loading states, holds others for a minimum duration.
  ///
  /// A load that takes 80 ms should not make a spinner flash. Between the states of a loader and
  /// the view, this operator hides the loading states of short loads, and holds other loading
  /// states for a minimum duration:
  ///
  /// ```swift
  /// loader.states.steadied().sinkOnMainActor { draw($0) }
  /// ```
  ///
  /// A character is 100 ms here, `l` a loading state, `A` a loaded one:
  ///
  /// ```
  /// states   nlA
  /// shown    n-A
  ///
  /// states   nl----A
  /// shown    n--l----A
  /// ```
  ///
  /// The first state is published immediately. A loading state with a previous value is published
  /// without delay if the visible state has no value. The last state is never lost, even if this
  /// publisher finishes. See <doc:KeepingASpinnerSteady> for all rules.
  ///
  /// - Parameters:
  ///   - delay: The time for which a loading state is hidden, by default 200 ms; zero or less
  ///     publishes it immediately.
  ///   - minimum: The minimum duration of a visible loading state, by default 500 ms; zero or less
  ///     publishes every settled state immediately.
  ///   - clock: The clock of both durations, by default the continuous clock.
  /// - Returns: A publisher that never fails. It delivers on the threads of this publisher, and
  ///   delayed states on the thread of the clock.
  public func steadied<Value, LoadFailure>(
    showingAfter delay: Duration = .milliseconds(200),
    forAtLeast minimum: Duration = .milliseconds(500),
    clock: any Clock<Duration> = ContinuousClock()
  ) -> SteadyStates<Self, Value, LoadFailure> where Output == Loadable<Value, LoadFailure> {
    SteadyStates(upstream: self, delay: delay, minimum: minimum, clock: clock)
  }
}

/// A publisher of states that delays and holds loading states, returned by `steadied`.
///
/// A model publishes steady states to its view. Other subscribers use the states of the loader,
/// which are never delayed:
///
/// ```swift
/// final class AccountModel {
///   private let loader: ValueLoader<Account>
///   private let clock: any Clock<Duration>
///   var shown: some Publisher<LoadState<Account>, Never> {
///     loader.states.steadied(clock: clock)
///   }
/// }
/// ```
///
/// The test is a marble diagram in virtual time; a load takes 300 ms here:
///
/// ```swift
/// marbles(frame: .milliseconds(100)) { m in
///   m.at(.milliseconds(100)) { model.load() }
///   m.expect(model.shown, "n--l----A", states)
/// }
/// ```
public struct SteadyStates<Upstream: Publisher, Value: Sendable, LoadFailure: Error>:
  ConcurrentPublisher
where Upstream.Output == Loadable<Value, LoadFailure>, Upstream.Failure == Never {
  /// The states of the upstream.
  public typealias Output = Loadable<Value, LoadFailure>
  /// The failure type; the publisher never fails.
  public typealias Failure = Never

  fileprivate let upstream: Upstream
  fileprivate let delay: Duration
  fileprivate let minimum: Duration
  fileprivate let clock: any Clock<Duration>

  /// Subscribes to the upstream for one subscriber, with separate timers.
  ///
  /// - Parameter subscriber: The subscriber, which receives states as far as it has demand.
  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Never {
    let states = OwningPublisher<Output> {
      let machine = SteadyStateMachine<Value, LoadFailure>(delay: delay, minimum: minimum)
      let storage = SteadyStorage(machine, clock)
      let subscription = upstream.unlockedSink { _ in
        storage.handle(.ended)
      } receiveValue: {
        storage.handle(.state($0))
      }
      let feed = AnyCancellable {
        subscription.cancel()
        storage.handle(.ended)
      }
      return (storage.core, feed)
    }
    states.receive(subscriber: subscriber)
  }
}

extension SteadyStates: Sendable where Upstream: Sendable {}

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
      // The step retains the old machine and the action, so that their values are released outside the lock.
      let before = machine
      let action = machine.handle(event)
      step = apply(action, before: before)
      return action.shown
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
    let action: Machine.Action
    var started: (CancellableTimer, Machine.Timer)?
    var cancelled: CancellableTimer?
    var isLast = false
  }

  private func apply(_ action: Machine.Action, before: Machine) -> Step {
    var step = Step(before: before, action: action)
    switch action {
    case .none, .pass: break
    case .settle: replaceTimer(by: nil, &step)
    case .start(_, let timer), .hide(let timer): replaceTimer(by: timer, &step)
    case .end:
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
