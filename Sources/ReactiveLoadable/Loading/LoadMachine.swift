/// The state of a load: its core, which decides, and the values that belong to it.
///
/// It gathers the facts about values that the core needs, and moves the values as the core decides:
///
/// ```
/// intent or event ──▶ facts ──▶ LoadCore ──▶ action (work to start or end)
///                                       └──▶ move   (change of the slots)
/// ```
///
/// Requests and values are compared and edits applied here, so it must not run under a lock.
@usableFromInline
struct LoadMachine<Request: Hashable & Sendable, Value: Sendable, Failure: Error>: Sendable {
  @usableFromInline typealias Slots = LoadSlots<Request, Value, Failure>
  @usableFromInline typealias Decision = LoadCore.Decision
  @usableFromInline typealias Edits = LoadEdits<Request, Value>

  @usableFromInline var core: LoadCore
  @usableFromInline var slots = Slots()
  /// The optimistic updates; `nil` while there are none.
  @usableFromInline var edits: Box<Edits>?

  /// Creates the not-requested state.
  init(_ rules: LoadPolicy.Rules) { core = LoadCore(rules) }

  /// Creates a loaded state with a value that another source provides.
  init(
    _ rules: LoadPolicy.Rules,
    _ value: Value,
    of request: Box<Request>?,
    staleAt: Duration?
  ) {
    core = LoadCore(rules, from: .loaded(asOf: 0, staleAt: staleAt))
    slots.value = LoadedValue(Box(value), of: request)
  }

  /// Creates a failed state; `previous` stays visible.
  init(
    _ rules: LoadPolicy.Rules,
    _ failure: Failure,
    of request: Request,
    _ cause: LoadCause,
    over previous: Value?
  ) {
    let request = Box(request)
    core = LoadCore(rules, from: .failed(cause, over: previous == nil ? nil : 0))
    if let previous { slots.value = LoadedValue(Box(previous), of: request) }
    slots.failure = FailedRequest(failure: Box(failure), request: request)
  }
}

// MARK: Intents

extension LoadMachine {
  /// Performs an intent; `now` counts from any origin and matters only to a timed freshness.
  @inlinable
  mutating func perform(_ intent: LoadIntent<Request, Value>, at now: Duration) -> Decision {
    switch intent {
    case .load(let request): load(request, .load, slots.requests.facts(about: request), at: now)
    case .loadIfNeeded(let request):
      load(request, .loadIfNeeded, slots.requests.facts(about: request), at: now)
    case .set(let value): set(value, at: now)
    case .refresh: perform(plain: .refresh, at: now)
    case .retry: perform(plain: .retry, at: now)
    case .cancel: perform(plain: .cancel, at: now)
    case .reset: perform(plain: .reset, at: now)
    case .invalidate: perform(plain: .invalidate, at: now)
    }
  }

  /// Loads a request with known facts, or loads it if needed.
  @inlinable
  mutating func load(
    _ request: Request,
    _ intent: LoadCore.Intent,
    _ facts: LoadCore.Facts,
    at now: Duration
  ) -> Decision {
    let decision = core.handle(.intent(intent), facts, at: now)
    // A joined load keeps its own request.
    if decision.move.begins { apply(decision.move, Slots.Incoming(request: Box(request))) }
    return decision
  }

  /// Sets a value that another source provides.
  @usableFromInline
  mutating func set(_ value: Value, at now: Duration) -> Decision {
    decide(.intent(.set), LoadCore.Facts(), Slots.Incoming(value: Box(value)), at: now)
  }

  /// Performs an intent without a request or value.
  @usableFromInline
  mutating func perform(plain intent: LoadCore.Intent, at now: Duration) -> Decision {
    let request = slots.request(of: intent)
    var facts = LoadCore.Facts()
    if let request { facts = slots.requests.facts(about: request.value) }
    return decide(.intent(intent), facts, Slots.Incoming(request: request), at: now)
  }
}

// MARK: Events

extension LoadMachine {
  /// Handles an event of the work.
  @inlinable
  mutating func handle(_ event: WorkEvent<Value, Failure>, at now: Duration) -> Decision {
    var facts = LoadCore.Facts()
    if core.showsValue(of: event.core), let value = event.value { facts.isKnownEqual = shows(value) }
    let incoming = Slots.Incoming(value: event.value, failure: event.failure)
    return decide(event.core, facts, incoming, at: now)
  }

  /// Handles an event without a value.
  mutating func handle(_ event: LoadCore.Event) -> Decision {
    decide(event, LoadCore.Facts(), Slots.Incoming(), at: .zero)
  }
  @inlinable
  mutating func decide(
    _ event: LoadCore.Event,
    _ facts: LoadCore.Facts,
    _ incoming: Slots.Incoming,
    at now: Duration
  ) -> Decision {
    let decision = core.handle(event, facts, at: now)
    apply(decision.move, incoming)
    return decision
  }
  @inlinable
  mutating func apply(_ move: LoadCore.Move, _ incoming: Slots.Incoming) {
    slots.apply(move, incoming)
    if edits != nil { updateEdits(after: move) }
  }

  /// Returns whether a partial value is known to equal the visible value, each with its edits.
  @usableFromInline
  func shows(_ value: Box<Value>) -> Bool {
    guard let run = core.run, let shown = shownValue else { return false }
    let new = LoadedValue(value, of: slots.running)
    return areKnownEqual(shown, edited(new, asOf: run.askedAt))
  }
}

// MARK: State

extension LoadMachine {
  /// The published state.
  @inlinable var state: Loadable<Value, Failure> {
    edits == nil ? slots.state(of: core) : editedState
  }

  @usableFromInline var editedState: Loadable<Value, Failure> {
    let state = slots.state(of: core)
    guard let shownValue else { return state }
    return state.map { _ in shownValue }
  }

  /// The visible value, with its edits.
  var shownValue: Value? {
    guard let asOf = core.shownAsOf, let shown = slots.shown(core.shown) else { return nil }
    return edited(shown, asOf: asOf)
  }

  private func edited(_ value: LoadedValue<Request, Value>, asOf ticket: UInt) -> Value {
    edits?.value.applied(to: value, asOf: ticket) ?? value.value.value
  }

  /// The request that is loading, or else the request of the visible value or failure.
  var requestInQuestion: Request? { (slots.running ?? slots.settledRequest)?.value }
}

// MARK: Edits

extension LoadMachine {
  /// Adds, confirms or rolls back edits of a mutation.
  mutating func edit(_ steps: [Edits.Step]) -> Decision {
    if core.phase == .closed { return .none }
    var edits = edits?.value ?? Edits()
    let request = editedRequest
    var changes = false
    for step in steps where edits.take(step, of: request, after: core.tickets.last) {
      changes = true
    }
    self.edits = Box(edits)
    updateEdits(after: .none)
    return Decision(changes && slots.shown(core.shown) != nil ? .publish : .silent)
  }

  /// The request whose value a new edit changes; `nil` for any.
  private var editedRequest: Request? {
    if let shown = slots.shown(core.shown) { return shown.request?.value }
    return requestInQuestion
  }

  /// Applies saved edits to the settled value while no load runs; a reset removes all edits.
  @usableFromInline
  mutating func updateEdits(after move: LoadCore.Move) {
    guard var edits = edits?.value else { return }
    if move == .reset { edits.removeAll() }
    if core.phase == .settled, !edits.isEmpty {
      let value = edits.fold(into: slots.value, asOf: core.settled.asOf)
      if let value { slots.value = LoadedValue(Box(value), of: slots.value?.request) }
    }
    self.edits = edits.isUnused ? nil : Box(edits)
  }
}
