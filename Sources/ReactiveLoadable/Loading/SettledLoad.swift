/// A state with no work behind it, and the request that it answers.
enum SettledLoad<Request: Hashable & Sendable, Value: Sendable, Failure: Error>: Sendable {
  case notRequested
  /// The request is `nil` for a value that was written before anything was asked for.
  case loaded(Value, of: Request?)
  case failed(Failed<Value, Failure>, of: Request)
}

extension SettledLoad {
  var state: Loadable<Value, Failure> {
    switch self {
    case .notRequested: .notRequested
    case .loaded(let value, _): .loaded(value)
    case .failed(let failed, _): .failed(failed)
    }
  }

  var latest: Value? { state.latest }

  var request: Request? {
    switch self {
    case .notRequested: nil
    case .loaded(_, let request): request
    case .failed(_, let request): request
    }
  }

  /// Whether it holds a value that answers the request; one that answers none answers any.
  func answers(_ request: Request) -> Bool {
    switch self {
    case .notRequested, .failed: false
    case .loaded(_, let answered): answered == nil || answered == request
    }
  }

  /// What to go on showing during a load; a written value is one of any request.
  func shown(for request: Request, _ previous: LoadPolicy.Previous) -> Value? {
    switch previous {
    case .ofSameRequest: self.request == nil || self.request == request ? latest : nil
    case .always: latest
    case .never: nil
    }
  }
}
