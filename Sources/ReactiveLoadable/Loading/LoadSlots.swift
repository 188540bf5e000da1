/// A value with the request that it belongs to; `nil` for any request.
struct LoadedValue: Sendable {
  let value: AnyBox
  let request: AnyBox?

  init(_ value: AnyBox, of request: AnyBox?) {
    self.value = value
    self.request = request
  }
}

/// A failure with its request.
struct FailedRequest: Sendable {
  let failure: AnyBox
  let request: AnyBox
}

/// The requests and values of a load, whose phase a ``LoadCore`` decides.
///
/// Only the moves of the core change them, and edits replace the visible value. The owner of the
/// load knows their types, so that this is not generic.
struct LoadSlots: Sendable {
  /// The settled value, which also stays visible over a failure.
  var value: LoadedValue?
  var failure: FailedRequest?
  /// The partial value of the running load, or of one that it replaced.
  var early: LoadedValue?
  /// The request of the running load.
  var running: AnyBox?
  /// The last request, even if its load was cancelled; removed by a reset.
  var last: AnyBox?

  init() {}

  /// The request of the settled state.
  var settledRequest: AnyBox? {
    if let failure { return failure.request }
    return value?.request
  }

  /// Returns the value in a slot.
  func shown(_ slot: LoadCore.Shown) -> LoadedValue? {
    switch slot {
    case .none: nil
    case .settled: value
    case .early: early
    }
  }

  /// Applies a move of the core; `leaving` receives the slots before it.
  ///
  /// A lock may be held: the caller releases the values that leave outside it.
  mutating func apply(_ move: LoadCore.Move, _ incoming: Incoming, leaving: inout LoadSlots) {
    if case .none = move { return }
    leaving = Self()
    swap(&self, &leaving)
    switch move {
    case .none: break
    case .begin(let shown):
      (value, failure) = (leaving.value, leaving.failure)
      if case .early = shown { early = leaving.early }
      (running, last) = (incoming.request, incoming.request)
    case .set:
      let request = leaving.running ?? leaving.settledRequest
      value = incoming.value.map { LoadedValue($0, of: request) }
      (running, last) = (leaving.running, leaving.last)
    case .show:
      self = leaving
      if let value = incoming.value { early = LoadedValue(value, of: running) }
    case .succeed:
      value = incoming.value.map { LoadedValue($0, of: leaving.running) }
      last = leaving.last
    case .fail(let shown):
      value = leaving.shown(shown)
      failure = leaving.failure
      if let error = incoming.failure, let request = leaving.running {
        failure = FailedRequest(failure: error, request: request)
      }
      last = leaving.last
    case .restore: (value, failure, last) = (leaving.value, leaving.failure, leaving.last)
    case .reset: break
    }
  }

  /// Replaces the visible value by a changed one.
  mutating func replace(_ slot: LoadCore.Shown, by changed: LoadedValue) {
    switch slot {
    case .none: break
    case .settled: value = changed
    case .early: early = changed
    }
  }
}

// MARK: Facts

extension LoadSlots {
  /// Returns the request that an intent is about; `nil` without one.
  func request(of intent: LoadIntentKind) -> AnyBox? {
    intent.loadsAgain ? running ?? settledRequest ?? last : nil
  }

  /// The requests that the facts about a request depend on.
  var requests: LoadRequests {
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
struct LoadRequests {
  let running: AnyBox?
  let settled: AnyBox?
  let early: AnyBox?
  let hasValue: Bool
  let hasEarly: Bool

  /// Compares a request with them; a value without a request belongs to any request.
  func facts(isSame: (AnyBox) -> Bool) -> LoadCore.Facts {
    var facts = LoadCore.Facts(hasRequest: true)
    facts.isRunning = running.map(isSame) ?? false
    facts.settledAnswers = settled.map(isSame) ?? hasValue
    facts.earlyAnswers = early.map(isSame) ?? hasEarly
    return facts
  }
}
