/// How a ``LoaderCache`` behaves, as a value.
public struct CachePolicy<Value: Sendable>: Sendable {
  /// How many values are kept that nobody shows at the moment; a thousand by default.
  ///
  /// Failures that are remembered count, too.
  public var count: Int
  /// What the values that are kept may cost together, for instance in bytes; anything by default.
  public var cost: CacheCost<Value>?
  /// How long a value is kept; as long as there is room by default.
  ///
  /// After that it is gone for those who ask, and stale for those who show it.
  public var timeToLive: Duration?
  /// How long a value is fresh and kept, where values differ in that; as for all by default.
  ///
  /// It counts together with ``timeToLive`` and the freshness of the loads: the shorter time wins.
  /// Called on the thread that brings the value, where no lock is held.
  public var lifetime: (@Sendable (Value) -> CacheLifetime)?
  /// How long a load goes on that nobody is interested in any more; a quarter of a second by default.
  ///
  /// It is the least urgent one of its queue meanwhile.
  public var grace: Duration
  /// When a new interest tries a key again whose load has failed; after a second by default, and after
  /// twice as long, up to a minute, for each further failure.
  ///
  /// Its limit is how many failures in a row are followed by that; an explicit retry always loads.
  public var afterFailure: RetryPolicy
  /// How the loads behave: their freshness, retries, limits of time, queue and clock.
  ///
  /// A policy without a queue gets one of its own, for six loads at once.
  public var loading: LoadPolicy

  /// Creates a policy; each default is the safe choice.
  ///
  /// - Parameters:
  ///   - count: How many values are kept that nobody shows: a thousand; less than zero counts as zero.
  ///   - cost: What they may cost together: anything.
  ///   - timeToLive: How long a value is kept: as long as there is room; less than zero counts as zero.
  ///   - lifetime: How long a value is fresh and kept, where values differ in that: as for all.
  ///   - grace: How long a load goes on that nobody is interested in: a quarter of a second; less than
  ///     zero counts as zero.
  ///   - afterFailure: When a new interest tries again what has failed: after a second, then twice as
  ///     long for each further failure, up to a minute.
  ///   - loading: How the loads behave: as those of a loader, six at once.
  public init(
    count: Int = 1000,
    cost: CacheCost<Value>? = nil,
    timeToLive: Duration? = nil,
    lifetime: (@Sendable (Value) -> CacheLifetime)? = nil,
    grace: Duration = .milliseconds(250),
    afterFailure: RetryPolicy = .exponential(from: .seconds(1), limit: .max),
    loading: LoadPolicy = LoadPolicy()
  ) {
    self.count = max(count, 0)
    self.cost = cost
    self.timeToLive = timeToLive.map { max($0, .zero) }
    self.lifetime = lifetime
    self.grace = max(grace, .zero)
    self.afterFailure = afterFailure
    self.loading = loading
  }
}

/// How long one value of a cache is fresh, and how long it is kept.
public struct CacheLifetime: Sendable, Hashable {
  /// How long it is good enough; forever by default.
  public var freshness: Freshness
  /// How long it is kept, and shown while it is loaded again; as long as there is room by default.
  public var timeToLive: Duration?

  /// Creates a lifetime.
  ///
  /// - Parameters:
  ///   - freshness: How long the value is good enough: forever.
  ///   - timeToLive: How long it is kept: as long as there is room; less than zero counts as zero.
  public init(freshness: Freshness = .forever, timeToLive: Duration? = nil) {
    self.freshness = freshness
    self.timeToLive = timeToLive.map { max($0, .zero) }
  }

  /// The shorter of two lifetimes, in each respect.
  ///
  /// - Parameter other: The other one.
  /// - Returns: A lifetime.
  public func orShorter(_ other: CacheLifetime) -> CacheLifetime {
    CacheLifetime(
      freshness: freshness.orShorter(other.freshness),
      timeToLive: [timeToLive, other.timeToLive].compactMap(\.self).min()
    )
  }
}

/// What the values of a cache may cost together, and what each of them costs.
///
/// ```swift
/// CachePolicy(cost: .limit(64 << 20) { image in image.bytesPerRow * image.height })
/// ```
public struct CacheCost<Value: Sendable>: Sendable {
  /// What all values may cost together.
  public let limit: Int
  /// What one value may cost; a dearer one is refused, which is counted and told (contract C3).
  public let largest: Int
  /// What a value costs.
  ///
  /// Called on the thread that brings the value, where no lock is held; less than zero counts as zero.
  public let of: @Sendable (Value) -> Int

  /// Limits what the values cost together.
  ///
  /// - Parameters:
  ///   - limit: What all values may cost together, in any unit; less than zero counts as zero.
  ///   - largest: What one value may cost, by default a quarter of the limit.
  ///   - cost: What a value costs, in the same unit.
  /// - Returns: The limit.
  public static func limit(
    _ limit: Int,
    largest: Int? = nil,
    of cost: @escaping @Sendable (Value) -> Int
  ) -> CacheCost {
    let limit = min(max(limit, 0), CacheRoom.mostCost)
    return CacheCost(limit: limit, largest: min(max(largest ?? limit / 4, 0), limit), of: cost)
  }
}
