/// What a ``LoaderCache`` has done since it was made, and what it holds now.
public struct CacheStatistics: Sendable, Hashable {
  /// How often a fresh value was there, for an interest or for who read it.
  public internal(set) var hits = 0
  /// How often an interest joined a load that was on its way.
  public internal(set) var joins = 0
  /// How many loads have begun; the retries of one are not counted.
  public internal(set) var loads = 0
  /// How many loads were cancelled because nobody was interested any more.
  public internal(set) var abandoned = 0
  /// How many loads have failed.
  public internal(set) var failures = 0
  /// How often an interest found a failure that is not to be tried again yet.
  public internal(set) var failureHits = 0
  /// How many values had to make room for others.
  public internal(set) var evictions = 0
  /// How many values were let go of because their time to live was over when somebody asked for them.
  ///
  /// Nothing is let go of before that, and what is only stale is not counted.
  public internal(set) var expirations = 0
  /// How many values were too dear to be kept.
  public internal(set) var refusals = 0

  /// How many values and failures are kept.
  public internal(set) var count = 0
  /// What the values that are kept cost together; zero without a limit of cost.
  public internal(set) var cost = 0
  /// How many keys somebody is interested in, or were until just now.
  public internal(set) var activeKeys = 0
}

/// What a ``LoaderCache`` lets go of, or does not take.
public enum CacheEvent<Key: Hashable & Sendable>: Sendable, Hashable {
  /// A value had to make room for others.
  case evicted(Key)
  /// A value was let go of because its time to live was over when somebody asked for it.
  case expired(Key)
  /// A value was too dear to be kept; whoever is interested in it has it nonetheless.
  case refused(Key, cost: Int)

  /// The key that it is about.
  public var key: Key {
    switch self {
    case .evicted(let key), .expired(let key), .refused(let key, cost: _): key
    }
  }
}
