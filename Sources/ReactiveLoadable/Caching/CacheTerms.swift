/// On which terms a value is kept.
@usableFromInline
struct CacheTerms: Sendable {
  var price = CachePrice.cost(0)
  /// When it has to be loaded again by its own account; `nil` for never.
  var staleAt: Duration?
  /// When it is too old to be kept; `nil` for never.
  @usableFromInline var expiry: Duration?
  /// The limit of the time to live under which they were made.
  var timeToLive: Duration?

  /// The same, but stale and expired no later than at a moment.
  func ending(by moment: Duration) -> Self {
    var terms = self
    terms.staleAt = min(staleAt ?? moment, moment)
    terms.expiry = min(expiry ?? moment, moment)
    return terms
  }
}

/// What keeping a value costs.
enum CachePrice: Sendable, Hashable {
  case cost(Int)
  /// Too much.
  case refused(Int)
  /// It is not meant to be kept.
  case unkept
}

extension CacheCost {
  func price(_ value: Value, within limits: CacheLimits) -> CachePrice {
    let cost = min(max(of(value), 0), CacheRoom.mostCost)
    return limits.refuses(cost) ? .refused(cost) : .cost(cost)
  }
}
