/// A capacity: a number of entries and their total cost.
struct CacheSize: Sendable, Hashable {
  var count: Int
  var cost: Int

  static let none = CacheSize(count: 0, cost: 0)
  /// The largest cost; the sum of two costs does not overflow.
  static let maxCost = Int.max / 4

  /// Adds an entry of a cost.
  static func += (size: inout CacheSize, cost: Int) {
    size.count += 1
    size.cost += cost
  }

  /// Removes an entry of a cost.
  static func -= (size: inout CacheSize, cost: Int) {
    size.count -= 1
    size.cost -= cost
  }

  func exceeds(_ size: CacheSize) -> Bool { count > size.count || cost > size.cost }

  func scaled(by share: Double) -> CacheSize {
    CacheSize(count: count.share(share), cost: cost.share(share))
  }
}

extension Int {
  /// Returns a share of the number, from 0 to 1; NaN counts as 0.
  func share(_ share: Double) -> Int {
    if share >= 1 { return self }
    return share > 0 ? Int(Double(self) * share) : 0
  }
}
