// The forms of a load function: with a request or of one thing, reporting or not, and with the
// failures of its own or any.

extension Loader {
  /// Creates a loader whose load function throws its own failure type, or nothing.
  ///
  /// - Parameters:
  ///   - policy: How the loader behaves; each default is the safe choice.
  ///   - load: Brings the value for a request. It may be running for several requests at once, for
  ///     instance when one was replaced and does not heed its cancellation.
  public convenience init(
    policy: LoadPolicy = LoadPolicy(),
    _ load: @escaping @Sendable (Request) async throws(Failure) -> Value
  ) {
    self.init(policy, .plain(load))
  }

  /// Creates a loader whose load function throws any error, which becomes a ``LoadError``.
  ///
  /// - Parameters:
  ///   - policy: How the loader behaves; each default is the safe choice.
  ///   - load: Brings the value for a request. It may be running for several requests at once, for
  ///     instance when one was replaced and does not heed its cancellation.
  public convenience init(
    policy: LoadPolicy = LoadPolicy(),
    _ load: @escaping @Sendable (Request) async throws -> Value
  ) where Failure == LoadError {
    self.init(
      policy,
      .plain { request async throws(LoadError) -> Value in
        do { return try await load(request) } catch { throw LoadError(error) }
      }
    )
  }

  /// Creates a loader whose load function throws its own failure type, or nothing.
  ///
  /// - Parameters:
  ///   - policy: How the loader behaves; each default is the safe choice.
  ///   - load: Brings the value for a request, and tells how far it is and what it has so far.
  public convenience init(
    policy: LoadPolicy = LoadPolicy(),
    _ load: @escaping @Sendable (Request, LoadReporter<Value>) async throws(Failure) -> Value
  ) {
    self.init(policy, .reporting(load))
  }

  /// Creates a loader whose load function throws any error, which becomes a ``LoadError``.
  ///
  /// - Parameters:
  ///   - policy: How the loader behaves; each default is the safe choice.
  ///   - load: Brings the value for a request, and tells how far it is and what it has so far.
  public convenience init(
    policy: LoadPolicy = LoadPolicy(),
    _ load: @escaping @Sendable (Request, LoadReporter<Value>) async throws -> Value
  ) where Failure == LoadError {
    self.init(
      policy,
      .reporting { request, report async throws(LoadError) -> Value in
        do { return try await load(request, report) } catch { throw LoadError(error) }
      }
    )
  }
}

extension Loader where Request == NoRequest {
  /// Creates a loader of one thing, whose load function throws its own failure type, or nothing.
  ///
  /// - Parameters:
  ///   - policy: How the loader behaves; each default is the safe choice.
  ///   - load: Brings the value.
  public convenience init(
    policy: LoadPolicy = LoadPolicy(),
    _ load: @escaping @Sendable () async throws(Failure) -> Value
  ) {
    self.init(policy, .plain { _ throws(Failure) in try await load() })
  }

  /// Creates a loader of one thing, whose load function throws any error, which becomes a ``LoadError``.
  ///
  /// - Parameters:
  ///   - policy: How the loader behaves; each default is the safe choice.
  ///   - load: Brings the value.
  public convenience init(
    policy: LoadPolicy = LoadPolicy(),
    _ load: @escaping @Sendable () async throws -> Value
  ) where Failure == LoadError {
    self.init(
      policy,
      .plain { _ async throws(LoadError) -> Value in
        do { return try await load() } catch { throw LoadError(error) }
      }
    )
  }

  /// Creates a loader of one thing, whose load function throws its own failure type, or nothing.
  ///
  /// - Parameters:
  ///   - policy: How the loader behaves; each default is the safe choice.
  ///   - load: Brings the value, and tells how far it is and what it has so far.
  public convenience init(
    policy: LoadPolicy = LoadPolicy(),
    _ load: @escaping @Sendable (LoadReporter<Value>) async throws(Failure) -> Value
  ) {
    self.init(policy, .reporting { _, report throws(Failure) in try await load(report) })
  }

  /// Creates a loader of one thing, whose load function throws any error, which becomes a ``LoadError``.
  ///
  /// - Parameters:
  ///   - policy: How the loader behaves; each default is the safe choice.
  ///   - load: Brings the value, and tells how far it is and what it has so far.
  public convenience init(
    policy: LoadPolicy = LoadPolicy(),
    _ load: @escaping @Sendable (LoadReporter<Value>) async throws -> Value
  ) where Failure == LoadError {
    self.init(
      policy,
      .reporting { _, report async throws(LoadError) -> Value in
        do { return try await load(report) } catch { throw LoadError(error) }
      }
    )
  }
}
