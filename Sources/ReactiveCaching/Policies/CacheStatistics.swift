import ReactiveLoading

/// The counters of a ``LoaderCache`` since its creation, and its current size.
public struct CacheStatistics: Sendable, Hashable {
  /// The number of times that an interest or a read found a fresh value.
  public internal(set) var hits = 0
  /// The number of interests that joined a load in flight.
  public internal(set) var joins = 0
  /// The number of loads that started, without their retries.
  public internal(set) var loads = 0
  /// The number of loads that were cancelled after their last interest ended.
  public internal(set) var cancelledLoads = 0
  /// The number of loads that failed.
  public internal(set) var failures = 0
  /// The number of interests that found a failure during its backoff.
  public internal(set) var failureHits = 0
  /// The number of values that were evicted.
  public internal(set) var evictions = 0
  /// The number of values that a lookup removed because their time to live had passed.
  ///
  /// A value expires at the first lookup after its time to live. Stale values are not counted.
  public internal(set) var expirations = 0
  /// The number of values that were not cached because of their cost.
  public internal(set) var refusals = 0

  /// The number of cached values and failures.
  public internal(set) var count = 0
  /// The total cost of the cached values; zero if the policy has no costs.
  public internal(set) var cost = 0
  /// The number of keys with an interest or with a load in its grace time.
  public internal(set) var activeKeys = 0
}

/// The removal of a value from a ``LoaderCache``, or the refusal to cache it.
public enum CacheEvent<Key: Hashable & Sendable>: Sendable, Hashable {
  /// A value was evicted.
  case evicted(Key)
  /// A lookup removed a value because its time to live had passed.
  case expired(Key)
  /// A value was not cached because of its cost; interests in the key still receive it.
  case refused(Key, cost: Int)

  /// The key of the value.
  public var key: Key {
    switch self {
    case .evicted(let key), .expired(let key), .refused(let key, cost: _): key
    }
  }
}

extension CacheEvent {
  var reason: LoadObserver.Event.RemovalReason {
    switch self {
    case .evicted: .evicted
    case .expired: .expired
    case .refused: .refused
    }
  }
}
