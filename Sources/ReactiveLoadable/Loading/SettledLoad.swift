/// A visible value with its request and its age.
@usableFromInline
struct ShownValue<Request: Hashable & Sendable, Value: Sendable>: Sendable {
  @usableFromInline var value: Value
  /// The request that it belongs to; `nil` for a value that was set before any request.
  @usableFromInline let request: Request?
  /// The ticket at which it was requested or set: it includes every edit saved before.
  @usableFromInline let asOf: UInt

  @inlinable
  init(_ value: Value, of request: Request?, asOf: UInt) {
    self.value = value
    self.request = request
    self.asOf = asOf
  }

  @inlinable var ofNoTicket: Self { Self(value, of: request, asOf: 0) }

  @inlinable
  func answers(_ request: Request) -> Bool { self.request == nil || self.request == request }

  /// Returns whether the value stays visible during a load; a set value fits any request.
  @inlinable
  func stays(during request: Request, _ previous: LoadPolicy.Previous) -> Bool {
    switch previous {
    case .ofSameRequest: answers(request)
    case .always: true
    case .never: false
    }
  }
}

/// A settled state with its request.
@usableFromInline
enum SettledLoad<Request: Hashable & Sendable, Value: Sendable, Failure: Error>: Sendable {
  @usableFromInline typealias Shown = ShownValue<Request, Value>

  case notRequested
  /// Loaded or set; stale from a point in time on, `nil` for never.
  case loaded(Shown, staleAt: Duration?)
  /// The load of a request failed; the visible value may belong to another request.
  case failed(Failure, of: Request, LoadCause, over: Shown?)
}

extension SettledLoad {
  @inlinable var state: Loadable<Value, Failure> {
    switch self {
    case .notRequested: .notRequested
    case .loaded(let shown, _): .loaded(shown.value)
    case .failed(let error, _, let cause, let shown):
      .failed(Failed(error: error, previous: shown?.value, cause: cause))
    }
  }

  @inlinable var shown: Shown? {
    switch self {
    case .notRequested: nil
    case .loaded(let shown, _): shown
    case .failed(_, _, _, let shown): shown
    }
  }

  /// The last request.
  @inlinable var request: Request? {
    switch self {
    case .notRequested: nil
    case .loaded(let shown, _): shown.request
    case .failed(_, let request, _, _): request
    }
  }

  /// Returns whether a request has a loaded value, and whether that is fresh.
  @inlinable
  func answer(to request: Request, at now: Duration) -> (isThere: Bool, isFresh: Bool) {
    switch self {
    case .notRequested, .failed: (false, false)
    case .loaded(let shown, let staleAt):
      (shown.answers(request), staleAt.map { now < $0 } ?? true)
    }
  }

  /// The same state with a stale value.
  @inlinable var stale: Self {
    guard case .loaded(let shown, _) = self else { return self }
    return .loaded(shown, staleAt: .distantPast)
  }

  /// The same state for another machine, whose tickets are all newer.
  @inlinable var ofNoTicket: Self {
    switch self {
    case .notRequested: self
    case .loaded(let shown, let staleAt): .loaded(shown.ofNoTicket, staleAt: staleAt)
    case .failed(let error, let request, let cause, let shown):
      .failed(error, of: request, cause, over: shown?.ofNoTicket)
    }
  }

  /// Returns the same state with another visible value.
  @inlinable
  func showing(_ value: Value) -> Self {
    switch self {
    case .notRequested: return self
    case .loaded(var shown, let staleAt):
      shown.value = value
      return .loaded(shown, staleAt: staleAt)
    case .failed(let error, let request, let cause, var shown):
      shown?.value = value
      return .failed(error, of: request, cause, over: shown)
    }
  }
}

extension Duration {
  /// Earlier than every time of a clock, even after the clock was set back.
  @usableFromInline static let distantPast = Duration.seconds(Int64.min)

  /// Later than every time of a clock.
  @usableFromInline static let distantFuture = Duration.seconds(Int64.max)
}
