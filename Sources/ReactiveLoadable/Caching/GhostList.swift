import DequeModule

/// The hashes of the keys that were sent away last.
struct GhostList: Sendable {
  private struct Ghost: Sendable {
    let hash: Int
    let stamp: UInt
  }

  private var order = Deque<Ghost>()
  /// The stamp of the last time that each was sent away.
  private var stamps: [Int: UInt] = [:]
  private var lastStamp: UInt = 0

  /// How many there are.
  var count: Int { stamps.count }

  mutating func insert(_ hash: Int, capacity: Int) {
    lastStamp += 1
    stamps[hash] = lastStamp
    order.append(Ghost(hash: hash, stamp: lastStamp))
    let most = max(capacity, 1)
    while stamps.count > most || order.count > 2 * most, let oldest = order.popFirst() {
      if stamps[oldest.hash] == oldest.stamp { stamps[oldest.hash] = nil }
    }
  }

  /// Returns whether it was among them.
  mutating func remove(_ hash: Int) -> Bool { stamps.removeValue(forKey: hash) != nil }
}
