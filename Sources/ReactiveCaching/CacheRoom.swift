/// A capacity: a number of entries and their total cost.
struct CacheRoom: Sendable, Hashable {
  var count: Int
  var cost: Int

  static let none = CacheRoom(count: 0, cost: 0)
  /// The largest cost; the sum of two costs does not overflow.
  static let mostCost = Int.max / 4

  /// Adds an entry of a cost.
  static func += (room: inout CacheRoom, cost: Int) {
    room.count += 1
    room.cost += cost
  }

  /// Removes an entry of a cost.
  static func -= (room: inout CacheRoom, cost: Int) {
    room.count -= 1
    room.cost -= cost
  }

  func exceeds(_ room: CacheRoom) -> Bool { count > room.count || cost > room.cost }

  func part(_ share: Double) -> CacheRoom {
    CacheRoom(count: count.share(share), cost: cost.share(share))
  }
}

extension Int {
  /// Returns a share of the number, from 0 to 1; NaN counts as 0.
  func share(_ share: Double) -> Int {
    if share >= 1 { return self }
    return share > 0 ? Int(Double(self) * share) : 0
  }
}
