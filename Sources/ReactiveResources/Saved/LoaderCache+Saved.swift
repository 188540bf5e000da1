public import ReactiveLoadable

extension LoaderCache {
  /// Creates a cache that shows the saved value of a key first, then loads and saves it.
  ///
  /// See `SavedValues` and <doc:ShowingSavedValuesFirst>.
  ///
  /// - Parameters:
  ///   - saved: The store, the keys and the format of the values.
  ///   - policy: The configuration of the cache; `CachePolicy()` by default.
  ///   - load: An async function that returns the value of a key. It is called after the record of
  ///     the key was read, and not at all if that is fresh.
  public convenience init(
    saved: SavedValues<Key, Value>,
    policy: CachePolicy<Value> = CachePolicy(),
    _ load: @escaping @Sendable (Key) async throws(Failure) -> Value
  ) {
    self.init(policy, .plain(load), records: saved.source.records())
  }

  /// Creates a cache with saved values whose load function throws any error.
  public convenience init(
    saved: SavedValues<Key, Value>,
    policy: CachePolicy<Value> = CachePolicy(),
    _ load: @escaping @Sendable (Key) async throws -> Value
  ) where Failure == LoadError {
    self.init(policy, .wrapping(load), records: saved.source.records())
  }

  /// Creates a cache with saved values whose load function also reports progress.
  public convenience init(
    saved: SavedValues<Key, Value>,
    policy: CachePolicy<Value> = CachePolicy(),
    _ load: @escaping @Sendable (Key, LoadReporter<Value>) async throws(Failure) -> Value
  ) {
    let work: LoadWork<Key, Value, Failure> = LoadWork { key, reporter throws(Failure) in
      try await load(key, reporter())
    }
    self.init(policy, work, records: saved.source.records())
  }

  /// Creates a cache with saved values whose load function reports, and throws any error.
  public convenience init(
    saved: SavedValues<Key, Value>,
    policy: CachePolicy<Value> = CachePolicy(),
    _ load: @escaping @Sendable (Key, LoadReporter<Value>) async throws -> Value
  ) where Failure == LoadError {
    let work = LoadWork(wrapping: { key, reporter in try await load(key, reporter()) })
    self.init(policy, work, records: saved.source.records())
  }
}
