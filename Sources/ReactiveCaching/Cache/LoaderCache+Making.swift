public import ReactiveLoading

// The forms of a load function: with or without a reporter, with typed throws or any error.

extension LoaderCache {
  /// Creates a cache with a load function that has typed throws.
  ///
  /// - Parameters:
  ///   - policy: The configuration of the cache; `CachePolicy()` by default.
  ///   - load: The function that returns the value of a key. It runs for several keys concurrently,
  ///     up to the limit of the queue.
  public convenience init(
    policy: CachePolicy<Value> = CachePolicy(),
    _ load: @escaping @Sendable (Key) async throws(Failure) -> Value
  ) {
    self.init(policy, .plain(load))
  }

  /// Creates a cache with a load function that throws any error, which becomes a ``LoadError``.
  ///
  /// The parameters are those of a load function with typed throws.
  public convenience init(
    policy: CachePolicy<Value> = CachePolicy(),
    _ load: @escaping @Sendable (Key) async throws -> Value
  ) where Failure == LoadError {
    self.init(policy, .wrapping(load))
  }

  /// Creates a cache with a load function that reports progress and has typed throws.
  ///
  /// - Parameters:
  ///   - policy: The configuration of the cache; `CachePolicy()` by default.
  ///   - load: The function that returns the value of a key, and reports progress and partial
  ///     values.
  public convenience init(
    policy: CachePolicy<Value> = CachePolicy(),
    _ load: @escaping @Sendable (Key, LoadReporter<Value>) async throws(Failure) -> Value
  ) {
    self.init(policy, LoadWork { key, reporter throws(Failure) in try await load(key, reporter()) })
  }

  /// Creates a cache with a load function that reports progress and throws any error.
  ///
  /// The error becomes a ``LoadError``. The parameters are those of typed throws.
  public convenience init(
    policy: CachePolicy<Value> = CachePolicy(),
    _ load: @escaping @Sendable (Key, LoadReporter<Value>) async throws -> Value
  ) where Failure == LoadError {
    self.init(policy, LoadWork(wrapping: { key, reporter in try await load(key, reporter()) }))
  }
}

/// A ``LoaderCache`` whose failure is a ``LoadError``.
public typealias ValueCache<Key: Hashable & Sendable, Value: Sendable> = LoaderCache<
  Key, Value, LoadError
>
