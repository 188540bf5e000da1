// The forms of a load function: with or without a request, with or without a reporter, and with typed
// or untyped errors.

extension Loader {
  /// Creates a loader whose load function throws its own failure type, or nothing.
  ///
  /// - Parameters:
  ///   - policy: The configuration of the loader; `LoadPolicy()` by default.
  ///   - load: An async function that returns the value of a request. It may run for several
  ///     requests concurrently, for instance when a replaced load ignores its cancellation.
  @inlinable
  public convenience init(
    policy: consuming LoadPolicy = LoadPolicy(),
    _ load: @escaping @Sendable (Request) async throws(Failure) -> Value
  ) {
    self.init(policy, LoadWork { request, _ throws(Failure) in try await load(request) })
  }

  /// Creates a loader whose load function throws any error, which becomes a ``LoadError``.
  ///
  /// - Parameters:
  ///   - policy: The configuration of the loader; `LoadPolicy()` by default.
  ///   - load: An async function that returns the value of a request. It may run for several
  ///     requests concurrently, for instance when a replaced load ignores its cancellation.
  @inlinable
  public convenience init(
    policy: consuming LoadPolicy = LoadPolicy(),
    _ load: @escaping @Sendable (Request) async throws -> Value
  ) where Failure == LoadError {
    self.init(policy, LoadWork(wrapping: { request, _ in try await load(request) }))
  }

  /// Creates a loader whose load function throws its own failure type, or nothing.
  ///
  /// - Parameters:
  ///   - policy: The configuration of the loader; `LoadPolicy()` by default.
  ///   - load: An async function that returns the value, and reports progress and partial values.
  @inlinable
  public convenience init(
    policy: consuming LoadPolicy = LoadPolicy(),
    _ load: @escaping @Sendable (Request, LoadReporter<Value>) async throws(Failure) -> Value
  ) {
    self.init(
      policy,
      LoadWork { request, reporter throws(Failure) in try await load(request, reporter()) }
    )
  }

  /// Creates a loader whose load function throws any error, which becomes a ``LoadError``.
  ///
  /// - Parameters:
  ///   - policy: The configuration of the loader; `LoadPolicy()` by default.
  ///   - load: An async function that returns the value, and reports progress and partial values.
  @inlinable
  public convenience init(
    policy: consuming LoadPolicy = LoadPolicy(),
    _ load: @escaping @Sendable (Request, LoadReporter<Value>) async throws -> Value
  ) where Failure == LoadError {
    self.init(
      policy,
      LoadWork(wrapping: { request, reporter in try await load(request, reporter()) })
    )
  }
}

extension Loader where Request == NoRequest {
  /// Creates a loader that takes no request and whose load function throws a typed failure.
  ///
  /// - Parameters:
  ///   - policy: The configuration of the loader; `LoadPolicy()` by default.
  ///   - load: An async function that returns the value.
  @inlinable
  public convenience init(
    policy: consuming LoadPolicy = LoadPolicy(),
    _ load: @escaping @Sendable () async throws(Failure) -> Value
  ) {
    self.init(policy, LoadWork { _, _ throws(Failure) in try await load() })
  }

  /// Creates a loader that takes no request and whose load function throws any error.
  ///
  /// The error becomes a ``LoadError``.
  ///
  /// - Parameters:
  ///   - policy: The configuration of the loader; `LoadPolicy()` by default.
  ///   - load: An async function that returns the value.
  @inlinable
  public convenience init(
    policy: consuming LoadPolicy = LoadPolicy(),
    _ load: @escaping @Sendable () async throws -> Value
  ) where Failure == LoadError {
    self.init(policy, LoadWork(wrapping: { _, _ in try await load() }))
  }

  /// Creates a loader that takes no request and whose load function throws a typed failure.
  ///
  /// - Parameters:
  ///   - policy: The configuration of the loader; `LoadPolicy()` by default.
  ///   - load: An async function that returns the value, and reports progress and partial values.
  @inlinable
  public convenience init(
    policy: consuming LoadPolicy = LoadPolicy(),
    _ load: @escaping @Sendable (LoadReporter<Value>) async throws(Failure) -> Value
  ) {
    self.init(policy, LoadWork { _, reporter throws(Failure) in try await load(reporter()) })
  }

  /// Creates a loader that takes no request and whose load function throws any error.
  ///
  /// The error becomes a ``LoadError``.
  ///
  /// - Parameters:
  ///   - policy: The configuration of the loader; `LoadPolicy()` by default.
  ///   - load: An async function that returns the value, and reports progress and partial values.
  @inlinable
  public convenience init(
    policy: consuming LoadPolicy = LoadPolicy(),
    _ load: @escaping @Sendable (LoadReporter<Value>) async throws -> Value
  ) where Failure == LoadError {
    self.init(policy, LoadWork(wrapping: { _, reporter in try await load(reporter()) }))
  }
}
