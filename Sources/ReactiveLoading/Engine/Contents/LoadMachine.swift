/// The state of a load: its core, which decides, and the values that belong to it.
///
/// ```
/// event, comparisons ──▶ LoadCore ──▶ action (effect on the caller and the published state)
///                                 ├──▶ slot change
///                                 └──▶ cycle (what runs now)
/// ```
///
/// It is not generic. The few methods that need the types of the request and the value take them
/// from their arguments: they create and compare values, and make the published state.
package struct LoadMachine: Sendable {
  typealias Decision = LoadCore.Decision

  package var core: LoadCore
  var slots = LoadSlots()
  /// The optimistic updates; `nil` without any.
  var edits: Box<LoadEdits>?

  /// Creates the not-requested state.
  package init(_ policy: LoadPolicy.Resolved) { core = LoadCore(policy) }

  /// Creates a loaded state with a value that another source provides.
  package init(
    _ policy: LoadPolicy.Resolved,
    _ value: AnyBox,
    of request: AnyBox?,
    staleAt: Duration?
  ) {
    core = LoadCore(policy, from: .loaded(asOf: 0, staleAt: staleAt))
    slots.value = LoadedValue(value, of: request)
  }

  /// Creates a failed state; `previous` stays visible.
  package init(
    _ policy: LoadPolicy.Resolved,
    _ failure: AnyBox,
    of request: AnyBox,
    _ cause: LoadCause,
    over previous: AnyBox?
  ) {
    core = LoadCore(policy, from: .failed(cause, over: previous == nil ? nil : 0))
    slots.value = previous.map { LoadedValue($0, of: request) }
    slots.failure = FailedRequest(failure: failure, request: request)
  }

  /// The request that is loading, or else the request of the visible value or failure.
  var currentRequest: AnyBox? { slots.running ?? slots.settledRequest }
}

// MARK: Decisions

extension LoadMachine {
  /// Handles an event; `now` counts from any origin and matters only to a timed freshness.
  ///
  /// `removed` receives values that left the slots. Without edits and comparisons of values, this
  /// runs no code of the caller.
  mutating func handle(
    _ event: LoadCore.Event,
    _ comparisons: LoadCore.Comparisons = LoadCore.Comparisons(),
    _ payload: LoadSlots.Payload = LoadSlots.Payload(),
    at now: Duration = .zero,
    removed: inout LoadSlots
  ) -> Decision {
    let decision = core.handle(event, comparisons, at: now)
    apply(decision.slotChange, payload, removed: &removed)
    return decision
  }

  /// Handles an event while no lock is held.
  mutating func handle(
    _ event: LoadCore.Event,
    _ comparisons: LoadCore.Comparisons = LoadCore.Comparisons(),
    _ payload: LoadSlots.Payload = LoadSlots.Payload(),
    at now: Duration = .zero
  ) -> Decision {
    var removed = LoadSlots()
    return handle(event, comparisons, payload, at: now, removed: &removed)
  }

  /// Moves the values, and applies saved edits to the settled value while no load runs.
  mutating func apply(
    _ slotChange: LoadCore.SlotChange,
    _ payload: LoadSlots.Payload,
    removed: inout LoadSlots
  ) {
    slots.apply(slotChange, payload, removed: &removed)
    if edits != nil { updateEdits(after: slotChange) }
  }

  /// Loads a request with given comparisons, or loads it if needed.
  ///
  /// The request is boxed only if its load starts: a joined load keeps its own request.
  mutating func load(
    _ intent: LoadIntentKind,
    _ comparisons: LoadCore.Comparisons,
    at now: Duration,
    removed: inout LoadSlots,
    _ request: () -> AnyBox
  ) -> Decision {
    let decision = core.handle(.intent(intent), comparisons, at: now)
    if decision.slotChange.starts {
      apply(decision.slotChange, LoadSlots.Payload(request: request()), removed: &removed)
    }
    return decision
  }

  /// Loads a request, or loads it if needed, while no lock is held.
  mutating func load(
    _ intent: LoadIntentKind,
    at now: Duration,
    isSame: (AnyBox?) -> Bool,
    _ request: () -> AnyBox
  ) -> Decision {
    var removed = LoadSlots()
    let comparisons = slots.requests.comparisons(isSame: isSame)
    return load(intent, comparisons, at: now, removed: &removed, request)
  }

  /// Loads a request, or loads it if needed, while no lock is held.
  mutating func load<Request: Hashable & Sendable>(
    _ request: Request,
    _ intent: LoadIntentKind,
    at now: Duration
  ) -> Decision {
    load(intent, at: now, isSame: { $0.belongs(to: request) }) {
      Box(request)
    }
  }

  /// Performs an intent, as described in the table of ``Loader``, while no lock is held.
  mutating func perform<Request: Hashable & Sendable, Value: Sendable>(
    _ intent: LoadIntent<Request, Value>,
    at now: Duration
  ) -> Decision {
    intent.match { kind, request in
      load(request, kind, at: now)
    } set: { value, request, age in
      set(value, for: request, age: age, at: now)
    } neither: { kind in
      perform(kind, of: Request.self, at: now)
    }
  }

  /// Sets a value that another source provides, of a request or else of the current one.
  ///
  /// `nil` as its age is a new value.
  mutating func set(
    _ value: AnyBox,
    for request: AnyBox? = nil,
    age: Duration? = nil,
    at now: Duration
  ) -> Decision {
    var comparisons = LoadCore.Comparisons()
    if let request {
      comparisons.hasRequest = true
      comparisons.runningMatches = slots.running?.isEqual(to: request) ?? false
    }
    let event: LoadCore.Event = age.map { .set(age: $0) } ?? .intent(.set)
    return handle(event, comparisons, LoadSlots.Payload(request: request, value: value), at: now)
  }

  /// Performs an intent without a request or value.
  mutating func perform<Request: Hashable & Sendable>(
    _ intent: LoadIntentKind,
    of type: Request.Type,
    at now: Duration
  ) -> Decision {
    let request = slots.request(of: intent)
    var comparisons = LoadCore.Comparisons()
    if let request {
      comparisons = slots.requests.comparisons {
        $0.belongs(to: request.assumed(of: type).value)
      }
    }
    return handle(.intent(intent), comparisons, LoadSlots.Payload(request: request), at: now)
  }

  /// Handles an event of the work, and compares a partial value with the visible one.
  mutating func receive(
    _ event: LoadCore.Event,
    _ payload: LoadSlots.Payload,
    at now: Duration
  ) -> Decision {
    var comparisons = LoadCore.Comparisons()
    if core.showsValue(of: event), let value = payload.value {
      comparisons.equalsVisible = shows(value)
    }
    return handle(event, comparisons, payload, at: now)
  }

  /// Returns whether a partial value equals the visible value, each with its edits.
  private func shows(_ value: AnyBox) -> Bool {
    guard let run = core.run, let shown = shownValue else { return false }
    let new = edited(LoadedValue(value, of: slots.running), asOf: run.startTicket)
    return shown.isEqual(to: new)
  }
}

// MARK: State

extension LoadMachine {
  /// The request of the visible value; `nil` without a value, or if it belongs to none.
  var shownRequest: AnyBox? { slots.shown(core.shown)?.request }

  /// The visible value, with its edits.
  var shownValue: AnyBox? {
    guard let shown = slots.shown(core.shown) else { return nil }
    guard edits != nil, let asOf = core.shownAsOf else { return shown.value }
    return edited(shown, asOf: asOf)
  }

  private func edited(_ value: LoadedValue, asOf ticket: UInt) -> AnyBox {
    edits?.value.applied(to: value, asOf: ticket).value ?? value.value
  }

  /// The slots, with the settled value with its edits.
  // NB: Without edits, as most loaders, it costs one comparison.
  var editedSlots: LoadSlots {
    guard edits != nil, let value = slots.value, let asOf = core.settled.asOf else { return slots }
    var slots = slots
    slots.value = LoadedValue(edited(value, asOf: asOf), of: value.request)
    return slots
  }

  /// Returns the state of a retry or refresh with the error of the failure before it.
  // NB: Not inlined, so that a plain load does not pay for it.
  @inline(never)
  private func withLastError(_ loading: AnyLoadable) -> AnyLoadable {
    slots.failure.map { .again(loading, $0.failure) } ?? loading
  }

  /// The published state without its types.
  var erasedState: AnyLoadable {
    let value = shownValue
    if let run = core.run {
      let loading = AnyLoadable.loading(
        run.cause,
        attempt: run.cycle.retries,
        run.progress,
        previous: value
      )
      return run.cause == .load ? loading : withLastError(loading)
    }
    switch (core.settled, value, slots.failure) {
    case (.loaded, let value?, _): return .loaded(value)
    case (.failed(let cause, _), let value, let failed?):
      return .failed(failed.failure, cause, previous: value)
    case (.notRequested, _, _), (.loaded, nil, _), (.failed, _, nil): return .notRequested
    }
  }
}

// MARK: Edits

extension LoadMachine {
  /// Adds edits, and confirms or rolls back those of a mutation.
  mutating func edit(_ steps: [EditStep]) -> Decision {
    if core.phase == .closed { return .none }
    let shown = slots.shown(core.shown)
    // The request whose value a new edit changes; `nil` for any.
    let request = if let shown { shown.request } else { currentRequest }
    var new = edits?.value ?? LoadEdits()
    let changes = new.apply(
      steps,
      of: request,
      after: core.tickets.last,
      isLoading: core.phase != .settled
    )
    settle(&new)
    return Decision(changes && shown != nil ? .publish : .silent)
  }

  /// Forgets the ends of unknown edits, if all steps arrive in order.
  mutating func forgetEarlyEnds() {
    guard var new = edits?.value, !new.earlyResults.isEmpty else { return }
    new.forgetEarlyEnds()
    edits = new.isUnused ? nil : Box(new)
  }

  private mutating func updateEdits(after slotChange: LoadCore.SlotChange) {
    guard var new = edits?.value else { return }
    if slotChange == .reset { new.removeAll() }
    settle(&new)
  }

  /// Stores edits; while no load runs, those that are saved become part of the settled value.
  private mutating func settle(_ new: inout LoadEdits) {
    if core.cycle == nil, let value = new.settle(into: slots.value, asOf: core.settled.asOf) {
      slots.value = LoadedValue(value, of: slots.value?.request)
    }
    edits = new.isUnused ? nil : Box(new)
  }

  /// Keeps the visible value with its edits, so that later decisions need not apply them again.
  ///
  /// Called before the value is published, with no lock held.
  mutating func foldEdits() {
    guard var new = edits?.value, let shown = slots.shown(core.shown), let asOf = core.shownAsOf
    else { return }
    new.fold(over: shown, asOf: asOf)
    edits = Box(new)
  }
}
