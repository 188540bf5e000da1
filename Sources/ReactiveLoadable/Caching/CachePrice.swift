/// What keeping a value costs.
enum CachePrice: Sendable, Hashable {
  case cost(Int)
  /// Too much.
  case refused(Int)
}

extension CacheCost {
  func price(_ value: Value) -> CachePrice {
    let cost = min(max(of(value), 0), Self.mostCost)
    return cost > largest ? .refused(cost) : .cost(cost)
  }
}
