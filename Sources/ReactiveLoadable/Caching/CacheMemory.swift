import DequeModule

/// What is known by key, of which as much is kept as there is room for.
///
/// Who has to leave is decided by S3-FIFO (Yang et al., "FIFO queues are all you need for cache
/// eviction", SOSP 2023). What is new is on trial in a tenth of the room; what is used again there gets
/// into the main part, so what flies by once flushes no more than that tenth. A use only counts, which
/// makes a hit cheap; what is at the head of its queue with uses left gets another round. What was sent
/// away after its trial and comes back soon was needed after all: it goes to the main part at once.
///
/// A slot may also be there without being kept, which is the business of whoever put it there.
@usableFromInline
struct CacheMemory<Key: Hashable & Sendable, Content: Sendable>: Sendable {
  @usableFromInline
  struct Slot: Sendable {
    @usableFromInline var content: Content
    @usableFromInline var uses = CacheUses()
    var place = CachePlace.notKept
    var cost = 0
    var stamp: UInt = 0

    init(_ content: Content) { self.content = content }
  }

  /// A place in a queue; it counts for as long as the slot's own stamp is the same.
  private struct Turn: Sendable {
    let key: Key
    let stamp: UInt
  }

  @usableFromInline var slots: [Key: Slot] = [:]
  let room: CacheRoom
  private(set) var kept = CacheRoom.none
  private(set) var onTrial = CacheRoom.none
  private var trials = Deque<Turn>()
  private var mains = Deque<Turn>()
  private var ghosts = GhostList()
  private var lastStamp: UInt = 0
  private var leftovers: [Key] = []

  init(room: CacheRoom) { self.room = room }
}

/// Where a slot stands.
enum CachePlace: Sendable { case notKept, trial, main }

/// How often a slot was used since its last turn; more than three times counts as three.
@usableFromInline
struct CacheUses: Sendable {
  @usableFromInline var count: UInt8 = 0

  init() {}

  @inlinable
  mutating func note() { if count < 3 { count += 1 } }

  /// Spends one; false if there is none.
  mutating func spend() -> Bool {
    guard count > 0 else { return false }
    count -= 1
    return true
  }
}

// MARK: Keeping

extension CacheMemory {
  /// Puts a content into the slot of a key, which is made if there is none; returns what was there.
  mutating func put(_ content: Content, for key: Key) -> Content? {
    guard let index = slots.index(forKey: key) else {
      slots[key] = Slot(content)
      return nil
    }
    let before = slots.values[index].content
    slots.values[index].content = content
    return before
  }

  /// Keeps the slot of a key; returns the keys of those that had to make room, whose slots stay.
  ///
  /// A slot that is kept already stays where it is, and was used once more.
  mutating func keep(_ key: Key, cost: Int) -> [Key] {
    guard let index = slots.index(forKey: key) else { return [] }
    switch slots.values[index].place {
    case .notKept: admit(key, at: index, cost)
    case .trial, .main: change(index, to: cost)
    }
    return makeRoom(within: room, for: key)
  }

  /// Keeps the slot of a key no longer.
  mutating func release(_ key: Key) {
    guard let index = slots.index(forKey: key) else { return }
    leave(index)
    sweep()
  }

  /// Takes a slot out; returns what was there, to be released where no lock is held.
  mutating func remove(_ key: Key) -> Content? {
    release(key)
    guard let index = slots.index(forKey: key) else { return nil }
    let (own, slot) = slots.remove(at: index)
    leftovers.append(own)
    return slot.content
  }

  /// Has as many leave as must for the rest to fit in; returns their keys, whose slots stay.
  ///
  /// The newest one stays for as long as there is another one that can leave.
  mutating func makeRoom(within room: CacheRoom, for newest: Key? = nil) -> [Key] {
    var evicted: [Key] = []
    while kept.exceeds(room), let key = evictOne(within: room, for: newest) { evicted.append(key) }
    return evicted
  }

  /// The keys that have left, to be released where no lock is held: a key may have a `deinit`, too.
  mutating func takeLeftovers() -> [Key] {
    if leftovers.isEmpty { return [] }
    defer { leftovers = [] }
    return leftovers
  }

  private mutating func admit(_ key: Key, at index: [Key: Slot].Index, _ cost: Int) {
    let place: CachePlace = ghosts.remove(key.hashValue) ? .main : .trial
    slots.values[index].cost = cost
    slots.values[index].uses = CacheUses()
    kept += cost
    if place == .trial { onTrial += cost }
    stand(key, at: index, in: place)
  }

  private mutating func change(_ index: [Key: Slot].Index, to cost: Int) {
    let more = cost - slots.values[index].cost
    slots.values[index].cost = cost
    slots.values[index].uses.note()
    kept.cost += more
    if slots.values[index].place == .trial { onTrial.cost += more }
  }

  private mutating func stand(_ key: Key, at index: [Key: Slot].Index, in place: CachePlace) {
    lastStamp += 1
    slots.values[index].place = place
    slots.values[index].stamp = lastStamp
    let turn = Turn(key: key, stamp: lastStamp)
    if place == .trial { trials.append(turn) } else { mains.append(turn) }
  }

  private mutating func leave(_ index: [Key: Slot].Index) {
    let (place, cost) = (slots.values[index].place, slots.values[index].cost)
    if place == .notKept { return }
    if place == .trial { onTrial -= cost }
    kept -= cost
    slots.values[index].place = .notKept
  }
}

// MARK: Making room

extension CacheMemory {
  private static var shareOnTrial: Double { 0.1 }

  private mutating func evictOne(within room: CacheRoom, for newest: Key?) -> Key? {
    let roomOfTrials = room.part(Self.shareOnTrial)
    let spared = kept.count > 1 ? newest : nil
    while kept.count > 0 {
      // The newest one has its trial, however small the room is.
      let isTrial = !hasMain(beside: spared) || onTrial.count > 1 && onTrial.exceeds(roomOfTrials)
      if let key = isTrial ? endTrial(sparing: spared) : endRound(sparing: spared) { return key }
    }
    return nil
  }

  private func hasMain(beside spared: Key?) -> Bool {
    let isSparedMain = spared.map { slots[$0]?.place == .main } ?? false
    return kept.count - onTrial.count > (isSparedMain ? 1 : 0)
  }

  /// Ends the oldest trial; returns the key that has to leave, if it was not used again.
  private mutating func endTrial(sparing spared: Key?) -> Key? {
    guard let turn = trials.popFirst(), let index = index(orLeftover: turn) else { return nil }
    guard slots.values[index].uses.count > 0 else {
      if turn.key == spared {
        stand(turn.key, at: index, in: .trial)
        return nil
      }
      leave(index)
      ghosts.insert(turn.key.hashValue, capacity: kept.count)
      return turn.key
    }
    onTrial -= slots.values[index].cost
    slots.values[index].uses = CacheUses()
    stand(turn.key, at: index, in: .main)
    return nil
  }

  /// Ends the oldest round in the main part; returns the key that has to leave, if its uses are spent.
  private mutating func endRound(sparing spared: Key?) -> Key? {
    guard let turn = mains.popFirst(), let index = index(orLeftover: turn) else { return nil }
    if slots.values[index].uses.spend() || turn.key == spared {
      stand(turn.key, at: index, in: .main)
      return nil
    }
    leave(index)
    return turn.key
  }

  /// How many turns are queued, also of slots that have left.
  var turns: Int { trials.count + mains.count }

  /// The slot whose turn it is; the key of a turn that is over is left over.
  private mutating func index(orLeftover turn: Turn) -> [Key: Slot].Index? {
    if let index = index(of: turn) { return index }
    leftovers.append(turn.key)
    return nil
  }

  private func index(of turn: Turn) -> [Key: Slot].Index? {
    guard let index = slots.index(forKey: turn.key) else { return nil }
    let slot = slots.values[index]
    return slot.place != .notKept && slot.stamp == turn.stamp ? index : nil
  }

  /// Clears away the turns of slots that have left, when there are more of them than of the others.
  private mutating func sweep() {
    guard turns > 2 * kept.count + 16 else { return }
    leftovers += (trials + mains).lazy.map(\.key)
    trials = trials.filter { index(of: $0) != nil }
    mains = mains.filter { index(of: $0) != nil }
  }
}
