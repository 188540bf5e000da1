// The forms of a load function: reporting or not, and with the failures of its own or any.

extension LoaderCache {
  /// Creates a cache whose load function throws its own failure type, or nothing.
  ///
  /// - Parameters:
  ///   - policy: What is kept, and how it is loaded; each default is the safe choice.
  ///   - load: Brings the value of a key. It runs for several keys at once, as many as the queue allows.
  public convenience init(
    policy: CachePolicy<Value> = CachePolicy(),
    _ load: @escaping @Sendable (Key) async throws(Failure) -> Value
  ) {
    self.init(policy, .plain(load))
  }

  /// Creates a cache whose load function throws any error, which becomes a ``LoadError``.
  ///
  /// - Parameters:
  ///   - policy: What is kept, and how it is loaded; each default is the safe choice.
  ///   - load: Brings the value of a key. It runs for several keys at once, as many as the queue allows.
  public convenience init(
    policy: CachePolicy<Value> = CachePolicy(),
    _ load: @escaping @Sendable (Key) async throws -> Value
  ) where Failure == LoadError {
    self.init(
      policy,
      .plain { key async throws(LoadError) -> Value in
        do { return try await load(key) } catch { throw LoadError(error) }
      }
    )
  }

  /// Creates a cache whose load function throws its own failure type, or nothing.
  ///
  /// - Parameters:
  ///   - policy: What is kept, and how it is loaded; each default is the safe choice.
  ///   - load: Brings the value of a key, and tells how far it is and what it has so far.
  public convenience init(
    policy: CachePolicy<Value> = CachePolicy(),
    _ load: @escaping @Sendable (Key, LoadReporter<Value>) async throws(Failure) -> Value
  ) {
    self.init(policy, .reporting(load))
  }

  /// Creates a cache whose load function throws any error, which becomes a ``LoadError``.
  ///
  /// - Parameters:
  ///   - policy: What is kept, and how it is loaded; each default is the safe choice.
  ///   - load: Brings the value of a key, and tells how far it is and what it has so far.
  public convenience init(
    policy: CachePolicy<Value> = CachePolicy(),
    _ load: @escaping @Sendable (Key, LoadReporter<Value>) async throws -> Value
  ) where Failure == LoadError {
    self.init(
      policy,
      .reporting { key, report async throws(LoadError) -> Value in
        do { return try await load(key, report) } catch { throw LoadError(error) }
      }
    )
  }
}
