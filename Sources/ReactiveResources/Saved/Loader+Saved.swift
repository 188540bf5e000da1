public import ReactiveLoadable

extension Loader {
  /// Creates a loader that shows the saved value of a request first, then loads and saves it.
  ///
  /// See `SavedValues` and <doc:ShowingSavedValuesFirst>.
  ///
  /// - Parameters:
  ///   - saved: The store, the key and the format of the values.
  ///   - policy: The configuration of the loader; `LoadPolicy()` by default.
  ///   - load: An async function that returns the value of a request. It is called after its record
  ///     was read, and not at all if that is fresh.
  @inlinable
  public convenience init(
    saved: SavedValues<Request, Value>,
    policy: consuming LoadPolicy = LoadPolicy(),
    _ load: @escaping @Sendable (Request) async throws(Failure) -> Value
  ) {
    let work: LoadWork<Request, Value, Failure> = LoadWork { request, _ throws(Failure) in
      try await load(request)
    }
    self.init(policy, work, saved.filter)
  }

  /// Creates a loader with saved values whose load function throws any error.
  @inlinable
  public convenience init(
    saved: SavedValues<Request, Value>,
    policy: consuming LoadPolicy = LoadPolicy(),
    _ load: @escaping @Sendable (Request) async throws -> Value
  ) where Failure == LoadError {
    let work: LoadWork<Request, Value, Failure> = LoadWork(wrapping: { request, _ in
      try await load(request)
    })
    self.init(policy, work, saved.filter)
  }

  /// Creates a loader with saved values whose load function also reports progress.
  @inlinable
  public convenience init(
    saved: SavedValues<Request, Value>,
    policy: consuming LoadPolicy = LoadPolicy(),
    _ load: @escaping @Sendable (Request, LoadReporter<Value>) async throws(Failure) -> Value
  ) {
    let work: LoadWork<Request, Value, Failure> = LoadWork { request, reporter throws(Failure) in
      try await load(request, reporter())
    }
    self.init(policy, work, saved.filter)
  }

  /// Creates a loader with saved values whose load function reports, and throws any error.
  @inlinable
  public convenience init(
    saved: SavedValues<Request, Value>,
    policy: consuming LoadPolicy = LoadPolicy(),
    _ load: @escaping @Sendable (Request, LoadReporter<Value>) async throws -> Value
  ) where Failure == LoadError {
    let work: LoadWork<Request, Value, Failure> = LoadWork(wrapping: { request, reporter in
      try await load(request, reporter())
    })
    self.init(policy, work, saved.filter)
  }
}

extension Loader where Request == NoRequest {
  /// Creates a loader without requests that shows its saved value first.
  @inlinable
  public convenience init(
    saved: SavedValues<Request, Value>,
    policy: consuming LoadPolicy = LoadPolicy(),
    _ load: @escaping @Sendable () async throws(Failure) -> Value
  ) {
    let work: LoadWork<Request, Value, Failure> = LoadWork { (_: NoRequest, _) throws(Failure) in
      try await load()
    }
    self.init(policy, work, saved.filter)
  }

  /// Creates a loader without requests, with a saved value, whose load function throws any error.
  @inlinable
  public convenience init(
    saved: SavedValues<Request, Value>,
    policy: consuming LoadPolicy = LoadPolicy(),
    _ load: @escaping @Sendable () async throws -> Value
  ) where Failure == LoadError {
    let work: LoadWork<Request, Value, Failure> = LoadWork(wrapping: { (_: NoRequest, _) in
      try await load()
    })
    self.init(policy, work, saved.filter)
  }

  /// Creates a loader without requests, with a saved value, whose load function reports progress.
  @inlinable
  public convenience init(
    saved: SavedValues<Request, Value>,
    policy: consuming LoadPolicy = LoadPolicy(),
    _ load: @escaping @Sendable (LoadReporter<Value>) async throws(Failure) -> Value
  ) {
    let work: LoadWork<Request, Value, Failure> = LoadWork {
      (_: NoRequest, reporter) throws(Failure) in try await load(reporter())
    }
    self.init(policy, work, saved.filter)
  }

  /// Creates a loader without requests, with a saved value, that reports and throws any error.
  @inlinable
  public convenience init(
    saved: SavedValues<Request, Value>,
    policy: consuming LoadPolicy = LoadPolicy(),
    _ load: @escaping @Sendable (LoadReporter<Value>) async throws -> Value
  ) where Failure == LoadError {
    let work: LoadWork<Request, Value, Failure> = LoadWork(wrapping: { (_: NoRequest, reporter) in
      try await load(reporter())
    })
    self.init(policy, work, saved.filter)
  }
}
