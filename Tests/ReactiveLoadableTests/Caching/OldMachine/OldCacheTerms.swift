@testable import ReactiveLoadable

/// The cost and the expiry times of a cached value.

struct OldCacheTerms: Sendable {
  var price = CachePrice.cost(0)
  /// The time at which the value becomes stale by its own lifetime; `nil` for never.
  var staleAt: Duration?
  /// The time at which the value expires; `nil` for never.
  var expiry: Duration?
  /// The time to live of the cache when these terms were calculated.
  var timeToLive: Duration?

  /// Returns the terms with a value that is stale and expired at a time at the latest.
  func ending(by moment: Duration) -> Self {
    var terms = self
    terms.staleAt = min(staleAt ?? moment, moment)
    terms.expiry = min(expiry ?? moment, moment)
    return terms
  }
}

