extension Loadable {
  /// Returns the state with its value or previous value transformed by a function.
  ///
  /// ```
  /// self       n l 1 l(1) #(1)
  ///            map { $0 * 10 }
  /// result     n l 10 l(10) #(10)
  /// ```
  ///
  /// Laws: `map { $0 }` changes nothing; `map(f).map(g)` is `map { g(f($0)) }`.
  ///
  /// - Parameter transform: The function, called at most once, with the value or previous value.
  /// - Returns: The state in the same case, with the new value.
  /// - Throws: The error that `transform` throws.
  public func map<NewValue, E: Error>(
    _ transform: (Value) throws(E) -> NewValue
  ) throws(E) -> Loadable<NewValue, Failure> {
    switch self {
    case .notRequested: .notRequested
    case .loading(let loading): .loading(try loading.map(transform))
    case .loaded(let value): .loaded(try transform(value))
    case .failed(let failed): .failed(try failed.map(transform))
    }
  }

  /// Returns the state that a function makes of the loaded value.
  ///
  /// A loading or failed state keeps its case. Its previous value becomes ``latest`` of the state
  /// that the function returns for it.
  ///
  /// Laws: `.loaded(a).flatMap(f)` is `f(a)`; `flatMap(Loadable.loaded)` changes nothing;
  /// `flatMap(f).flatMap(g)` is `flatMap { f($0).flatMap(g) }`.
  ///
  /// - Parameter transform: The function, called at most once, with the value or previous value.
  /// - Returns: The state that `transform` returns; for a loading or failed state, this state with
  ///   a new previous value.
  /// - Throws: The error that `transform` throws.
  public func flatMap<NewValue, E: Error>(
    _ transform: (Value) throws(E) -> Loadable<NewValue, Failure>
  ) throws(E) -> Loadable<NewValue, Failure> {
    switch self {
    case .notRequested: .notRequested
    case .loading(let loading):
      .loading(try loading.flatMap { value throws(E) in try transform(value).latest })
    case .loaded(let value): try transform(value)
    case .failed(let failed):
      .failed(try failed.flatMap { value throws(E) in try transform(value).latest })
    }
  }

  /// Returns the state with its error transformed by a function; previous value and cause stay.
  ///
  /// - Parameter transform: The function, called at most once, with the error or last error.
  /// - Returns: The state in the same case, with the new error.
  /// - Throws: The error that `transform` throws.
  public func mapError<NewFailure: Error, E: Error>(
    _ transform: (Failure) throws(E) -> NewFailure
  ) throws(E) -> Loadable<Value, NewFailure> {
    switch self {
    case .notRequested: .notRequested
    case .loading(let loading): .loading(try loading.flatMapError(transform))
    case .loaded(let value): .loaded(value)
    case .failed(let failed):
      .failed(failed.with(try transform(failed.error)))
    }
  }

  /// Returns the state that a function makes of the error, for instance to recover from it.
  ///
  /// A new loading or failed state without a previous value takes over the previous value of this
  /// state. A new failed state also takes over the cause. A loading state keeps its case: its last
  /// error becomes ``lastError`` of the state that the function returns for it.
  ///
  /// Laws: those of ``flatMap(_:)``, with `.failed(_:)` instead of `.loaded(_:)`.
  ///
  /// - Parameter transform: The function, called at most once, with the error or last error.
  /// - Returns: The state that `transform` returns, or this state if it has not failed.
  /// - Throws: The error that `transform` throws.
  public func flatMapError<NewFailure: Error, E: Error>(
    _ transform: (Failure) throws(E) -> Loadable<Value, NewFailure>
  ) throws(E) -> Loadable<Value, NewFailure> {
    switch self {
    case .notRequested: .notRequested
    case .loading(let loading):
      .loading(try loading.flatMapError { error throws(E) in try transform(error).lastError })
    case .loaded(let value): .loaded(value)
    case .failed(let failed): try transform(failed.error).following(failed)
    }
  }

  /// Returns the state of the wrapped value; a loaded `nil` becomes a failure.
  ///
  /// - Parameter error: The error for a loaded `nil`, evaluated only if needed.
  /// - Returns: The state of the wrapped value.
  public func unwrap<Wrapped>(
    or error: @autoclosure () -> Failure
  ) -> Loadable<Wrapped, Failure> where Value == Wrapped? {
    flatMap { wrapped in wrapped.map(Loadable<Wrapped, Failure>.loaded) ?? .failed(error()) }
  }

  private func following<Old: Error>(_ failed: Failed<Value, Old>) -> Self {
    switch self {
    case .notRequested, .loaded: return self
    case .loading(var loading):
      if loading.previous == nil {
        (loading.previous, loading.saved) = (failed.previous, failed.saved)
      }
      return .loading(loading)
    case .failed(var new):
      if new.previous == nil { (new.previous, new.saved) = (failed.previous, failed.saved) }
      new.cause = failed.cause
      return .failed(new)
    }
  }
}

extension Loading {
  /// Returns the content with its previous value transformed by a function.
  ///
  /// - Parameter transform: The function, called at most once, with the previous value.
  /// - Returns: The content with the new previous value, if any.
  /// - Throws: The error that `transform` throws.
  public func map<NewValue, E: Error>(
    _ transform: (Value) throws(E) -> NewValue
  ) throws(E) -> Loading<NewValue, Failure> {
    try flatMap { value throws(E) in try transform(value) }
  }

  func flatMap<NewValue, E: Error>(
    _ transform: (Value) throws(E) -> NewValue?
  ) throws(E) -> Loading<NewValue, Failure> {
    let previous: NewValue? = if let previous { try transform(previous) } else { nil }
    var new = Loading<NewValue, Failure>(
      previous: previous,
      cause: cause,
      attempt: attempt,
      progress: progress,
      lastError: lastError
    )
    if previous != nil { new.saved = saved }
    return new
  }

  func flatMapError<NewFailure: Error, E: Error>(
    _ transform: (Failure) throws(E) -> NewFailure?
  ) throws(E) -> Loading<Value, NewFailure> {
    let error: NewFailure? = if let lastError { try transform(lastError) } else { nil }
    var new = Loading<Value, NewFailure>(
      previous: previous,
      cause: cause,
      attempt: attempt,
      progress: progress,
      lastError: error
    )
    new.saved = saved
    return new
  }
}

extension Failed {
  /// Returns the content with its previous value transformed by a function.
  ///
  /// - Parameter transform: The function, called at most once, with the previous value.
  /// - Returns: The content with the new previous value, if any.
  /// - Throws: The error that `transform` throws.
  public func map<NewValue, E: Error>(
    _ transform: (Value) throws(E) -> NewValue
  ) throws(E) -> Failed<NewValue, Failure> {
    try flatMap { value throws(E) in try transform(value) }
  }

  func flatMap<NewValue, E: Error>(
    _ transform: (Value) throws(E) -> NewValue?
  ) throws(E) -> Failed<NewValue, Failure> {
    let previous: NewValue? = if let previous { try transform(previous) } else { nil }
    var new = Failed<NewValue, Failure>(error: error, previous: previous, cause: cause)
    if previous != nil { new.saved = saved }
    return new
  }

  /// Returns the content with another error.
  func with<NewFailure: Error>(_ error: NewFailure) -> Failed<Value, NewFailure> {
    var new = Failed<Value, NewFailure>(error: error, previous: previous, cause: cause)
    new.saved = saved
    return new
  }
}
