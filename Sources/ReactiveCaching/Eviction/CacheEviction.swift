import DequeModule

/// The eviction policy of a cache: it decides which rows are cached within the capacity.
///
/// Eviction is S3-FIFO (Yang et al., "FIFO queues are all you need for cache eviction", SOSP 2023):
///
/// - New rows enter a probationary queue, a tenth of the capacity. Rows that are used again there
///   move to the main queue, so a scan of new rows evicts at most that tenth.
/// - A use only increments a counter, which makes a hit cheap. A row at the head of the main queue
///   with uses left moves to the tail of the queue.
/// - The ghost list contains the hashes of rows that were evicted from the probationary queue. A
///   row with such a hash enters the main queue directly.
///
/// A row may exist without being cached, for instance while it has an interest; its owner removes
/// it.
@usableFromInline
struct CacheEviction: Sendable {
  struct RowState: Sendable {
    let hash: Int
    var queue = EvictionQueue.uncached
    var cost = 0
    var stamp: UInt = 0
  }

  private(set) var rows: ContiguousArray<RowState> = []
  /// The number of uses of each row since it was enqueued, at most three.
  @usableFromInline var uses: ContiguousArray<UInt8> = []
  var capacity: CacheSize
  private(set) var cached = CacheSize.none
  private(set) var probationary = CacheSize.none
  private var probationaryQueue = Deque<Stamped>()
  private var mainQueue = Deque<Stamped>()
  private var ghosts = GhostList()
  private var lastStamp: UInt = 0

  init(capacity: CacheSize) { self.capacity = capacity }
}

enum EvictionQueue: Sendable { case uncached, probationary, main }

/// The index of a row or the hash of a key in a queue, which is valid while that has the stamp.
private struct Stamped: Sendable {
  let number: Int
  let stamp: UInt
}

// MARK: Caching

extension CacheEviction {
  /// Initializes a row that is not cached: a new last row, or a row that another key had.
  mutating func addRow(_ row: Int, hash: Int) {
    if row == rows.count {
      rows.append(RowState(hash: hash))
      uses.append(0)
    } else {
      rows[row] = RowState(hash: hash)
      uses[row] = 0
    }
  }

  /// Removes all rows, none of which is cached, and frees their memory.
  mutating func removeAllRows() {
    (rows, uses) = ([], [])
    (probationaryQueue, mainQueue) = ([], [])
  }

  @inlinable
  mutating func recordUse(_ row: Int) { if uses[row] < 3 { uses[row] += 1 } }

  /// Caches a row; returns the rows that are evicted for it.
  ///
  /// A row that is already cached stays in its queue, and the call counts as a use. If the cost of
  /// the row alone exceeds the capacity, only this row is evicted: the limit was lowered after its
  /// cost was accepted.
  mutating func cache(_ row: Int, cost: Int) -> [Int] {
    if cost > capacity.cost {
      dequeue(row)
      return [row]
    }
    switch rows[row].queue {
    case .uncached: admit(row, cost)
    case .probationary, .main: change(row, to: cost)
    }
    return evict(toFit: capacity, for: row)
  }

  func isCached(_ row: Int) -> Bool { rows[row].queue != .uncached }

  /// Removes a row from its queue, without an eviction.
  mutating func remove(_ row: Int) {
    dequeue(row)
    compact()
  }

  /// Evicts rows until the rest fit into the capacity; returns the evicted rows.
  ///
  /// The newest row is evicted only if no other row is cached.
  mutating func evict(toFit capacity: CacheSize, for newest: Int? = nil) -> [Int] {
    var evicted: [Int] = []
    while cached.exceeds(capacity), let row = evictOne(toFit: capacity, for: newest) {
      evicted.append(row)
    }
    return evicted
  }

  private mutating func admit(_ row: Int, _ cost: Int) {
    let queue: EvictionQueue = ghosts.remove(rows[row].hash) ? .main : .probationary
    rows[row].cost = cost
    uses[row] = 0
    cached += cost
    if queue == .probationary { probationary += cost }
    enqueue(row, in: queue)
  }

  private mutating func change(_ row: Int, to cost: Int) {
    let more = cost - rows[row].cost
    rows[row].cost = cost
    recordUse(row)
    cached.cost += more
    if rows[row].queue == .probationary { probationary.cost += more }
  }

  private mutating func enqueue(_ row: Int, in queue: EvictionQueue) {
    lastStamp += 1
    rows[row].queue = queue
    rows[row].stamp = lastStamp
    let element = Stamped(number: row, stamp: lastStamp)
    if queue == .probationary {
      probationaryQueue.append(element)
    } else {
      mainQueue.append(element)
    }
  }

  private mutating func dequeue(_ row: Int) {
    let state = rows[row]
    if state.queue == .uncached { return }
    if state.queue == .probationary { probationary -= state.cost }
    cached -= state.cost
    rows[row].queue = .uncached
  }
}

// MARK: Evicting

extension CacheEviction {
  private static var probationaryShare: Double { 0.1 }

  private mutating func evictOne(toFit capacity: CacheSize, for newest: Int?) -> Int? {
    let probationaryCapacity = capacity.scaled(by: Self.probationaryShare)
    let protected = cached.count > 1 ? newest : nil
    while cached.count > 0 {
      // The newest row is on probation, even if the capacity is small.
      let isProbationary =
        !hasMain(excluding: protected)
        || probationary.count > 1 && probationary.exceeds(probationaryCapacity)
      if let row = isProbationary ? evictFromProbation() : evictFromMain(protecting: protected) {
        return row
      }
    }
    return nil
  }

  private func hasMain(excluding protected: Int?) -> Bool {
    let isProtectedMain = protected.map { rows[$0].queue == .main } ?? false
    return cached.count - probationary.count > (isProtectedMain ? 1 : 0)
  }

  /// Removes the head of the probationary queue; returns the row if it was not used again.
  private mutating func evictFromProbation() -> Int? {
    guard let row = probationaryQueue.popFirst().flatMap({ validRow($0) }) else { return nil }
    guard uses[row] > 0 else {
      dequeue(row)
      ghosts.insert(rows[row].hash, capacity: cached.count)
      return row
    }
    probationary -= rows[row].cost
    uses[row] = 0
    enqueue(row, in: .main)
    return nil
  }

  /// Removes the head of the main queue; returns the row if it has no uses left.
  private mutating func evictFromMain(protecting protected: Int?) -> Int? {
    guard let row = mainQueue.popFirst().flatMap({ validRow($0) }) else { return nil }
    if uses[row] == 0, row != protected {
      dequeue(row)
      return row
    }
    if uses[row] > 0 { uses[row] -= 1 }
    enqueue(row, in: .main)
    return nil
  }

  /// The number of elements in both queues, including those of removed rows.
  var queueCount: Int { probationaryQueue.count + mainQueue.count }

  /// Returns the row of an element of a queue, if the element still belongs to it.
  private func validRow(_ element: Stamped) -> Int? {
    let state = rows[element.number]
    return state.queue != .uncached && state.stamp == element.stamp ? element.number : nil
  }

  /// Drops the elements of removed rows when they outnumber the others.
  private mutating func compact() {
    guard queueCount > 2 * cached.count + 16 else { return }
    probationaryQueue = probationaryQueue.filter { validRow($0) != nil }
    mainQueue = mainQueue.filter { validRow($0) != nil }
  }
}

/// The ghosts of S3-FIFO: the hashes of the last keys evicted from the probationary queue.
struct GhostList: Sendable {
  private var order = Deque<Stamped>()
  /// The stamp of the last eviction of each hash.
  private var stamps: [Int: UInt] = [:]
  private var lastStamp: UInt = 0

  var count: Int { stamps.count }

  mutating func insert(_ hash: Int, capacity: Int) {
    lastStamp += 1
    stamps[hash] = lastStamp
    order.append(Stamped(number: hash, stamp: lastStamp))
    let limit = max(capacity, 1)
    while stamps.count > limit || order.count > 2 * limit, let oldest = order.popFirst() {
      if stamps[oldest.number] == oldest.stamp { stamps[oldest.number] = nil }
    }
  }

  /// Removes a hash; returns whether it was in the list.
  mutating func remove(_ hash: Int) -> Bool { stamps.removeValue(forKey: hash) != nil }
}

/// A capacity: a number of entries and their total cost.
struct CacheSize: Sendable, Hashable {
  var count: Int
  var cost: Int

  static let none = CacheSize(count: 0, cost: 0)
  /// The largest cost; the sum of two costs does not overflow.
  static let maxCost = Int.max / 4

  static func += (size: inout CacheSize, cost: Int) {
    size.count += 1
    size.cost += cost
  }

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
