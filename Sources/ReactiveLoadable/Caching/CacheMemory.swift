import DequeModule

/// Which rows of a cache are kept, as many as there is room for.
///
/// Who has to leave is decided by S3-FIFO (Yang et al., "FIFO queues are all you need for cache
/// eviction", SOSP 2023). What is new is on trial in a tenth of the room; what is used again there gets
/// into the main part, so what flies by once flushes no more than that tenth. A use only counts, which
/// makes a hit cheap; what is at the head of its queue with uses left gets another round. What was sent
/// away after its trial and comes back soon was needed after all: it goes to the main part at once.
///
/// A row may also be there without being kept, which is the business of whoever put it there.
@usableFromInline
struct CacheMemory: Sendable {
  struct Standing: Sendable {
    let hash: Int
    var place = CachePlace.notKept
    var cost = 0
    var stamp: UInt = 0
  }

  /// A place in a queue; it counts for as long as the row's own stamp is the same.
  private struct Turn: Sendable {
    let row: Int
    let stamp: UInt
  }

  private(set) var standings: ContiguousArray<Standing> = []
  @usableFromInline var uses: ContiguousArray<CacheUses> = []
  var room: CacheRoom
  private(set) var kept = CacheRoom.none
  private(set) var onTrial = CacheRoom.none
  private var trials = Deque<Turn>()
  private var mains = Deque<Turn>()
  private var ghosts = GhostList()
  private var lastStamp: UInt = 0

  init(room: CacheRoom) { self.room = room }
}

/// Where a row stands.
enum CachePlace: Sendable { case notKept, trial, main }

/// How often a row was used since its last turn; more than three times counts as three.
@usableFromInline
struct CacheUses: Sendable {
  @usableFromInline var count: UInt8 = 0

  init() {}

  @inlinable var isMost: Bool { count >= 3 }

  @inlinable
  mutating func note() { if !isMost { count += 1 } }

  /// Spends one; false if there is none.
  mutating func spend() -> Bool {
    guard count > 0 else { return false }
    count -= 1
    return true
  }
}

// MARK: Keeping

extension CacheMemory {
  /// Begins a row that is not kept: a new one behind the others, or one that another key had.
  ///
  /// - Parameters:
  ///   - row: Its number.
  ///   - hash: What it is remembered by when it has left.
  mutating func begin(_ row: Int, hash: Int) {
    if row == standings.count {
      standings.append(Standing(hash: hash))
      uses.append(CacheUses())
    } else {
      standings[row] = Standing(hash: hash)
      uses[row] = CacheUses()
    }
  }

  /// Forgets all rows, none of which is kept, and gives back their memory; the next one is the first.
  mutating func forgetRows() {
    (standings, uses) = ([], [])
    (trials, mains) = ([], [])
  }

  /// Counts a use of a row.
  @inlinable
  mutating func note(_ row: Int) { if !uses[row].isMost { uses[row].note() } }

  /// Keeps a row; returns those that had to make room, which are not kept any more.
  ///
  /// A row that is kept already stays where it is, and was used once more. One whose own cost exceeds
  /// the room is the only one that leaves: the limit was lowered after its cost was accepted.
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

  /// Keeps a row no longer.
  mutating func release(_ row: Int) {
    leave(row)
    sweep()
  }

  /// Has as many leave as must for the rest to fit in; returns those.
  ///
  /// The newest one stays for as long as there is another one that can leave.
  mutating func makeRoom(within room: CacheRoom, for newest: Int? = nil) -> [Int] {
    var evicted: [Int] = []
    while kept.exceeds(room), let row = evictOne(within: room, for: newest) { evicted.append(row) }
    return evicted
  }

  private mutating func admit(_ row: Int, _ cost: Int) {
    let place: CachePlace = ghosts.remove(standings[row].hash) ? .main : .trial
    standings[row].cost = cost
    uses[row] = CacheUses()
    kept += cost
    if place == .trial { onTrial += cost }
    stand(row, in: place)
  }

  private mutating func change(_ row: Int, to cost: Int) {
    let more = cost - standings[row].cost
    standings[row].cost = cost
    uses[row].note()
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
      // The newest one has its trial, however small the room is.
      let isTrial = !hasMain(beside: spared) || onTrial.count > 1 && onTrial.exceeds(roomOfTrials)
      if let row = isTrial ? endTrial() : endRound(sparing: spared) { return row }
    }
    return nil
  }

  private func hasMain(beside spared: Int?) -> Bool {
    let isSparedMain = spared.map { standings[$0].place == .main } ?? false
    return kept.count - onTrial.count > (isSparedMain ? 1 : 0)
  }

  /// Ends the oldest trial; returns the row that has to leave, if it was not used again.
  private mutating func endTrial() -> Int? {
    guard let turn = trials.popFirst(), isValid(turn) else { return nil }
    guard uses[turn.row].count > 0 else {
      leave(turn.row)
      ghosts.insert(standings[turn.row].hash, capacity: kept.count)
      return turn.row
    }
    onTrial -= standings[turn.row].cost
    uses[turn.row] = CacheUses()
    stand(turn.row, in: .main)
    return nil
  }

  /// Ends the oldest round in the main part; returns the row that has to leave, if its uses are spent.
  private mutating func endRound(sparing spared: Int?) -> Int? {
    guard let turn = mains.popFirst(), isValid(turn) else { return nil }
    if uses[turn.row].spend() || turn.row == spared {
      stand(turn.row, in: .main)
      return nil
    }
    leave(turn.row)
    return turn.row
  }

  /// How many turns are queued, also of rows that have left.
  var turns: Int { trials.count + mains.count }

  /// Whether it is still the turn of its row.
  private func isValid(_ turn: Turn) -> Bool {
    let standing = standings[turn.row]
    return standing.place != .notKept && standing.stamp == turn.stamp
  }

  /// Clears away the turns of rows that have left, when there are more of them than of the others.
  private mutating func sweep() {
    guard turns > 2 * kept.count + 16 else { return }
    trials = trials.filter { isValid($0) }
    mains = mains.filter { isValid($0) }
  }
}
