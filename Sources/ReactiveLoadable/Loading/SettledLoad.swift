/// A state with no work behind it, and the request that it answers.
@usableFromInline
enum SettledLoad<Request: Hashable & Sendable, Value: Sendable, Failure: Error>: Sendable {
  case notRequested
  case loaded(Answer)
  case failed(Failed<Value, Failure>, of: Request)

  @usableFromInline
  struct Answer: Sendable {
    @usableFromInline let value: Value
    /// `nil` for a value that was written before anything was asked for.
    @usableFromInline let request: Request?
    /// When it has to be loaded again; `nil` for never.
    @usableFromInline var staleAt: Duration?

    @inlinable
    init(_ value: Value, to request: Request?, staleAt: Duration?) {
      self.value = value
      self.request = request
      self.staleAt = staleAt
    }

    @inlinable
    func isFresh(at now: Duration) -> Bool { staleAt.map { now < $0 } ?? true }
  }
}

extension SettledLoad {
  @inlinable var state: Loadable<Value, Failure> {
    switch self {
    case .notRequested: .notRequested
    case .loaded(let answer): .loaded(answer.value)
    case .failed(let failed, _): .failed(failed)
    }
  }

  @inlinable var latest: Value? { state.latest }

  @inlinable var request: Request? {
    switch self {
    case .notRequested: nil
    case .loaded(let answer): answer.request
    case .failed(_, let request): request
    }
  }

  /// The value that answers a request; a value that was written for none answers any.
  @inlinable
  func answer(to request: Request) -> Answer? {
    switch self {
    case .notRequested, .failed: nil
    case .loaded(let answer): answer.request == nil || answer.request == request ? answer : nil
    }
  }

  /// The same, to be loaded again when it is needed next.
  @inlinable var stale: Self {
    guard case .loaded(var answer) = self else { return self }
    answer.staleAt = .zero
    return .loaded(answer)
  }

  /// The same, with another value to show; for one that shows a value.
  @inlinable
  func showing(_ value: Value) -> Self {
    switch self {
    case .notRequested: return self
    case .loaded(let answer):
      return .loaded(Answer(value, to: answer.request, staleAt: answer.staleAt))
    case .failed(var failed, let request):
      failed.previous = value
      return .failed(failed, of: request)
    }
  }

  /// What to go on showing during a load; a written value is one of any request.
  @inlinable
  func shown(for request: Request, _ previous: LoadPolicy.Previous) -> Value? {
    switch previous {
    case .ofSameRequest: self.request == nil || self.request == request ? latest : nil
    case .always: latest
    case .never: nil
    }
  }
}
