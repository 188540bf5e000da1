public import ReactiveRelays

/// The parts of a loader whose decisions are observed.
@usableFromInline
package struct ObservedStart {
  /// Measures the time for the ages of values; `nil` if they have none.
  fileprivate let elapsed: ElapsedTime?
  fileprivate let attemptStart: AttemptStart?
  /// The machine in a settled state.
  fileprivate let settled: LoadMachine
  fileprivate let eventOwner: LoadEventQueue?
  fileprivate let observer: LoadShell.Observer

  package init(
    from settled: LoadMachine,
    _ elapsed: ElapsedTime?,
    _ attemptStart: AttemptStart?,
    eventOwner: LoadEventQueue? = nil,
    observer: @escaping LoadShell.Observer
  ) {
    self.elapsed = elapsed
    self.attemptStart = attemptStart
    self.settled = settled
    self.eventOwner = eventOwner
    self.observer = observer
  }
}

/// The storage of a loader without its types: decides under a lock, publishes, runs the work.
///
/// The lock of the relay that publishes the states guards `state`, so the order of the states is
/// the order of the decisions. The decisions about `load`, `loadIfNeeded` and the results of work
/// are made in place, under the lock. Those about other intents, and all of a loader with edits,
/// are made on a copy outside the lock, because they may run code of the caller. The copy is
/// committed if no other decision was made first. Work, observers and waiting tasks run outside the
/// lock.
// SAFETY: every `var` is touched under the relay's lock only; all else is immutable and Sendable.
@usableFromInline
package class LoadShell: LoadOwner, @unchecked Sendable {
  /// Completes a change under the lock, and publishes the state that `decide` returns, if any.
  ///
  /// `beforeDelivery` runs outside the lock, also if nothing is published.
  @usableFromInline
  typealias Publish =
    @Sendable (
      _ change: inout LoadChange, _ decide: (inout LoadChange) -> AnyLoadable?,
      _ beforeDelivery: (inout LoadChange) -> Void
    ) -> Void
  /// Receives every decision, outside the lock and before the state is delivered.
  ///
  /// Its result is released after the delivery.
  @usableFromInline
  package typealias Observer = @Sendable (LoadSnapshot) -> AnyObject?

  package final let performer: LoadPerformer
  let publish: Publish
  let function: LoadFunction
  private let relay: RelayCore
  private let elapsed: ElapsedTime?
  let observer: Observer?
  /// The machine and the running load.
  @exclusivity(unchecked) final var state: LoadShellState
  /// The streams of intents, and the order of their requests; `nil` before the first one.
  @exclusivity(unchecked) final var intentStreams: IntentStreams?
  @exclusivity(unchecked) private final var reentrancyGuard = ReentrancyGuard()
  /// The steps of edits by code of a decision, which follow the decision.
  @exclusivity(unchecked) final var deferredSteps: [EditStep] = []

  /// Creates the shell of a loader in the not-requested state.
  @usableFromInline
  init<Failure: Error>(
    _ policy: consuming LoadPolicy,
    _ function: @escaping LoadFunction,
    failure: Failure.Type,
    relay: RelayCore,
    publish: @escaping Publish
  ) {
    self.publish = publish
    self.function = function
    self.relay = relay
    elapsed = policy.freshness.isTimed ? ElapsedTime(on: policy.clock) : nil
    observer = nil
    state = LoadShellState(LoadMachine(policy.resolved))
    policy.name(relay, of: "Loader")
    let (attemptStart, timeoutFailure) = (policy.attemptStart, policy.timeoutFailure(of: failure))
    performer = LoadPerformer(policy, attemptStart, timeoutFailure: timeoutFailure)
  }

  /// Creates a shell whose decisions are observed.
  @usableFromInline
  init<Failure: Error>(
    _ policy: consuming LoadPolicy,
    _ function: @escaping LoadFunction,
    failure: Failure.Type,
    relay: RelayCore,
    publish: @escaping Publish,
    _ observed: ObservedStart
  ) {
    self.publish = publish
    self.function = function
    self.relay = relay
    elapsed = observed.elapsed
    observer = observed.observer
    state = LoadShellState(observed.settled)
    policy.name(relay, of: "Loader")
    let timeoutFailure = policy.timeoutFailure(of: failure)
    performer = LoadPerformer(
      policy,
      observed.attemptStart,
      timeoutFailure: timeoutFailure,
      eventOwner: observed.eventOwner
    )
  }

  /// The name of a loader whose policy has none, with its types.
  @usableFromInline
  package var defaultName: String { "Loader" }

  @usableFromInline
  package final var description: String { performer.text(defaultName) }

  package final var statesRelay: RelayCore? { relay }

  /// Makes a state the current one of the relay; returns a closure that delivers it.
  ///
  /// Called under the lock.
  func commitLocked(_ state: AnyLoadable) -> (() -> Void)? { nil }

  /// The request of a load; `nil` if it has ended and another one has started, or a value was set.
  package final func request(of load: RunningLoad) -> AnyBox? {
    let ticket = load.lastTicket
    return locked { state.request(of: load, withLast: ticket) }
  }

  package final func handle(_ event: LoadCore.Event, _ payload: LoadSlots.Payload) {
    if event.isPartialValue {
      // The comparison with the visible value is code of the caller.
      decide(payload, refusesReentrancy: false) { $0.receive(event, payload, at: $1) }
    } else {
      handleInPlace(event, payload)
    }
  }

  /// Reports to observers that an interest joined the running load; returns false if it has ended.
  package final func recordJoin() -> Bool {
    guard let events = observedEvents else { return true }
    let time = events.now
    let isRunning = locked {
      guard state.machine.core.cycle != nil else { return false }
      events.append(state.machine.observed().change(.joined), at: time)
      return true
    }
    events.deliver()
    return isRunning
  }

  /// Reports an event of a record to observers.
  final func record(_ kind: LoadObserver.Event.Kind, of request: AnyBox) {
    guard let events = observedEvents else { return }
    events.append([ObservedChange(kind, request: request)], at: events.now)
    events.deliver()
  }

  /// Cancels the running load; the loader never loads again.
  package final func stop() {
    // NB: most loaders are released while no load runs, which changes nothing that is published.
    if locked({ state.closeIfIdle() }) { return }
    handle(.close, LoadSlots.Payload())
  }
}

// MARK: Under the lock

extension LoadShell {
  final func locked<R: ~Copyable>(_ body: () -> R) -> R { relay.lock.withLock(body) }

  /// True if code of a decision runs on this thread.
  ///
  /// Read under the lock.
  final var isReentrant: Bool { reentrancyGuard.includesCurrentThread }

  /// Runs code of the caller, and refuses changes by this code.
  final func guardingReentrancy<R: ~Copyable>(_ body: () -> R) -> R {
    locked { reentrancyGuard.addCurrentThread() }
    defer { locked { reentrancyGuard.removeCurrentThread() } }
    return body()
  }

  /// The time on the policy's clock; always zero if no decision depends on it.
  final var now: Duration { elapsed?.now() ?? .zero }
}

// MARK: State

extension LoadShell {
  /// The running load.
  package final var running: RunningLoad? { locked { state.running } }

  /// The value or the previous value of the published state.
  package final var latest: AnyBox? { locked { state.machine.shownValue } }

  /// The request of the visible value; `nil` without a value, or if it belongs to none.
  final var shownRequest: AnyBox? { locked { state.machine.shownRequest } }

  /// The settled value and the visible one, read together.
  final var heldValues: (settled: LoadedValue?, shown: LoadedValue?) {
    // NB: Without a copy of the machine.
    locked { (state.machine.slots.value, state.machine.slots.shown(state.machine.core.shown)) }
  }

  /// The request that is loading, or else the request of the visible value or failure.
  final var currentRequest: AnyBox? { locked { state.machine.currentRequest } }

  /// Records a call that loads, cancels or resets, which supersedes the requests that streams hold.
  ///
  /// Called under the lock. A new version stops a held request that was admitted and is not yet
  /// committed.
  final func recordCallLocked() {
    guard let intentStreams else { return }
    intentStreams.order.recordCall()
    state.invalidateComparisons()
  }
}
