import ReactiveRelays

// Decisions on a copy of the state, which run code of the caller.

extension LoadShell {
  /// A decision on a copy of the state, before it is committed.
  struct Draft: ~Copyable {
    var state: LoadShellState
    /// The version of the state that was copied.
    let version: UInt
    var change = LoadChange()
    /// The state to publish.
    var published: AnyLoadable?
    var decision = LoadCore.Decision.none
    /// The events of edits.
    var edits: [LoadObserver.Event.Kind] = []
    /// The steps of edits by the code that made the decision.
    var deferredSteps: [EditStep] = []

    init(of state: LoadShellState) { (self.state, version) = (state, state.version) }
  }

  /// Adds edits, and confirms or rolls back those of a mutation.
  // NB: Not inlined, because `decide` calls it: the compiler would make copies of both, 17 kB.
  @inline(never)
  package final func edit(_ steps: [EditStep], _ didCommit: () -> Void) {
    decide(edits: steps, didCommit) { machine, _ in machine.edit(steps) }
  }

  /// Refuses a decision by code that the loader runs to make another decision.
  ///
  /// A mutation has performed its call already: the ends of its edits follow the other decision,
  /// and new edits are refused. At once, they would make that decision run again, without an end.
  private final func refuse(_ edits: [EditStep]) -> StartedLoad {
    if !edits.isEmpty { locked { deferredSteps += edits.compactMap(\.refusingEdit) } }
    return edits.isEmpty || edits.contains(where: \.isNew) ? reportReentrancy() : StartedLoad(nil)
  }

  /// Makes a decision that runs code of the caller on a copy.
  ///
  /// `payload` has the values of the event that leads to it. An event of the work is not refused.
  /// `edits` are the steps of edits. A request that a stream has held has a number, and is dropped
  /// if it is superseded: any newer request in the meantime prevents the commit. `ofScope` is true
  /// for the reset of a scope. `didCommit` is called outside the lock before the delivery.
  @discardableResult
  final func decide(
    _ payload: LoadSlots.Payload = LoadSlots.Payload(),
    refusesReentrancy: Bool = true,
    edits: [EditStep] = [],
    heldSince number: UInt? = nil,
    ofScope: Bool = false,
    _ didCommit: () -> Void = {},
    _ body: (inout LoadMachine, _ now: Duration) -> LoadCore.Decision
  ) -> StartedLoad {
    let now = now
    let events = observedEvents
    let time = events?.now ?? .zero
    while true {
      let (state, isReentrant, isSuperseded) = locked {
        let isSuperseded = number.map { !admitLocked($0) } ?? false
        return (self.state, self.isReentrant, isSuperseded)
      }
      if isReentrant, refusesReentrancy { return refuse(edits) }
      if isSuperseded { return StartedLoad(nil) }
      var draft = Draft(of: state)
      guardingReentrancy {
        let decision = body(&draft.state.machine, now)
        if ofScope { draft.state.countScopeReset() }
        complete(&draft, decision, edits, isObserved: events != nil)
      }
      commit(&draft, payload, events, at: time, didCommit)
      if draft.change.refusal != nil { continue }
      if !draft.deferredSteps.isEmpty { edit(draft.deferredSteps) }
      return perform(draft.change, payload)
    }
  }

  /// Completes a draft after the decision of its machine.
  final func complete(
    _ draft: inout Draft,
    _ decision: LoadCore.Decision,
    _ edits: [EditStep],
    isObserved: Bool
  ) {
    draft.decision = decision
    if isObserved { draft.edits = edits.compactMap(\.event) }
    draft.change.action = decision.action
    draft.state.count(decision.slotChange)
    if decision.action.publishes { draft.state.machine.foldEdits() }
    draft.published = complete(&draft.change, of: &draft.state)
  }

  /// Commits and publishes a decision, unless another one was committed first.
  private final func commit(
    _ draft: inout Draft,
    _ payload: LoadSlots.Payload,
    _ events: LoadEventQueue?,
    at time: Duration,
    _ didCommit: () -> Void
  ) {
    // NB: Outside the draft, because the closures read the draft while they change this.
    var change = LoadChange()
    swap(&change, &draft.change)
    publish(&change) { change in
      guard state.version == draft.version else {
        change.refusal = .isOvertaken
        return nil
      }
      accept(&draft, isChange: change.action.isChange, payload, events, at: time)
      return draft.published
    } _: {
      if $0.refusal == nil {
        didCommit()
        report(&$0)
      }
      events?.deliver()
    }
    swap(&change, &draft.change)
  }

  /// Replaces the state with that of a draft; called under the lock.
  final func accept(
    _ draft: inout Draft,
    isChange: Bool,
    _ payload: LoadSlots.Payload,
    _ events: LoadEventQueue?,
    at time: Duration
  ) {
    let before = events == nil ? nil : state.machine.observed()
    if isChange { swap(&state, &draft.state) }
    swap(&deferredSteps, &draft.deferredSteps)
    if let events, let before {
      events.append(
        draft.decision,
        from: before,
        to: state.machine.observed(),
        payload,
        edits: draft.edits,
        at: time
      )
    }
  }
}
