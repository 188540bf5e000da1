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
struct CacheMemory: Sendable {
  struct Standing: Sendable {
    let hash: Int
    var place = CachePlace.notKept
    var cost = 0
    var stamp: UInt = 0
  }

  /// An element of a queue, which is valid while the row has the same stamp.
  private struct Turn: Sendable {
    let row: Int
    let stamp: UInt
  }

  private(set) var standings: ContiguousArray<Standing> = []
  /// The number of uses of each row since its last turn, at most three.
  @usableFromInline var uses: ContiguousArray<UInt8> = []
  var room: CacheRoom
  private(set) var kept = CacheRoom.none
  private(set) var onTrial = CacheRoom.none
  private var trials = Deque<Turn>()
  private var mains = Deque<Turn>()
  private var ghosts = GhostList()
  private var lastStamp: UInt = 0

  init(room: CacheRoom) { self.room = room }
}

/// The queue of a row.
enum CachePlace: Sendable { case notKept, trial, main }

// MARK: Keeping

extension CacheMemory {
  /// Initializes a row that is not cached: a new last row, or a row that another key had.
  ///
  /// - Parameters:
  ///   - row: The index of the row.
  ///   - hash: The hash of the key, for the ghost list.
  mutating func begin(_ row: Int, hash: Int) {
    if row == standings.count {
      standings.append(Standing(hash: hash))
      uses.append(0)
    } else {
      standings[row] = Standing(hash: hash)
      uses[row] = 0
    }
  }

  /// Removes all rows, none of which is cached, and frees their memory.
  mutating func forgetRows() {
    (standings, uses) = ([], [])
    (trials, mains) = ([], [])
  }

  /// Counts a use of a row.
  @inlinable
  mutating func note(_ row: Int) { if uses[row] < 3 { uses[row] += 1 } }

  /// Decrements the number of uses of a row; returns false if it is zero.
  private mutating func spendUse(_ row: Int) -> Bool {
    if uses[row] == 0 { return false }
    uses[row] -= 1
    return true
  }

  /// Caches a row; returns the rows that are evicted for it.
  ///
  /// A row that is already cached stays in its queue, and the call counts as a use. If the cost of
  /// the row alone exceeds the capacity, only this row is evicted: the limit was lowered after its
  /// cost was accepted.
  mutating func keep(_ row: Int, cost: Int) -> [Int] {
    if cost > room.cost {
      leave(row)
      return [row]
    }
    switch standings[row].place {
    case .notKept: admit(row, cost)
    case .trial, .main: change(row, to: cost)
    }
    return makeRoom(within: room, for: row)
  }

  func isKept(_ row: Int) -> Bool { standings[row].place != .notKept }

  /// Removes a row from its queue, without an eviction.
  mutating func release(_ row: Int) {
    leave(row)
    sweep()
  }

  /// Evicts rows until the rest fit into the capacity; returns the evicted rows.
  ///
  /// The newest row is evicted only if no other row is cached.
  mutating func makeRoom(within room: CacheRoom, for newest: Int? = nil) -> [Int] {
    var evicted: [Int] = []
    while kept.exceeds(room), let row = evictOne(within: room, for: newest) { evicted.append(row) }
    return evicted
  }

  private mutating func admit(_ row: Int, _ cost: Int) {
    let place: CachePlace = ghosts.remove(standings[row].hash) ? .main : .trial
    standings[row].cost = cost
    uses[row] = 0
    kept += cost
    if place == .trial { onTrial += cost }
    stand(row, in: place)
  }

  private mutating func change(_ row: Int, to cost: Int) {
    let more = cost - standings[row].cost
    standings[row].cost = cost
    note(row)
    kept.cost += more
    if standings[row].place == .trial { onTrial.cost += more }
  }

  private mutating func stand(_ row: Int, in place: CachePlace) {
    lastStamp += 1
    standings[row].place = place
    standings[row].stamp = lastStamp
    let turn = Turn(row: row, stamp: lastStamp)
    if place == .trial { trials.append(turn) } else { mains.append(turn) }
  }

  private mutating func leave(_ row: Int) {
    let standing = standings[row]
    if standing.place == .notKept { return }
    if standing.place == .trial { onTrial -= standing.cost }
    kept -= standing.cost
    standings[row].place = .notKept
  }
}

// MARK: Making room

extension CacheMemory {
  private static var shareOnTrial: Double { 0.1 }

  private mutating func evictOne(within room: CacheRoom, for newest: Int?) -> Int? {
    let roomOfTrials = room.part(Self.shareOnTrial)
    let spared = kept.count > 1 ? newest : nil
    while kept.count > 0 {
      // The newest row is on probation, even if the capacity is small.
      let isTrial = !hasMain(beside: spared) || onTrial.count > 1 && onTrial.exceeds(roomOfTrials)
      if let row = isTrial ? endTrial() : endRound(sparing: spared) { return row }
    }
    return nil
  }

  private func hasMain(beside spared: Int?) -> Bool {
    let isSparedMain = spared.map { standings[$0].place == .main } ?? false
    return kept.count - onTrial.count > (isSparedMain ? 1 : 0)
  }

  /// Removes the head of the probationary queue; returns the row if it was not used again.
  private mutating func endTrial() -> Int? {
    guard let turn = trials.popFirst(), isValid(turn) else { return nil }
    guard uses[turn.row] > 0 else {
      leave(turn.row)
      ghosts.insert(standings[turn.row].hash, capacity: kept.count)
      return turn.row
    }
    onTrial -= standings[turn.row].cost
    uses[turn.row] = 0
    stand(turn.row, in: .main)
    return nil
  }

  /// Removes the head of the main queue; returns the row if it has no uses left.
  private mutating func endRound(sparing spared: Int?) -> Int? {
    guard let turn = mains.popFirst(), isValid(turn) else { return nil }
    if spendUse(turn.row) || turn.row == spared {
      stand(turn.row, in: .main)
      return nil
    }
    leave(turn.row)
    return turn.row
  }

  /// The number of elements in both queues, including those of removed rows.
  var turns: Int { trials.count + mains.count }

  /// Returns whether an element of a queue still belongs to its row.
  private func isValid(_ turn: Turn) -> Bool {
    let standing = standings[turn.row]
    return standing.place != .notKept && standing.stamp == turn.stamp
  }

  /// Drops the elements of removed rows when they outnumber the others.
  private mutating func sweep() {
    guard turns > 2 * kept.count + 16 else { return }
    trials = trials.filter { isValid($0) }
    mains = mains.filter { isValid($0) }
  }
}
