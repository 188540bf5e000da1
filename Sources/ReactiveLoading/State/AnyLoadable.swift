/// A published state with erased types.
@usableFromInline
enum AnyLoadable {
  case notRequested
  case loading(LoadCause, attempt: Int, LoadProgress?, previous: AnyBox?)
  case loaded(AnyBox)
  case failed(AnyBox, LoadCause, previous: AnyBox?)

  /// Returns the state with its types.
  @inlinable
  func state<Value: Sendable, Failure: Error>() -> Loadable<Value, Failure> {
    switch self {
    case .notRequested: return .notRequested
    case .loading(let cause, let attempt, let progress, let previous):
      let previous: Box<Value>? = previous?.assumed(of: Value.self)
      return .loading(
        Loading(previous: previous?.value, cause: cause, attempt: attempt, progress: progress)
      )
    case .loaded(let value): return .loaded(value.assumed(of: Value.self).value)
    case .failed(let error, let cause, let previous):
      let error: Box<Failure> = error.assumed(of: Failure.self)
      let previous: Box<Value>? = previous?.assumed(of: Value.self)
      return .failed(Failed(error: error.value, previous: previous?.value, cause: cause))
    }
  }
}
