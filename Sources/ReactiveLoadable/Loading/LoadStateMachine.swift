/// The pure state machine of a ``Loader``: one event in, one action out.
///
/// It uses no lock, task or clock. Every attempt and every delay of a load has its own ticket, and
/// an event with another ticket than the current one changes nothing. So the results of replaced
/// loads and of attempts that timed out are dropped. See <doc:LoaderContract#L1-Stale-results>.
@usableFromInline
struct LoadStateMachine<Request: Hashable & Sendable, Value: Sendable, Failure: Error>: Sendable {
  @usableFromInline typealias Settled = SettledLoad<Request, Value, Failure>
  @usableFromInline typealias Running = LoadRun<Request, Value, Failure>
  @usableFromInline typealias Edits = LoadEdits<Request, Value>
  @usableFromInline typealias Ticket = UInt
  @usableFromInline typealias Attempt = LoadAttempt<Request>

  @usableFromInline
  enum Event: Sendable {
    case intent(LoadIntent<Request, Value>)
    /// A handle cancels its load.
    case cancelLoad(Ticket)
    case heard(LoadNews<Value, Failure>)
    /// A queued attempt starts.
    case begun(Ticket)
    /// A mutation adds, confirms or rolls back edits.
    case edited([Edits.Step])
    /// The loader is deallocated.
    case close
  }

  @usableFromInline
  enum Action: Sendable {
    /// Nothing has changed.
    case none
    /// Something has changed, but not the published state.
    case silent
    /// Nothing has changed, and no load starts, for a reason.
    case skip(SkipReason)
    /// Nothing has changed: the intent joins the running load.
    case join
    /// The state has changed; the running load continues.
    case publish
    /// The state has changed: retry the running load after a delay.
    case wait(Ticket, retry: Int)
    /// The state has not changed: start the next attempt of the running load now.
    case attempt(Attempt)
    /// The state has changed: start this load; no other one runs.
    case start(Attempt)
    /// The state has changed: start this load, which replaces the running one.
    case replace(Attempt)
    /// The state has changed: the running load has ended.
    case end(LoadOutcome<Value, Failure>)
  }

  @usableFromInline
  enum Phase: Sendable {
    case settled(Settled)
    case loading(Running)
    case closed(Settled)
  }

  @usableFromInline var rules: LoadPolicy.Rules
  @usableFromInline var phase: Phase
  @usableFromInline var lastTicket: Ticket = 0
  @usableFromInline var edits = Edits()
  /// The last request, even if its load was cancelled; removed by a reset.
  @usableFromInline var lastRequest: Request?

  @inlinable
  init(_ policy: LoadPolicy = LoadPolicy(), from settled: Settled = .notRequested) {
    rules = policy.rules
    phase = .settled(settled.ofNoTicket)
  }

  @inlinable var state: Loadable<Value, Failure> {
    let state: Loadable<Value, Failure> =
      switch phase {
      case .settled(let settled), .closed(let settled): settled.state
      case .loading(let run): .loading(run.loading)
      }
    guard !edits.isEmpty, let shown else { return state }
    let value = edits.applied(to: shown)
    return state.map { _ in value }
  }

  /// The visible value, without edits.
  @inlinable var shown: ShownValue<Request, Value>? {
    switch phase {
    case .settled(let settled), .closed(let settled): settled.shown
    case .loading(let run): run.shown
    }
  }

  /// The request that is loading, or else the request of the visible value or failure.
  var requestInQuestion: Request? {
    switch phase {
    case .settled(let settled), .closed(let settled): settled.request
    case .loading(let run): run.request
    }
  }

  /// Handles an event; `now` counts from any origin and matters only to a timed freshness.
  @inlinable
  mutating func handle(_ event: Event, at now: Duration = .zero) -> Action {
    switch phase {
    case .settled(let settled): whileSettled(settled, event, now)
    case .loading(let run): whileLoading(run, event, now)
    case .closed: .none
    }
  }

  @inlinable
  mutating func newTicket() -> Ticket {
    lastTicket += 1
    return lastTicket
  }
}

extension LoadStateMachine.Action {
  /// A Boolean value that indicates whether the published state has changed.
  @inlinable var publishes: Bool {
    switch self {
    case .none, .silent, .skip, .join, .attempt: false
    case .publish, .wait, .start, .replace, .end: true
    }
  }
}

// MARK: While settled

extension LoadStateMachine {
  @inlinable
  mutating func whileSettled(
    _ settled: Settled,
    _ event: Event,
    _ now: Duration
  ) -> Action {
    switch event {
    case .intent(.load(let request)): start(request, .load, over: settled)
    case .intent(.loadIfNeeded(let request)): loadIfNeeded(request, over: settled, now)
    case .intent(.refresh): refresh(settled)
    case .intent(.retry): retry(settled)
    case .intent(.cancel): .none
    case .intent(.reset): reset(settled)
    case .intent(.set(let value)): settle(written(value, for: settled.request, now))
    case .intent(.invalidate): invalidate(settled)
    // Events of a load that has ended are dropped.
    case .cancelLoad, .heard, .begun: .none
    case .edited(let steps): edit(steps, of: settled.shown.map(\.request) ?? settled.request)
    case .close: close(settled)
    }
  }

  @inlinable
  mutating func loadIfNeeded(
    _ request: Request,
    over settled: Settled,
    _ now: Duration
  ) -> Action {
    let answer = settled.answer(to: request, at: now)
    if answer.isThere && answer.isFresh { return .skip(.fresh) }
    return start(request, answer.isThere ? .refresh : .load, over: settled)
  }

  @inlinable
  mutating func refresh(_ settled: Settled) -> Action {
    guard let request = settled.request ?? lastRequest else { return .skip(.noRequest) }
    let brings = settled.shown?.answers(request) ?? false
    return start(request, brings ? .refresh : .load, over: settled)
  }

  @inlinable
  mutating func retry(_ settled: Settled) -> Action {
    guard case .failed(_, let request, _, _) = settled else { return .skip(.noFailure) }
    return start(request, .retry, over: settled)
  }

  @inlinable
  mutating func reset(_ settled: Settled) -> Action {
    lastRequest = nil
    edits.removeAll()
    if case .notRequested = settled { return .silent }
    return settle(.notRequested)
  }

  @inlinable
  mutating func invalidate(_ settled: Settled) -> Action {
    phase = .settled(settled.stale)
    return .silent
  }

  @inlinable
  mutating func close(_ settled: Settled) -> Action {
    phase = .closed(settled)
    return .silent
  }

  @inlinable
  mutating func settle(_ settled: Settled) -> Action {
    phase = .settled(settled)
    foldEdits()
    return .publish
  }

  @inlinable
  mutating func start(
    _ request: Request,
    _ cause: LoadCause,
    over settled: Settled
  ) -> Action {
    .start(begin(request, cause, over: settled))
  }
}

// MARK: Settled or loading

extension LoadStateMachine {
  /// Starts a load; `shown` is the visible value, if it is not a settled one.
  @inlinable
  mutating func begin(
    _ request: Request,
    _ cause: LoadCause,
    over settled: Settled,
    showing shown: ShownValue<Request, Value>? = nil
  ) -> Attempt {
    let ticket = newTicket()
    let kept = cause == .load ? rules.previous : .always
    var staying: ShownValue<Request, Value>?
    if let shown, shown.stays(during: request, kept) {
      staying = shown
    } else if let before = settled.shown, before.stays(during: request, kept) {
      staying = before
    }
    phase = .loading(Running(ticket, request, cause, over: settled, showing: staying))
    lastRequest = request
    return Attempt(ticket, ticket, of: request)
  }

  /// Returns a loaded state with a value that was requested at this ticket.
  @inlinable
  func loaded(_ value: Value, of request: Request?, asOf ticket: Ticket, _ now: Duration) -> Settled
  {
    .loaded(
      ShownValue(value, of: request, asOf: ticket),
      staleAt: rules.freshness.end(from: now)
    )
  }

  @inlinable
  mutating func written(_ value: Value, for request: Request?, _ now: Duration) -> Settled {
    loaded(value, of: request, asOf: newTicket(), now)
  }
}

// MARK: Edits

extension LoadStateMachine {
  @inlinable
  mutating func edit(_ steps: [Edits.Step], of request: Request?) -> Action {
    var changes = false
    for step in steps where edits.take(step, of: request, after: lastTicket) { changes = true }
    foldEdits()
    return changes && shown != nil ? .publish : .silent
  }

  /// Applies saved edits to the settled value.
  @inlinable
  mutating func foldEdits() {
    guard case .settled(let settled) = phase, !edits.isEmpty else { return }
    let value = edits.fold(into: settled.shown)
    phase = .settled(value.map(settled.showing) ?? settled)
  }
}
