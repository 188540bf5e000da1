/// A value that shows, with what is known of it.
@usableFromInline
struct ShownValue<Request: Hashable & Sendable, Value: Sendable>: Sendable {
  @usableFromInline var value: Value
  /// What it answers; `nil` for a value that was written before anything was asked for.
  @usableFromInline let request: Request?
  /// When it was asked for or written: it knows of every edit that was saved before this ticket.
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

  /// Whether to go on showing it during a load; a written value is one of any request.
  @inlinable
  func stays(during request: Request, _ previous: LoadPolicy.Previous) -> Bool {
    switch previous {
    case .ofSameRequest: answers(request)
    case .always: true
    case .never: false
    }
  }
}

/// A state with no work behind it, and the request that it answers.
@usableFromInline
enum SettledLoad<Request: Hashable & Sendable, Value: Sendable, Failure: Error>: Sendable {
  @usableFromInline typealias Shown = ShownValue<Request, Value>

  case notRequested
  /// Loaded or written; it has to be loaded again from a moment on, `nil` for never.
  case loaded(Shown, staleAt: Duration?)
  /// The load of a request has failed; what shows may be the answer to another one.
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

  /// What was asked for last.
  @inlinable var request: Request? {
    switch self {
    case .notRequested: nil
    case .loaded(let shown, _): shown.request
    case .failed(_, let request, _, _): request
    }
  }

  /// Whether there is a loaded answer to a request, and whether it is fresh.
  @inlinable
  func answer(to request: Request, at now: Duration) -> (isThere: Bool, isFresh: Bool) {
    switch self {
    case .notRequested, .failed: (false, false)
    case .loaded(let shown, let staleAt):
      (shown.answers(request), staleAt.map { now < $0 } ?? true)
    }
  }

  /// The same, to be loaded again when it is needed next.
  @inlinable var stale: Self {
    guard case .loaded(let shown, _) = self else { return self }
    return .loaded(shown, staleAt: .distantPast)
  }

  /// The same for another machine, whose tickets are all newer.
  @inlinable var ofNoTicket: Self {
    switch self {
    case .notRequested: self
    case .loaded(let shown, let staleAt): .loaded(shown.ofNoTicket, staleAt: staleAt)
    case .failed(let error, let request, let cause, let shown):
      .failed(error, of: request, cause, over: shown?.ofNoTicket)
    }
  }

  /// The same, with another value in the place of the one that shows.
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
  /// Before every moment that a clock can show, also one that was put back.
  @usableFromInline static let distantPast = Duration.seconds(Int64.min)

  /// After every moment that a clock can show.
  @usableFromInline static let distantFuture = Duration.seconds(Int64.max)
}
