import ReactiveRelays

// Decisions on a copy of the state, which run code of the caller or have observers.

extension LoadShell {
  /// A decision on a copy of the state, before it is committed.
  private struct Draft: ~Copyable {
    var state: LoadShellState
    /// The version of the state that was copied.
    let version: UInt
    var change = LoadChange(action: .none)
    /// The state to publish.
    var published: AnyLoadable?
    /// The changes for observers of loads.
    var observed: [ObservedChange] = []
    /// The snapshot for the owner of the shell.
    var snapshot: LoadSnapshot?

    init(of state: LoadShellState) { (self.state, version) = (state, state.version) }
  }

  /// Makes a decision that runs code of the caller, or that has observers, on a copy.
  ///
  /// `payload` has the values of the event that leads to it. An event of the work is not refused.
  /// `edits` are the events of edits. A request that a stream has held has a number, and is dropped
  /// if it is superseded: any newer request in the meantime prevents the commit.
  @discardableResult
  final func decide(
    _ payload: LoadSlots.Payload = LoadSlots.Payload(),
    refusesReentrancy: Bool = true,
    edits: @autoclosure () -> [LoadObserver.Event.Kind] = [],
    heldSince number: UInt? = nil,
    _ body: (inout LoadMachine, _ now: Duration) -> LoadCore.Decision
  ) -> StartedLoad {
    let now = now
    let events = observedEvents(defaultName)
    let time = events?.now ?? .zero
    while true {
      let (state, isReentrant, isSuperseded) = locked {
        let isSuperseded = number.map { !admitLocked($0) } ?? false
        return (self.state, self.isReentrant, isSuperseded)
      }
      if isReentrant, refusesReentrancy { return reportReentrancy() }
      if isSuperseded { return StartedLoad(nil) }
      var draft = Draft(of: state)
      guardingReentrancy {
        let decision = body(&draft.state.machine, now)
        if events != nil {
          let machine = draft.state.machine
          draft.observed = machine.changes(
            from: state.machine,
            by: decision,
            payload,
            edits: edits()
          )
        }
        complete(&draft, after: decision.action)
      }
      if commit(&draft, events, at: time) { return perform(draft.change, payload) }
    }
  }

  private final func complete(_ draft: inout Draft, after action: LoadCore.Action) {
    draft.change = draft.state.update(after: action, for: self)
    draft.snapshot = snapshot(of: &draft.state, after: action)
    draft.published = action.publishes ? draft.state.erasedState() : nil
  }

  /// Commits and publishes a decision; returns false if another one was committed first.
  private final func commit(
    _ draft: inout Draft,
    _ events: LoadEventQueue?,
    at time: Duration
  ) -> Bool {
    if draft.change.action.isNothing {
      defer { events?.deliver() }
      return draft.observed.isEmpty
        || locked {
          guard state.version == draft.version else { return false }
          events?.append(draft.observed, at: time)
          return true
        }
    }
    var (released, isCommitted) = (AnyObject?.none, false)
    defer { withExtendedLifetime(released) {} }
    publish {
      isCommitted = state.version == draft.version
      guard isCommitted else { return nil }
      swap(&state, &draft.state)
      events?.append(draft.observed, at: time)
      return draft.published
    } _: {
      if isCommitted { released = report(draft.snapshot) }
      events?.deliver()
    }
    return isCommitted
  }
}
