import Testing

@testable import ReactiveLoadable

/// What is kept, and who has to leave.
@Suite struct `The memory of a cache (C3)` {
  typealias Memory = CacheMemory<Int, Int>

  private func memory(count: Int, cost: Int = 0) -> Memory {
    Memory(room: CacheRoom(count: count, cost: cost))
  }

  @Test(arguments: 0..<30)
  func `whatever happens, the totals are those of the slots, and what is kept fits in`(seed: Int) {
    var chance = Seeded(UInt64(seed))
    let room = CacheRoom(count: [0, 1, 2, 7, 30][seed % 5], cost: [0, 10, 60][seed % 3])
    let isFree = room.cost == 0
    var memory = Memory(room: room)
    for _ in 0..<500 {
      let key = Int.random(in: 0..<50, using: &chance)
      switch Int.random(in: 0..<10, using: &chance) {
      case 0..<5:
        let cost = isFree ? 0 : Int.random(in: 0...(room.cost / 4 + 1), using: &chance)
        _ = memory.put(key, for: key)
        let evicted = memory.keep(key, cost: cost)
        #expect(!memory.kept.exceeds(room))
        // The newest one leaves last, if there is no room at all.
        if evicted.contains(key) { #expect(memory.kept == .none) }
        #expect(evicted.allSatisfy { memory.slots[$0]?.place == .notKept })
        #expect(Set(evicted).count == evicted.count)
        for key in evicted where key % 2 == 0 { _ = memory.remove(key) }
      case 5..<7: memory.slots[key]?.uses.note()
      case 7: memory.release(key)
      case 8:
        let content = memory.remove(key)
        #expect(content == nil || content == key)
      default:
        let part = room.part(.random(in: 0...1, using: &chance))
        _ = memory.makeRoom(within: part)
        #expect(!memory.kept.exceeds(part))
      }
      expectTotals(memory)
    }
  }

  private func expectTotals(_ memory: Memory) {
    let kept = memory.slots.values.filter { $0.place != .notKept }
    let trials = kept.filter { $0.place == .trial }
    #expect(memory.kept == CacheRoom(count: kept.count, cost: kept.map(\.cost).reduce(0, +)))
    #expect(memory.onTrial == CacheRoom(count: trials.count, cost: trials.map(\.cost).reduce(0, +)))
  }

  @Test func `what comes and goes a hundred thousand times leaves nothing behind`() {
    var memory = memory(count: 100)
    for round in 0..<100_000 {
      let key = round % 7
      _ = memory.put(round, for: key)
      _ = memory.keep(key, cost: 0)
      if round % 3 == 0 { memory.release(key) } else { _ = memory.remove(key) }
      if round % 5 == 0 { _ = memory.takeLeftovers() }
    }
    #expect(memory.kept == .none)
    #expect(memory.turns <= 16)
    let leftovers = memory.takeLeftovers()
    #expect(leftovers.count < 100)
  }

  @Test func `what has come back after it was sent away has no trial`() {
    var memory = memory(count: 10)
    for key in 0..<11 { _ = memory.put(key, for: key) }
    for key in 0..<11 { _ = memory.keep(key, cost: 0) }
    #expect(memory.slots[0]?.place == .notKept)
    _ = memory.keep(0, cost: 0)
    #expect(memory.slots[0]?.place == .main)
    _ = memory.keep(1, cost: 0)
    #expect(memory.slots[1]?.place == .main)
  }

  @Test func `what is written over is not what has to make room for it`() {
    var memory = memory(count: 10, cost: 10)
    for key in [1, 2] { _ = memory.put(key, for: key) }
    for key in [1, 2] { _ = memory.keep(key, cost: 4) }
    for _ in 0..<3 { memory.slots[2]?.uses.note() }
    let evicted = memory.keep(1, cost: 7)
    #expect(evicted == [2])
    #expect(memory.kept == CacheRoom(count: 1, cost: 7))
  }

  @Test func `what is new in the main part has those on trial make room for it`() {
    var memory = memory(count: 10, cost: 100)
    for key in [1, 2] { _ = memory.put(key, for: key) }
    _ = memory.keep(1, cost: 10)
    memory.slots[1]?.uses.note()
    _ = memory.makeRoom(within: CacheRoom(count: 0, cost: 0))
    _ = memory.keep(1, cost: 10)
    _ = memory.keep(2, cost: 5)
    #expect(memory.slots[2]?.place == .trial)
    let evicted = memory.keep(1, cost: 98)
    #expect(evicted == [2])
    #expect(memory.kept == CacheRoom(count: 1, cost: 98))
  }

  @Test func `what comes back among what is used much stays`() {
    var memory = memory(count: 3)
    for key in 0..<4 { _ = memory.put(key, for: key) }
    _ = memory.keep(0, cost: 0)
    for key in 1..<4 { _ = memory.keep(key, cost: 0) }
    #expect(memory.slots[0]?.place == .notKept)
    for key in 1..<4 { for _ in 0..<3 { memory.slots[key]?.uses.note() } }
    let evicted = memory.keep(0, cost: 0)
    #expect(evicted.count == 1)
    #expect(memory.slots[0]?.place == .main)
  }

  @Test func `what costs more or less than before is counted so`() {
    var memory = memory(count: 10, cost: 100)
    _ = memory.put(1, for: 1)
    for cost in [5, 50, 0, 100, 1] {
      let evicted = memory.keep(1, cost: cost)
      #expect(evicted == [])
      #expect(memory.kept == CacheRoom(count: 1, cost: cost))
      #expect(memory.onTrial == memory.kept)
    }
  }

  @Test func `what is used in its trial survives a flood of what is not`() {
    var memory = memory(count: 100)
    for key in 0..<50 {
      _ = memory.put(key, for: key)
      _ = memory.keep(key, cost: 0)
      memory.slots[key]?.uses.note()
    }
    for key in 1_000..<5_000 {
      _ = memory.put(key, for: key)
      for key in memory.keep(key, cost: 0) { _ = memory.remove(key) }
    }
    #expect((0..<50).allSatisfy { memory.slots[$0] != nil })
    #expect(memory.slots.count == 100)
  }

  // MARK: Parts

  private func isGhost(_ expected: Bool, _ found: Bool, _ place: SourceLocation = #_sourceLocation)
  {
    #expect(found == expected, sourceLocation: place)
  }

  @Test func `a ghost that came back and left again is remembered as long as others`() {
    var ghosts = GhostList()
    ghosts.insert(1, capacity: 3)
    isGhost(true, ghosts.remove(1))
    for hash in [2, 1, 3] { ghosts.insert(hash, capacity: 3) }
    #expect(ghosts.count == 3)
    for hash in [1, 2, 3] { isGhost(true, ghosts.remove(hash)) }
  }

  @Test func `the oldest ghosts are forgotten`() {
    var ghosts = GhostList()
    for hash in 0..<1_000 {
      ghosts.insert(hash, capacity: 10)
      if hash % 3 == 0 { isGhost(true, ghosts.remove(hash)) }
      #expect(ghosts.count <= 10)
    }
    isGhost(false, ghosts.remove(900))
    isGhost(true, ghosts.remove(998))
    for _ in 0..<1_000 { ghosts.insert(998, capacity: 0) }
    #expect(ghosts.count == 1)
  }

  @Test func `the most eager interest is that of all who are counted`() {
    var (counts, all) = (InterestCounts(), [LoadPriority]())
    var chance = Seeded(1)
    for _ in 0..<2_000 {
      if all.isEmpty || Int.random(in: 0..<5, using: &chance) < 2 {
        let priority = LoadPriority.allCases.randomElement(using: &chance) ?? .normal
        all.append(priority)
        counts.add(priority)
      } else {
        counts.remove(all.remove(at: .random(in: all.indices, using: &chance)))
      }
      #expect(counts.highest == all.max())
      #expect(counts.isEmpty == all.isEmpty)
    }
  }
}
