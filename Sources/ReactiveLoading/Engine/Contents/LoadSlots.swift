/// A value with the request that it belongs to.
///
/// Without one it belongs to every request of a loader without requests, and to none of another.
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
/// Only the slot changes of the core change them, and edits replace the visible value. Their types
/// are erased, so that this is not generic.
package struct LoadSlots: Sendable {
  /// The settled value, which also stays visible over a failure.
  package var value: LoadedValue?
  package var failure: FailedRequest?
  /// The partial value of the running load, or of one that it replaced.
  var partial: LoadedValue?
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
  func shown(_ slot: LoadCore.VisibleSlot) -> LoadedValue? {
    switch slot {
    case .none: nil
    case .settled: value
    case .partial: partial
    }
  }

  /// Applies a slot change of the core; `removed` receives what leaves the slots.
  ///
  /// A lock may be held: the caller releases the values that leave outside it.
  mutating func apply(
    _ slotChange: LoadCore.SlotChange,
    _ payload: Payload,
    removed: inout LoadSlots
  ) {
    switch slotChange {
    case .none, .invalidate: break
    case .start(let shown):
      if case .partial = shown {} else { swap(&partial, &removed.partial) }
      swap(&running, &removed.running)
      swap(&last, &removed.last)
      (running, last) = (payload.request, payload.request)
    case .set:
      let request = payload.request ?? running ?? settledRequest
      removeSettled(&removed)
      swap(&partial, &removed.partial)
      value = payload.value.map { LoadedValue($0, of: request) }
    case .setAside:
      removeSettled(&removed)
      value = payload.value.map { LoadedValue($0, of: payload.request) }
    case .show:
      swap(&partial, &removed.partial)
      if let value = payload.value { partial = LoadedValue(value, of: running) }
    case .succeed:
      removeSettled(&removed)
      removeRunning(&removed)
      if let new = payload.value { value = LoadedValue(new, of: removed.running) }
    case .fail(let shown):
      if case .settled = shown {} else { swap(&value, &removed.value) }
      removeRunning(&removed)
      if case .partial = shown { value = removed.partial }
      if let error = payload.failure, let request = removed.running {
        swap(&failure, &removed.failure)
        failure = FailedRequest(failure: error, request: request)
      }
    case .restore: removeRunning(&removed)
    case .reset: swap(&self, &removed)
    }
  }

  private mutating func removeSettled(_ removed: inout Self) {
    swap(&value, &removed.value)
    swap(&failure, &removed.failure)
  }

  private mutating func removeRunning(_ removed: inout Self) {
    swap(&partial, &removed.partial)
    swap(&running, &removed.running)
  }

  /// Replaces the visible value by a changed one.
  mutating func replace(_ slot: LoadCore.VisibleSlot, by changed: LoadedValue) {
    switch slot {
    case .none: break
    case .settled: value = changed
    case .partial: partial = changed
    }
  }
}

extension LoadSlots {
  /// The value, the failure and the request that come with an event.
  package struct Payload: Sendable {
    var request: AnyBox?
    package var value: AnyBox?
    package var failure: AnyBox?

    package init(request: AnyBox? = nil, value: AnyBox? = nil, failure: AnyBox? = nil) {
      self.request = request
      self.value = value
      self.failure = failure
    }
  }
}

// MARK: Comparisons

extension LoadSlots {
  /// Returns the request that an intent is about; `nil` without one.
  func request(of intent: LoadIntentKind) -> AnyBox? {
    intent.reloads ? running ?? settledRequest ?? last : nil
  }

  /// The requests to compare a request with.
  var requests: LoadRequests {
    LoadRequests(
      running: running,
      settled: value?.request,
      partial: partial?.request,
      hasValue: value != nil
    )
  }
}

/// The requests of a running load, of the settled value and of the partial value.
struct LoadRequests {
  let running: AnyBox?
  let settled: AnyBox?
  let partial: AnyBox?
  let hasValue: Bool

  /// Compares a request with them; `nil` is the request of a value that has none.
  func comparisons(isSame: (AnyBox?) -> Bool) -> LoadCore.Comparisons {
    var comparisons = LoadCore.Comparisons(hasRequest: true)
    comparisons.runningMatches = running != nil && isSame(running)
    comparisons.settledMatches = hasValue && isSame(settled)
    comparisons.partialMatches = partial != nil && isSame(partial)
    return comparisons
  }
}

extension AnyBox? {
  /// Returns whether a value with this request, or without one, belongs to a request of its loader.
  @inlinable @inline(__always)
  func belongs<Request: Equatable & Sendable>(to request: Request) -> Bool {
    guard let own = self else { return Request.self == NoRequest.self }
    return own.assumed(of: Request.self).value == request
  }
}
