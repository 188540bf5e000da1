// The changes of cached values by the app.

extension LoaderCache {
  /// Caches a value that the app received from another source, for instance with a list.
  ///
  /// A load in flight continues, and its result replaces the value.
  ///
  /// - Parameters:
  ///   - value: The value; its freshness starts now.
  ///   - key: The key of the value.
  public func set(_ value: Value, for key: Key) { storage.set(value, for: key) }

  /// Changes the cached value of a key, for instance by a message of a web socket.
  ///
  /// ```swift
  /// for await rating in socket.ratings {
  ///   movies.edit({ $0.rating = rating.stars }, for: rating.movie)
  /// }
  /// ```
  ///
  /// All interests in the key show the changed value when the call returns. It is as fresh as it
  /// was. The result of a load in flight is changed, too, if its attempt started before this call:
  /// it may not contain the change yet. Without a value and a load it does nothing: the next load
  /// returns the change. See <doc:CacheContract#C15-Edits>.
  ///
  /// - Parameters:
  ///   - change: The change. It runs once for each value, on any thread, outside the lock. Such a
  ///     value may contain the change already, so the change should be idempotent.
  ///   - key: The key of the value.
  public func edit(_ change: @escaping @Sendable (inout Value) -> Void, for key: Key) {
    storage.edit(key, change)
  }

  /// Marks the value of a key as stale, so that the next interest reloads it.
  ///
  /// The states of current interests stay the same. The result of a load in flight is stale when it
  /// arrives. See <doc:CacheContract#C4-Invalidation-during-a-load>.
  ///
  /// - Parameter key: The key of the value.
  public func invalidate(_ key: Key) { storage.invalidate(key) }

  /// Marks all values as stale; see ``invalidate(_:)``.
  public func invalidateAll() { storage.invalidateAll() }

  /// Reloads a key that has an interest; marks the value of any other key as stale.
  ///
  /// - Parameter key: The key of the value.
  public func refresh(_ key: Key) { storage.refresh(key) }

  /// Reloads the keys that have an interest; marks the values of all other keys as stale.
  public func refreshAll() { storage.refreshAll() }

  /// Removes a key from the cache, so that the next interest loads it.
  ///
  /// Current interests keep their state and receive the result of a load in flight, but the cache
  /// does not store it. See <doc:CacheContract#C4-Invalidation-during-a-load>.
  ///
  /// - Parameter key: The key of the value.
  public func remove(_ key: Key) { storage.remove(key) }

  /// Removes a key unless it has an interest or a load.
  package func removeUnused(_ key: Key) { storage.removeUnused(key) }

  /// Removes all keys; see ``remove(_:)``.
  ///
  /// Keys in use keep their states and receive the results of loads in flight. When a user signs
  /// out, reset a `LoadScope` instead, which clears them, too.
  public func removeAll() { storage.removeAll() }

  /// Evicts values until the rest fit into a share of the limits.
  ///
  /// Rows keep the values that they show.
  ///
  /// - Parameter share: The share of the limits of count and cost, from 0 to 1. NaN counts as 0.
  public func trim(to share: Double) { storage.trim(to: share) }
}
