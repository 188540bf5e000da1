/// A value with the request that it belongs to; `nil` for any request.
package struct LoadedValue: Sendable {
  package let value: AnyBox
  let request: AnyBox?

  init(_ value: AnyBox, of request: AnyBox?) {
    self.value = value
    self.request = request
  }
}

/// A failure with its request.
package struct FailedRequest: Sendable {
  package let failure: AnyBox
  let request: AnyBox
}

/// The requests and values of a load, whose phase a ``LoadCore`` decides.
///
/// Only the moves of the core change them, and edits replace the visible value. The owner of the
/// load knows their types, so that this is not generic.
package struct LoadSlots: Sendable {
  /// The settled value, which also stays visible over a failure.
  package var value: LoadedValue?
  package var failure: FailedRequest?
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

  /// Applies a move of the core; `leaving` receives what leaves the slots.
  ///
  /// A lock may be held: the caller releases the values that leave outside it.
  mutating func apply(_ move: LoadCore.Move, _ incoming: Incoming, leaving: inout LoadSlots) {
    switch move {
    case .none: break
    case .begin(let shown):
      if case .early = shown {} else { swap(&early, &leaving.early) }
      swap(&running, &leaving.running)
      swap(&last, &leaving.last)
      (running, last) = (incoming.request, incoming.request)
    case .set:
      let request = running ?? settledRequest
      removeSettled(&leaving)
      swap(&early, &leaving.early)
      value = incoming.value.map { LoadedValue($0, of: request) }
    case .show:
      swap(&early, &leaving.early)
      if let value = incoming.value { early = LoadedValue(value, of: running) }
    case .succeed:
      removeSettled(&leaving)
      removeRunning(&leaving)
      if let new = incoming.value { value = LoadedValue(new, of: leaving.running) }
    case .fail(let shown):
      if case .settled = shown {} else { swap(&value, &leaving.value) }
      removeRunning(&leaving)
      if case .early = shown { value = leaving.early }
      if let error = incoming.failure, let request = leaving.running {
        swap(&failure, &leaving.failure)
        failure = FailedRequest(failure: error, request: request)
      }
    case .restore: removeRunning(&leaving)
    case .reset: swap(&self, &leaving)
    }
  }

  private mutating func removeSettled(_ leaving: inout Self) {
    swap(&value, &leaving.value)
    swap(&failure, &leaving.failure)
  }

  private mutating func removeRunning(_ leaving: inout Self) {
    swap(&early, &leaving.early)
    swap(&running, &leaving.running)
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
