/// A value with the request that it belongs to; `nil` for any request.
@usableFromInline
struct LoadedValue<Request: Hashable & Sendable, Value: Sendable>: Sendable {
  @usableFromInline let value: Box<Value>
  let request: Box<Request>?

  init(_ value: Box<Value>, of request: Box<Request>?) {
    self.value = value
    self.request = request
  }
}

/// A failure with its request.
@usableFromInline
struct FailedRequest<Request: Hashable & Sendable, Failure: Error>: Sendable {
  @usableFromInline let failure: Box<Failure>
  let request: Box<Request>
}

/// The requests and values of a load, whose phase a ``LoadCore`` decides.
///
/// ``apply(_:_:)`` alone changes them, by the moves of the core.
@usableFromInline
struct LoadSlots<Request: Hashable & Sendable, Value: Sendable, Failure: Error>: Sendable {
  @usableFromInline typealias Loaded = LoadedValue<Request, Value>

  /// The value, the failure and the request that come with an event.
  @usableFromInline
  struct Incoming {
    @usableFromInline var request: Box<Request>?
    @usableFromInline var value: Box<Value>?
    @usableFromInline var failure: Box<Failure>?

    @inlinable
    init(
      request: Box<Request>? = nil,
      value: Box<Value>? = nil,
      failure: Box<Failure>? = nil
    ) {
      self.request = request
      self.value = value
      self.failure = failure
    }
  }

  /// The settled value, which also stays visible over a failure.
  @usableFromInline var value: Loaded?
  @usableFromInline var failure: FailedRequest<Request, Failure>?
  /// The partial value of the running load, or of one that it replaced.
  var early: Loaded?
  /// The request of the running load.
  @usableFromInline var running: Box<Request>?
  /// The last request, even if its load was cancelled; removed by a reset.
  var last: Box<Request>?

  @usableFromInline
  init() {}

  /// The request of the settled state.
  var settledRequest: Box<Request>? {
    if let failure { return failure.request }
    return value?.request
  }

  /// Returns the value in a slot.
  @usableFromInline
  func shown(_ slot: LoadCore.Shown) -> Loaded? {
    switch slot {
    case .none: nil
    case .settled: value
    case .early: early
    }
  }

  /// Applies a move of the core.
  @usableFromInline
  mutating func apply(_ move: LoadCore.Move, _ incoming: Incoming) {
    switch move {
    case .none: break
    case .begin(let shown):
      running = incoming.request
      last = incoming.request
      if case .early = shown { return }
      early = nil
    case .set: settle(incoming.value, of: running ?? settledRequest)
    case .show: if let value = incoming.value { early = Loaded(value, of: running) }
    case .succeed:
      settle(incoming.value, of: running)
      running = nil
    case .fail(let shown): fail(incoming.failure, over: shown)
    case .restore:
      running = nil
      early = nil
    case .reset: self = Self()
    }
  }

  private mutating func settle(_ value: Box<Value>?, of request: Box<Request>?) {
    if let value { self.value = Loaded(value, of: request) } else { self.value = nil }
    failure = nil
    early = nil
  }

  private mutating func fail(_ error: Box<Failure>?, over shown: LoadCore.Shown) {
    value = self.shown(shown)
    if let error, let running { failure = FailedRequest(failure: error, request: running) }
    running = nil
    early = nil
  }
}

// MARK: Facts

extension LoadSlots {
  /// Returns the request that an intent is about; `nil` without one.
  func request(of intent: LoadCore.Intent) -> Box<Request>? {
    switch intent {
    case .refresh, .retry: running ?? settledRequest ?? last
    case .load, .loadIfNeeded, .cancel, .reset, .set, .invalidate: nil
    }
  }

  /// The requests that the facts about a request depend on.
  @usableFromInline var requests: LoadRequests<Request> {
    LoadRequests(
      running: running,
      settled: value?.request,
      early: early?.request,
      hasValue: value != nil,
      hasEarly: early != nil
    )
  }
}

/// The requests of a running load, of the settled value and of the partial value.
@usableFromInline
struct LoadRequests<Request: Hashable & Sendable> {
  private let running: Box<Request>?
  private let settled: Box<Request>?
  private let early: Box<Request>?
  private let hasValue: Bool
  private let hasEarly: Bool

  @usableFromInline
  init(
    running: Box<Request>?,
    settled: Box<Request>?,
    early: Box<Request>?,
    hasValue: Bool,
    hasEarly: Bool
  ) {
    self.running = running
    self.settled = settled
    self.early = early
    self.hasValue = hasValue
    self.hasEarly = hasEarly
  }

  /// Compares a request with them; a value without a request belongs to any request.
  @usableFromInline
  func facts(about request: Request) -> LoadCore.Facts {
    // NB: `map` would look up the types.
    var facts = LoadCore.Facts(hasRequest: true)
    if let running { facts.isRunning = running.value == request }
    facts.settledAnswers = hasValue
    if let settled { facts.settledAnswers = settled.value == request }
    facts.earlyAnswers = hasEarly
    if let early { facts.earlyAnswers = early.value == request }
    return facts
  }
}
