extension Loadable {
  /// Creates the settled state of a result: loaded, or failed without a previous value.
  ///
  /// - Parameter result: How the load ended.
  public init(_ result: Result<Value, Failure>) {
    switch result {
    case .success(let value): self = .loaded(value)
    case .failure(let error): self = .failed(error)
    }
  }

  /// Creates the settled state of a function's outcome.
  ///
  /// - Parameter body: Called once, at once.
  public init(catching body: () throws(Failure) -> Value) {
    self.init(Result(catching: body))
  }

  /// How the load ended; `nil` while there is no end to tell of.
  public var result: Result<Value, Failure>? {
    switch self {
    case .notRequested, .loading: nil
    case .loaded(let value): .success(value)
    case .failed(let failed): .failure(failed.error)
    }
  }
}
