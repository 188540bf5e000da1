import DequeModule

/// The hashes of the keys that were sent away last.
struct GhostList: Sendable {
  private var order = Deque<Int>()
  private var hashes: Set<Int> = []

  mutating func insert(_ hash: Int, capacity: Int) {
    guard hashes.insert(hash).inserted else { return }
    order.append(hash)
    while order.count > max(capacity, 1), let oldest = order.popFirst() { hashes.remove(oldest) }
  }

  /// Returns whether it was among them.
  mutating func remove(_ hash: Int) -> Bool { hashes.remove(hash) != nil }
}
