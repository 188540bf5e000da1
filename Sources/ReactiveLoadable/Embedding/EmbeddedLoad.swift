/// The state of a ``Loader`` as a value, for a state whose owner has the loads performed.
///
/// It is the state machine of a loader and has the same intents and contracts. An
/// ``EmbeddedPerformer`` follows ``run`` and does the work.
package struct EmbeddedLoad<Request: Hashable & Sendable, Value: Sendable, Failure: Error>: Sendable
{
  private var machine: LoadStateMachine<Request, Value, Failure>
  private var elapsed: ElapsedTime?
  /// The number of the last request for the load, unique among all loads.
  private var ask: UInt = 0
  /// The number of the visible value.
  private var number: UInt = 0

  /// The request of a loader that takes no request; every value belongs to it.
  private static var only: Request? { NoRequest() as? Request }

  /// Creates a load in the not-requested state.
  package init() { machine = LoadStateMachine() }

  /// Creates a loaded state with a value that another source provides.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - request: The request that it belongs to; `nil` for any request.
  package init(_ value: Value, of request: Request?) {
    machine = LoadStateMachine(
      from: .loaded(ShownValue(value, of: request, asOf: 0), staleAt: nil)
    )
  }

  /// Creates a loaded state with a stale value that another source provides.
  ///
  /// - Parameters:
  ///   - value: The value, which the next `loadIfNeeded` refreshes.
  ///   - request: The request that it belongs to; `nil` for any request.
  package init(stale value: Value, of request: Request?) {
    let shown = ShownValue(value, of: request, asOf: 0)
    machine = LoadStateMachine(from: .loaded(shown, staleAt: .distantPast))
  }

  /// Creates a failed state.
  ///
  /// - Parameters:
  ///   - failure: The error.
  ///   - request: The request that failed.
  ///   - cause: The cause of the load.
  ///   - previous: The value that stays visible; `nil` for none.
  package init(_ failure: Failure, of request: Request, _ cause: LoadCause, over previous: Value?) {
    let shown = previous.map { ShownValue<Request, Value>($0, of: request, asOf: 0) }
    machine = LoadStateMachine(from: .failed(failure, of: request, cause, over: shown))
  }

  /// The published state.
  package var state: Loadable<Value, Failure> { machine.state }

  /// The request that is loading, or else the last request.
  package var request: Request? {
    switch machine.phase {
    case .settled(let settled), .closed(let settled):
      settled.request ?? (settled.shown == nil ? nil : Self.only)
    case .loading(let run): run.request
    }
  }

  /// A Boolean value that indicates whether there was a request since the last reset.
  package var wasAsked: Bool { machine.lastRequest != nil }

  /// The load to perform; `nil` for none.
  package var run: EmbeddedRun<Request>? {
    guard case .loading(let run) = machine.phase else { return nil }
    return EmbeddedRun(
      run.request,
      load: run.load,
      ask: ask,
      first: run.load,
      run.activity,
      retries: run.retries
    )
  }

  /// Returns whether it uses the configuration of a policy.
  package func obeys(_ policy: LoadPolicy) -> Bool {
    machine.rules == policy.rules && (elapsed != nil || !policy.freshness.isTimed)
  }

  /// Applies the configuration of a policy from now on.
  package mutating func obey(_ policy: LoadPolicy) {
    machine.rules = policy.rules
    if policy.freshness.isTimed, elapsed == nil { elapsed = ElapsedTime(on: policy.clock) }
  }

  /// The visible value, its request, and a number that identifies the value.
  ///
  /// The number changes with the next value, but not when the value is edited.
  package var shown: (value: Value, request: Request?, number: UInt)? {
    machine.shown.map { ($0.value, $0.request ?? Self.only, number) }
  }

  /// The value after a cancel, and its request; `nil` as the request means any request.
  package var settledValue: (value: Value, request: Request?)? {
    switch machine.phase {
    case .settled(let settled), .closed(let settled): settled.valueAndRequest
    case .loading(let run): run.settled.valueAndRequest
    }
  }

  /// Performs an intent, as described in the table of ``Loader``.
  package mutating func perform(_ intent: LoadIntent<Request, Value>) {
    if handle(.intent(intent)).asks { ask = machine.lastTicket }
  }

  /// Handles an event of a performer, unless it is not about the running load.
  package mutating func hear(_ news: EmbeddedNews<Value, Failure>) {
    switch news.what {
    case .heard(let news): handle(.heard(news))
    case .cancel(let load): handle(.cancelLoad(load))
    }
  }

  /// Changes the visible value in place; returns `nil` if there is no visible value.
  package mutating func change<R>(_ body: (inout Value) throws -> R) rethrows -> R? {
    try machine.changeShown(body)
  }

  @discardableResult
  private mutating func handle(
    _ event: LoadStateMachine<Request, Value, Failure>.Event
  ) -> LoadStateMachine<Request, Value, Failure>.Action {
    let (before, ticket) = (machine.shown?.asOf, EmbeddedTickets.next())
    machine.lastTicket = ticket
    let action = machine.handle(event, at: elapsed?.now() ?? .zero)
    let isHeard = event.bringsValue && action.publishes
    if isHeard || machine.shown?.asOf != before { number = ticket }
    return action
  }
}

extension LoadStateMachine {
  /// Changes the visible value, and the value after a cancel if that is the same one.
  fileprivate mutating func changeShown<R>(_ body: (inout Value) throws -> R) rethrows -> R? {
    guard var value = shown?.value else { return nil }
    let result = try body(&value)
    switch phase {
    case .settled(let settled): phase = .settled(settled.showing(value))
    case .closed(let settled): phase = .closed(settled.showing(value))
    case .loading(var run):
      if run.settled.shown?.asOf == run.shown?.asOf { run.settled = run.settled.showing(value) }
      run.shown?.value = value
      phase = .loading(run)
    }
    return result
  }
}

extension SettledLoad {
  fileprivate var valueAndRequest: (value: Value, request: Request?)? {
    shown.map { ($0.value, $0.request) }
  }
}

extension LoadStateMachine.Event {
  /// A Boolean value that indicates whether the event has a value of a load.
  fileprivate var bringsValue: Bool {
    switch self {
    case .heard(.succeeded), .heard(.reported(_, .value)): true
    case .heard, .begun, .intent, .cancelLoad, .edited, .close: false
    }
  }
}

extension LoadStateMachine.Action {
  /// A Boolean value that indicates whether the action follows a request for the running load.
  fileprivate var asks: Bool {
    switch self {
    case .start, .replace, .join, .attempt: true
    case .none, .silent, .skip, .publish, .wait, .end: false
    }
  }
}
