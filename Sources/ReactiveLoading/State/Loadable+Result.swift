extension Loadable {
  /// Creates the settled state of a result: loaded, or failed without a previous value.
  ///
  /// - Parameter result: The result of the load.
  public init(_ result: Result<Value, Failure>) {
    switch result {
    case .success(let value): self = .loaded(value)
    case .failure(let error): self = .failed(error)
    }
  }

  /// Creates the settled state from the value or the error of a function.
  ///
  /// - Parameter body: The function, called once, before this returns.
  public init(catching body: () throws(Failure) -> Value) {
    self.init(Result(catching: body))
  }

  /// The result of the load; `nil` unless the state is loaded or failed.
  public var result: Result<Value, Failure>? {
    switch self {
    case .notRequested, .loading: nil
    case .loaded(let value): .success(value)
    case .failed(let failed): .failure(failed.error)
    }
  }
}
