/// A published state whose types only its owner knows.
@usableFromInline
struct LoadView {
  /// The published state without its values.
  @usableFromInline
  enum Kind {
    case notRequested
    case loading(LoadCause, attempt: Int, LoadProgress?)
    case loaded
    case failed(LoadCause)
  }

  @usableFromInline let kind: Kind
  @usableFromInline let value: AnyBox?
  @usableFromInline let failure: AnyBox?

  /// Returns the state with its types.
  @inlinable
  func state<Value: Sendable, Failure: Error>() -> Loadable<Value, Failure> {
    let value: Box<Value>? = value?.assumed(of: Value.self)
    switch kind {
    case .notRequested: return .notRequested
    case .loading(let cause, let attempt, let progress):
      return .loading(
        Loading(previous: value?.value, cause: cause, attempt: attempt, progress: progress)
      )
    case .loaded: if let value { return .loaded(value.value) }
    case .failed(let cause):
      if let failure {
        let error: Box<Failure> = failure.assumed(of: Failure.self)
        return .failed(Failed(error: error.value, previous: value?.value, cause: cause))
      }
    }
    return .notRequested
  }
}
