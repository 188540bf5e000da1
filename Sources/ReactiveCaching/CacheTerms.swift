import ReactiveLoading

/// The cost and the expiry times of a cached value.
struct CacheTerms: Sendable, Equatable {
  var price = CachePrice.cost(0)
  /// The time at which the value becomes stale by its own lifetime.
  var staleAt = Duration.distantFuture
  /// The time at which the value expires.
  var expiry = Duration.distantFuture
  /// The time to live of the cache when these terms were calculated.
  var timeToLive: Duration?

  /// Returns the terms with a value that is stale and expired at a time at the latest.
  func ending(by moment: Duration) -> Self {
    var terms = self
    terms.staleAt = min(staleAt, moment)
    terms.expiry = min(expiry, moment)
    return terms
  }
}

/// The cost of caching a value.
enum CachePrice: Sendable, Hashable {
  case cost(Int)
  /// The cost is larger than the limit of a single value.
  case refused(Int)
  /// The value must not be cached.
  case unkept
}

extension CacheCost {
  func price(_ value: Value, within limits: CacheLimits) -> CachePrice {
    let cost = min(max(of(value), 0), CacheRoom.mostCost)
    return limits.refuses(cost) ? .refused(cost) : .cost(cost)
  }
}
