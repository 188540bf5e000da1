import ReactiveLoading

/// The cost and the expiry times of a cached value.
struct CacheEntryMetadata: Sendable, Equatable {
  var admission = CacheAdmission.cost(0)
  /// The time at which the value becomes stale by its own lifetime.
  var staleAt = Duration.distantFuture
  /// The time at which the value expires.
  var expiry = Duration.distantFuture
  /// The time to live of the cache when this metadata were calculated.
  var timeToLive: Duration?

  /// Returns the metadata of a value that is stale and expired at a time at the latest.
  func ending(by time: Duration) -> Self {
    var metadata = self
    metadata.staleAt = min(staleAt, time)
    metadata.expiry = min(expiry, time)
    return metadata
  }
}

/// The decision whether a value may be cached, with its cost.
enum CacheAdmission: Sendable, Hashable {
  case cost(Int)
  /// The cost is larger than the limit of a single value.
  case refused(Int)
  /// The value must not be cached.
  case uncacheable
}

extension CacheCost {
  func admission(_ value: Value, within limits: CacheLimits) -> CacheAdmission {
    let cost = min(max(of(value), 0), CacheSize.maxCost)
    return limits.refuses(cost) ? .refused(cost) : .cost(cost)
  }
}
