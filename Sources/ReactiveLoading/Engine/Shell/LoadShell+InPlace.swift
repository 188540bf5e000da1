// Decisions in place, under the lock, which run no code of the caller.

extension LoadShell {
  /// Loads a request, or loads it if needed.
  ///
  /// The request is compared outside the lock, and the decision is made if nothing has changed
  /// since. It is boxed only if its load starts.
  @usableFromInline
  final func load(
    ifNeeded: Bool,
    isSame: (AnyBox?) -> Bool,
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
  final func handleInPlace(_ event: LoadCore.Event, _ payload: LoadSlots.Payload) {
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
