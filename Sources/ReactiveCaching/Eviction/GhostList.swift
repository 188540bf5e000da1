import DequeModule

/// The ghosts of S3-FIFO: the hashes of the last keys evicted from the probationary queue.
struct GhostList: Sendable {
  private struct Ghost: Sendable {
    let hash: Int
    let stamp: UInt
  }

  private var order = Deque<Ghost>()
  /// The stamp of the last eviction of each hash.
  private var stamps: [Int: UInt] = [:]
  private var lastStamp: UInt = 0

  /// The number of hashes.
  var count: Int { stamps.count }

  mutating func insert(_ hash: Int, capacity: Int) {
    lastStamp += 1
    stamps[hash] = lastStamp
    order.append(Ghost(hash: hash, stamp: lastStamp))
    let limit = max(capacity, 1)
    while stamps.count > limit || order.count > 2 * limit, let oldest = order.popFirst() {
      if stamps[oldest.hash] == oldest.stamp { stamps[oldest.hash] = nil }
    }
  }

  /// Removes a hash; returns whether it was in the list.
  mutating func remove(_ hash: Int) -> Bool { stamps.removeValue(forKey: hash) != nil }
}
