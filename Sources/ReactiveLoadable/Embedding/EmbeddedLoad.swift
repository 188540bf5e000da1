/// What a ``Loader`` knows, as a value in somebody else's state, who has the loads performed.
///
/// It is the machine of a loader, and takes the same intents by the same contract. An
/// ``EmbeddedPerformer`` follows ``run`` and does the work.
package struct EmbeddedLoad<Request: Hashable & Sendable, Value: Sendable, Failure: Error>: Sendable
{
  private var machine: LoadStateMachine<Request, Value, Failure>
  private var elapsed: ElapsedTime?
  /// The number of the last time that the load was asked for; those of all loads are different.
  private var ask: UInt = 0
  /// The number of the value that shows.
  private var number: UInt = 0

  /// The request of a load that has only one, which a value answers that came another way, too.
  private static var only: Request? { NoRequest() as? Request }

  /// Nothing was asked for.
  package init() { machine = LoadStateMachine() }

  /// A value that came another way.
  ///
  /// - Parameters:
  ///   - value: What is there.
  ///   - request: What it answers; `nil` for any request.
  package init(_ value: Value, of request: Request?) {
    machine = LoadStateMachine(
      from: .loaded(ShownValue(value, of: request, asOf: 0), staleAt: nil)
    )
  }

  /// A value that came another way and has to be loaded again when it is needed next.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - request: What it answers; `nil` for any request.
  package init(stale value: Value, of request: Request?) {
    let shown = ShownValue(value, of: request, asOf: 0)
    machine = LoadStateMachine(from: .loaded(shown, staleAt: .distantPast))
  }

  /// A load that has failed.
  ///
  /// - Parameters:
  ///   - failure: Why.
  ///   - request: What was asked for.
  ///   - cause: Why it was loaded.
  ///   - previous: What shows nevertheless; `nil` if nothing does.
  package init(_ failure: Failure, of request: Request, _ cause: LoadCause, over previous: Value?) {
    let shown = previous.map { ShownValue<Request, Value>($0, of: request, asOf: 0) }
    machine = LoadStateMachine(from: .failed(failure, of: request, cause, over: shown))
  }

  /// The state to draw.
  package var state: Loadable<Value, Failure> { machine.state }

  /// What is loading, or what was asked for last.
  package var request: Request? {
    switch machine.phase {
    case .settled(let settled), .closed(let settled):
      settled.request ?? (settled.shown == nil ? nil : Self.only)
    case .loading(let run): run.request
    }
  }

  /// Whether something was asked for, also if that was cancelled, since it was forgotten.
  package var wasAsked: Bool { machine.lastRequest != nil }

  /// The load that has to be performed; `nil` if there is none.
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

  /// Whether it goes by a policy.
  package func obeys(_ policy: LoadPolicy) -> Bool {
    machine.rules == policy.rules && (elapsed != nil || !policy.freshness.isTimed)
  }

  /// What it goes by from now on.
  package mutating func obey(_ policy: LoadPolicy) {
    machine.rules = policy.rules
    if policy.freshness.isTimed, elapsed == nil { elapsed = ElapsedTime(on: policy.clock) }
  }

  /// What shows, what it answers, and a number that is another one for the next value, but not for
  /// the same one changed.
  package var shown: (value: Value, request: Request?, number: UInt)? {
    machine.shown.map { ($0.value, $0.request ?? Self.only, number) }
  }

  /// The value that a cancel would leave, and what it answers; `nil` for any request.
  package var settledValue: (value: Value, request: Request?)? {
    switch machine.phase {
    case .settled(let settled), .closed(let settled): settled.valueAndRequest
    case .loading(let run): run.settled.valueAndRequest
    }
  }

  /// Does what the table of ``Loader`` says.
  package mutating func perform(_ intent: LoadIntent<Request, Value>) {
    if handle(.intent(intent)).asks { ask = machine.lastTicket }
  }

  /// Takes what a performer has heard, unless that is not about the load that runs.
  package mutating func hear(_ news: EmbeddedNews<Value, Failure>) {
    switch news.what {
    case .heard(let news): handle(.heard(news))
    case .cancel(let load): handle(.cancelLoad(load))
    }
  }

  /// Changes the value that shows, where it stands; `nil` if none does.
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
  /// Changes the value that shows, and with it what a cancel goes back to, if that is the same one.
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
  /// Whether a load brings a value by it.
  fileprivate var bringsValue: Bool {
    switch self {
    case .heard(.succeeded), .heard(.reported(_, .value)): true
    case .heard, .begun, .intent, .cancelLoad, .edited, .close: false
    }
  }
}

extension LoadStateMachine.Action {
  /// Whether somebody has asked for the load that runs.
  fileprivate var asks: Bool {
    switch self {
    case .start, .replace, .join, .attempt: true
    case .none, .silent, .skip, .publish, .wait, .end: false
    }
  }
}
