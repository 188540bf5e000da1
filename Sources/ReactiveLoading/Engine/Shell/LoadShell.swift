public import ReactiveRelays

/// The storage of a loader without its types: decides under a lock, publishes, runs the work.
///
/// The lock of the relay that publishes the states guards `state`, so the order of the states is
/// the order of the decisions. A decision that runs code of the caller, such as an edit, is made on
/// a copy outside the lock, and committed if no other thread has committed first. All others are
/// made in place. Work, observers and waiting tasks run outside the lock.
// SAFETY: every `var` is touched under the relay's lock only; all else is immutable and Sendable.
@usableFromInline
package class LoadShell: RelayPerformer, @unchecked Sendable {
  /// Publishes the state that a closure returns under the lock; `nil` publishes nothing.
  ///
  /// `prepare` runs outside the lock in both cases, before the delivery.
  @usableFromInline
  typealias Publish = @Sendable (_ decide: () -> AnyLoadable?, _ prepare: () -> Void) -> Void
  /// Receives every decision, outside the lock and before the state is delivered.
  ///
  /// Its result is released after the delivery.
  package typealias Observer = @Sendable (LoadSnapshot) -> AnyObject?

  let publish: Publish
  let function: LoadFunction
  private let observer: Observer?
  /// The machine and the running load.
  @exclusivity(unchecked) final var state: LoadShellState
  /// The streams of intents, and the order of their requests; `nil` before the first one.
  @exclusivity(unchecked) private final var intentStreams: IntentStreams?

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
    let elapsed = policy.freshness.isTimed ? ElapsedTime(on: policy.clock) : nil
    observer = nil
    state = LoadShellState(LoadMachine(policy.resolved))
    policy.name(relay, of: "Loader")
    let (queueClient, timeoutFailure) = (policy.queueClient, policy.timeoutFailure(of: failure))
    super.init(
      policy,
      queueClient: queueClient,
      timeoutFailure: timeoutFailure,
      relay: relay,
      elapsed: elapsed
    )
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
    self.observer = observer
    state = LoadShellState(settled)
    policy.name(relay, of: "Loader")
    let timeoutFailure = policy.timeoutFailure(of: failure)
    super.init(
      policy,
      queueClient: queueClient,
      timeoutFailure: timeoutFailure,
      relay: relay,
      elapsed: elapsed,
      eventOwner: eventOwner
    )
  }

  package override final func cancelLoad(_ id: UInt) { handle(.cancelLoad(id)) }

  override final func attemptStarted(_ ticket: UInt) { handle(.started(ticket)) }

  /// The request of a load; `nil` if it has ended and another one has started, or a value was set.
  @usableFromInline
  package override final func request(of load: RunningLoad) -> AnyBox? {
    let ticket = load.lastTicket
    return locked { state.request(of: load, withLast: ticket) }
  }

  override final func handle(_ event: WorkEvent) {
    if event.isPartialValue {
      handlePartialValue(event)
    } else {
      handle(event.core, event.payload)
    }
  }

  /// Handles an event whose value must be compared with the visible one, which needs its type.
  func handlePartialValue(_ event: WorkEvent) {}

  /// Reports to observers that an interest joined the running load; returns false if it has ended.
  package final func recordJoin() -> Bool {
    guard let events = observedEvents(defaultName) else { return true }
    let time = events.now
    let isRunning = locked {
      guard state.machine.core.cycle != nil else { return false }
      events.append([state.machine.change(.joined)], at: time)
      return true
    }
    events.deliver()
    return isRunning
  }

  /// Cancels the running load; the loader never loads again.
  package final func stop() {
    // NB: most loaders are released while no load runs, which changes nothing that is published.
    if observer == nil, locked({ state.closeIfIdle() }) { return }
    handle(.close)
  }
}

// MARK: State

extension LoadShell {
  /// The running load.
  package final var running: RunningLoad? { locked { state.running } }

  /// The request that is loading, or else the request of the visible value or failure.
  final var currentRequest: AnyBox? { locked { state.machine.currentRequest } }

  /// The streams of intents, created when they are first used.
  package final var streams: CancellableBag { locked { createdStreams().owned } }

  /// Called under the lock.
  private final func createdStreams() -> IntentStreams {
    let streams = intentStreams ?? IntentStreams()
    intentStreams = streams
    return streams
  }
}

/// The streams of the intents of a loader, and the order of their requests.
// SAFETY: `order` is touched under the lock of the loader only.
private final class IntentStreams: @unchecked Sendable {
  let owned = CancellableBag()
  @exclusivity(unchecked) var order = RequestOrder()
}

// MARK: The order of requests

extension LoadShell {
  package final func nextRequestNumber() -> UInt {
    locked { createdStreams().order.next() }
  }

  /// Records that a call requests or withdraws, which supersedes the requests that streams hold.
  final func recordCall() { locked { recordCallLocked() } }

  /// Called under the lock.
  ///
  /// A new version stops a held request that was admitted and is not yet committed.
  private final func recordCallLocked() {
    guard let intentStreams else { return }
    intentStreams.order.recordCall()
    state.invalidateComparisons()
  }

  @discardableResult
  package final func admit(_ number: UInt) -> Bool { locked { admitLocked(number) } }

  /// Records that a held request is performed; returns false if it is superseded.
  ///
  /// Called under the lock.
  final func admitLocked(_ number: UInt) -> Bool {
    guard createdStreams().order.admit(number) else { return false }
    state.invalidateComparisons()
    return true
  }
}

// MARK: Deciding

extension LoadShell {
  /// The result of an attempt to decide in place.
  private enum InPlaceResult {
    case done
    /// Another decision was made first.
    case conflict
    /// Edits must be applied to the state, which runs code of the caller; or it has observers.
    case needsCopy
    /// Code that the loader runs to make another decision must not change it.
    case isReentrant
  }

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
    var isFirst = true
    while true {
      let (requests, version) = locked {
        if isFirst { recordCallLocked() }
        return state.requests()
      }
      // NB: the first comparison skips the lock, because it costs much of a load.
      let comparisons =
        isFirst
        ? requests.comparisons(isSame: isSame)
        : guardingReentrancy { requests.comparisons(isSame: isSame) }
      isFirst = false
      let (result, started) = decideInPlace(ifVersionIs: version, refusesReentrancy: true) {
        $0.load(intent, comparisons, at: now, removed: &$1, request)
      }
      switch result {
      case .done: return started
      case .conflict: continue
      case .needsCopy: return decide { $0.load(intent, at: $1, isSame: isSame, request) }
      case .isReentrant: return reportReentrancy()
      }
    }
  }

  /// Handles an event that needs no comparisons of values.
  private final func handle(
    _ event: LoadCore.Event,
    _ payload: LoadSlots.Payload = LoadSlots.Payload()
  ) {
    let now = now
    let (result, _) = decideInPlace(payload) {
      $0.handle(event, LoadCore.Comparisons(), payload, at: now, removed: &$1)
    }
    if result == .done { return }
    decide(payload, refusesReentrancy: false) {
      $0.handle(event, LoadCore.Comparisons(), payload, at: $1)
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
  ) -> (InPlaceResult, StartedLoad) {
    var change = LoadChange(action: .none)
    var snapshot: LoadSnapshot?
    var result = InPlaceResult.done
    // Values that leave the slots are released outside the lock.
    var removed = LoadSlots()
    var released: AnyObject?
    defer {
      withExtendedLifetime(removed) {}
      withExtendedLifetime(released) {}
    }
    publish {
      if let version, version != state.version {
        result = .conflict
        return nil
      }
      if refusesReentrancy, isReentrant {
        result = .isReentrant
        return nil
      }
      // NB: In one test, which costs a load without observers two instructions for both decisions.
      if state.hasEdits || LoadObserver.isInUse, state.hasEdits || policy.isObserved {
        result = .needsCopy
        return nil
      }
      let action = body(&state.machine, &removed).action
      change = state.update(after: action, for: self)
      snapshot = self.snapshot(of: &state, after: action)
      return action.publishes ? state.erasedState() : nil
    } _: {
      released = report(snapshot)
    }
    return (result, perform(change, payload))
  }

  /// Returns a snapshot of a state for the observer, if there is one.
  @inline(__always)
  final func snapshot(
    of state: inout LoadShellState,
    after action: LoadCore.Action
  ) -> LoadSnapshot? {
    observer == nil ? nil : state.snapshot(after: action)
  }

  /// Reports a decision to the observer; returns an object to release after the delivery.
  final func report(_ snapshot: LoadSnapshot?) -> AnyObject? {
    snapshot.flatMap { observer?($0) }
  }
}
