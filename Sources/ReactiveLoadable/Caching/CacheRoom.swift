/// A number of entries, and what they cost together.
struct CacheRoom: Sendable, Hashable {
  var count: Int
  var cost: Int

  static let none = CacheRoom(count: 0, cost: 0)
  /// So that the sum of two costs does not overflow.
  static let mostCost = Int.max / 4

  /// Takes an entry in.
  static func += (room: inout CacheRoom, cost: Int) {
    room.count += 1
    room.cost += cost
  }

  /// Lets an entry go.
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
  /// A part of it, from nothing to all; what is no number is nothing.
  func share(_ share: Double) -> Int {
    if share >= 1 { return self }
    return share > 0 ? Int(Double(self) * share) : 0
  }
}
