public import ReactiveRelays

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
  package typealias Observer = @Sendable (LoadSnapshot) -> AnyObject?

  package final let performer: LoadPerformer
  let publish: Publish
  let function: LoadFunction
  private let relay: RelayCore
  private let elapsed: ElapsedTime?
  private let observer: Observer?
  /// The machine and the running load.
  @exclusivity(unchecked) final var state: LoadShellState
  /// The streams of intents, and the order of their requests; `nil` before the first one.
  @exclusivity(unchecked) final var intentStreams: IntentStreams?
  @exclusivity(unchecked) private final var reentrancyGuard = ReentrancyGuard()
  /// The steps of edits by code of a decision, which follow the decision.
  @exclusivity(unchecked) final var deferredSteps: [LoadEdits.Step] = []

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
    let (queueClient, timeoutFailure) = (policy.queueClient, policy.timeoutFailure(of: failure))
    performer = LoadPerformer(policy, queueClient: queueClient, timeoutFailure: timeoutFailure)
  }

  /// Creates a shell that shares its clock and queue client, and starts from a settled state.
  init<Failure: Error>(
    _ policy: consuming LoadPolicy,
    _ function: @escaping LoadFunction,
    failure: Failure.Type,
    relay: RelayCore,
    publish: @escaping Publish,
    elapsed: ElapsedTime?,
    queueClient: QueueClient?,
    from settled: LoadMachine,
    eventOwner: LoadEventQueue,
    observer: @escaping Observer
  ) {
    self.publish = publish
    self.function = function
    self.relay = relay
    self.elapsed = elapsed
    self.observer = observer
    state = LoadShellState(settled)
    policy.name(relay, of: "Loader")
    let timeoutFailure = policy.timeoutFailure(of: failure)
    performer = LoadPerformer(
      policy,
      queueClient: queueClient,
      timeoutFailure: timeoutFailure,
      eventOwner: eventOwner
    )
  }

  /// The name of a loader whose policy has none, with its types.
  @usableFromInline
  package var defaultName: String { "Loader" }

  @usableFromInline
  package final var description: String { performer.text(defaultName) }

  package final var statesRelay: RelayCore? { relay }

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

  /// Cancels the running load; the loader never loads again.
  package final func stop() {
    // NB: most loaders are released while no load runs, which changes nothing that is published.
    if locked({ state.closeIfIdle() }) { return }
    handle(.close, LoadSlots.Payload())
  }
}

// MARK: Under the lock

extension LoadShell {
  final func locked<R: ~Copyable>(_ body: () -> R) -> R {
    relay.lock.acquire()
    defer { relay.lock.release() }
    return body()
  }

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

// MARK: Deciding

extension LoadShell {
  /// Loads a request, or loads it if needed.
  ///
  /// The request is compared outside the lock, and the decision is made if nothing has changed
  /// since. It is boxed only if its load starts.
  @usableFromInline
  final func load(
    ifNeeded: Bool,
    isSame: (AnyBox) -> Bool,
    _ request: () -> AnyBox
  ) -> StartedLoad {
    let intent: LoadIntentKind = ifNeeded ? .loadIfNeeded : .load
    let now = now
    var (requests, version) = locked {
      recordCallLocked()
      return state.requests()
    }
    // NB: The first comparison is not guarded, because the guard costs much of a load.
    var comparisons = requests.comparisons(isSame: isSame)
    while true {
      let change = decideInPlace(ifVersionIs: version, refusesReentrancy: true) {
        $0.load(intent, comparisons, at: now, removed: &$1, request)
      }
      switch change.refusal {
      case nil: return perform(change, LoadSlots.Payload())
      case .isOvertaken: break
      case .needsCopy: return decide { $0.load(intent, at: $1, isSame: isSame, request) }
      case .isReentrant: return reportReentrancy()
      }
      (requests, version) = locked { state.requests() }
      comparisons = guardingReentrancy { requests.comparisons(isSame: isSame) }
    }
  }

  /// Handles an event that needs no comparisons of values.
  private final func handleInPlace(_ event: LoadCore.Event, _ payload: LoadSlots.Payload) {
    let now = now
    let change = decideInPlace(payload) {
      $0.handle(event, LoadCore.Comparisons(), payload, at: now, removed: &$1)
    }
    if change.refusal == nil {
      _ = perform(change, payload)
    } else {
      decide(payload, refusesReentrancy: false) {
        $0.handle(event, LoadCore.Comparisons(), payload, at: $1)
      }
    }
  }

  final func reportReentrancy() -> StartedLoad {
    ReentrancyGuard.report(of: "A loader")
    return StartedLoad(nil)
  }

  /// Makes a decision that runs no code of the caller, under the lock.
  private final func decideInPlace(
    _ payload: LoadSlots.Payload = LoadSlots.Payload(),
    ifVersionIs version: UInt? = nil,
    refusesReentrancy: Bool = false,
    _ body: (inout LoadMachine, _ removed: inout LoadSlots) -> LoadCore.Decision
  ) -> LoadChange {
    // NB: A variable, because a result of two branches is moved for 25 instructions.
    var change = LoadChange()
    if LoadObserver.isInUse, let observedEvents {
      decide(&change, observedEvents, payload, ifVersionIs: version, refusesReentrancy, body)
    } else {
      decide(&change, ifVersionIs: version, refusesReentrancy, body, beforeDelivery: {})
    }
    return change
  }

  /// Makes a decision under the lock, and calls the observers.
  // NB: Not inlined, so that a load without observers does not pay for it.
  @inline(never)
  private final func decide(
    _ change: inout LoadChange,
    _ events: LoadEventQueue,
    _ payload: LoadSlots.Payload,
    ifVersionIs version: UInt?,
    _ refusesReentrancy: Bool,
    _ body: (inout LoadMachine, _ removed: inout LoadSlots) -> LoadCore.Decision
  ) {
    let time = events.now
    decide(&change, ifVersionIs: version, refusesReentrancy) { machine, removed in
      let before = machine.observed()
      let decision = body(&machine, &removed)
      events.append(decision, from: before, to: machine.observed(), payload, at: time)
      return decision
    } beforeDelivery: {
      events.deliver()
    }
  }

  /// Makes and publishes a decision under the lock.
  ///
  /// `beforeDelivery` runs outside the lock.
  @inline(__always)
  private final func decide(
    _ change: inout LoadChange,
    ifVersionIs version: UInt?,
    _ refusesReentrancy: Bool,
    _ body: (inout LoadMachine, _ removed: inout LoadSlots) -> LoadCore.Decision,
    beforeDelivery: () -> Void
  ) {
    publish(&change) { change in
      change.refusal = refusal(ifVersionIs: version, refusesReentrancy)
      if change.refusal != nil { return nil }
      change.action = body(&state.machine, &change.removed).action
      return complete(&change, of: &state)
    } _: {
      report(&$0)
      beforeDelivery()
    }
  }

  /// Returns why a decision cannot be made in place; `nil` if it can.
  ///
  /// Called under the lock.
  @inline(__always)
  private final func refusal(
    ifVersionIs version: UInt?,
    _ refusesReentrancy: Bool
  ) -> LoadChange.Refusal? {
    if let version, version != state.version { return .isOvertaken }
    if refusesReentrancy, isReentrant { return .isReentrant }
    return state.hasEdits ? .needsCopy : nil
  }

  /// Completes a change of a state after the action of its machine; returns the state to publish.
  @inline(__always)
  final func complete(
    _ change: inout LoadChange,
    of state: inout LoadShellState
  ) -> AnyLoadable? {
    state.update(&change, for: self)
    if observer != nil { change.snapshot = state.snapshot(after: change.action) }
    return change.action.publishes ? state.erasedState() : nil
  }

  /// Reports a change to the observer, outside the lock.
  final func report(_ change: inout LoadChange) {
    if let snapshot = change.snapshot { change.released = observer?(snapshot) }
  }
}
