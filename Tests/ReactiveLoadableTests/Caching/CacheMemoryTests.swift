import ReactiveLoadable
import Testing

@testable import ReactiveCaching

/// The eviction order.
@Suite struct `The memory of a cache (C3)` {
  private func memory(rows: Int, count: Int, cost: Int = 0) -> CacheMemory {
    var memory = CacheMemory(room: CacheRoom(count: count, cost: cost))
    for row in 0..<rows { memory.begin(row, hash: row) }
    return memory
  }

  @Test(arguments: 0..<30)
  func `after any calls the totals are those of the rows, and cached values fit the limits`(
    seed: Int
  ) {
    var chance = Seeded(UInt64(seed))
    let room = CacheRoom(count: [0, 1, 2, 7, 30][seed % 5], cost: [0, 10, 60][seed % 3])
    let isFree = room.cost == 0
    var memory = memory(rows: 50, count: room.count, cost: room.cost)
    for _ in 0..<500 {
      let row = Int.random(in: 0..<50, using: &chance)
      switch Int.random(in: 0..<10, using: &chance) {
      case 0..<5:
        let cost = isFree ? 0 : Int.random(in: 0...(room.cost / 4 + 1), using: &chance)
        let evicted = memory.keep(row, cost: cost)
        #expect(!memory.kept.exceeds(room))
        // Without any room the newest row is evicted last.
        if evicted.contains(row) { #expect(memory.kept == .none) }
        #expect(evicted.allSatisfy { !memory.isKept($0) })
        #expect(Set(evicted).count == evicted.count)
        for row in evicted where row % 2 == 0 { memory.begin(row, hash: row + 100) }
      case 5..<7: memory.note(row)
      case 7: memory.release(row)
      case 8:
        memory.release(row)
        memory.begin(row, hash: row)
      default:
        let part = room.part(.random(in: 0...1, using: &chance))
        _ = memory.makeRoom(within: part)
        #expect(!memory.kept.exceeds(part))
      }
      expectTotals(memory)
    }
  }

  private func expectTotals(_ memory: CacheMemory) {
    let kept = memory.standings.filter { $0.place != .notKept }
    let trials = kept.filter { $0.place == .trial }
    #expect(memory.kept == CacheRoom(count: kept.count, cost: kept.map(\.cost).reduce(0, +)))
    #expect(memory.onTrial == CacheRoom(count: trials.count, cost: trials.map(\.cost).reduce(0, +)))
  }

  @Test func `a hundred thousand values that come and go leave no memory`() {
    var memory = memory(rows: 7, count: 100)
    for round in 0..<100_000 {
      let row = round % 7
      _ = memory.keep(row, cost: 0)
      memory.release(row)
      if round % 3 == 0 { memory.begin(row, hash: round) }
    }
    #expect(memory.kept == .none)
    #expect(memory.turns <= 16)
  }

  @Test func `a reused row number does not reuse the position in the eviction queue`() {
    var memory = memory(rows: 3, count: 2)
    for row in [0, 1] { _ = memory.keep(row, cost: 0) }
    memory.release(0)
    memory.begin(0, hash: 7)
    _ = memory.keep(0, cost: 0)
    let evicted = memory.keep(2, cost: 0)
    #expect(evicted == [1])
  }

  @Test func `a value that returns after its eviction skips probation`() {
    var memory = memory(rows: 11, count: 10)
    for row in 0..<11 { _ = memory.keep(row, cost: 0) }
    #expect(memory.standings[0].place == .notKept)
    _ = memory.keep(0, cost: 0)
    #expect(memory.standings[0].place == .main)
    _ = memory.keep(1, cost: 0)
    #expect(memory.standings[1].place == .main)
  }

  @Test func `replacing a value does not evict it to make room`() {
    var memory = memory(rows: 3, count: 10, cost: 10)
    for row in [1, 2] { _ = memory.keep(row, cost: 4) }
    for _ in 0..<3 { memory.note(2) }
    let evicted = memory.keep(1, cost: 7)
    #expect(evicted == [2])
    #expect(memory.kept == CacheRoom(count: 1, cost: 7))
  }

  @Test func `a new value in the main queue evicts values on probation`() {
    var memory = memory(rows: 3, count: 10, cost: 100)
    _ = memory.keep(1, cost: 10)
    memory.note(1)
    _ = memory.makeRoom(within: CacheRoom(count: 0, cost: 0))
    _ = memory.keep(1, cost: 10)
    _ = memory.keep(2, cost: 5)
    #expect(memory.standings[2].place == .trial)
    let evicted = memory.keep(1, cost: 98)
    #expect(evicted == [2])
    #expect(memory.kept == CacheRoom(count: 1, cost: 98))
  }

  @Test func `a returning value stays among values of frequent use`() {
    var memory = memory(rows: 4, count: 3)
    for row in 0..<4 { _ = memory.keep(row, cost: 0) }
    #expect(memory.standings[0].place == .notKept)
    for row in 1..<4 { for _ in 0..<3 { memory.note(row) } }
    let evicted = memory.keep(0, cost: 0)
    #expect(evicted.count == 1)
    #expect(memory.standings[0].place == .main)
  }

  @Test func `a replaced value is counted at its new cost`() {
    var memory = memory(rows: 2, count: 10, cost: 100)
    for cost in [5, 50, 0, 100, 1] {
      let evicted = memory.keep(1, cost: cost)
      #expect(evicted == [])
      #expect(memory.kept == CacheRoom(count: 1, cost: cost))
      #expect(memory.onTrial == memory.kept)
    }
  }

  @Test func `a value used during probation survives a scan of unused values`() {
    var memory = memory(rows: 5_000, count: 100)
    for row in 0..<50 {
      _ = memory.keep(row, cost: 0)
      memory.note(row)
    }
    for row in 1_000..<5_000 { _ = memory.keep(row, cost: 0) }
    #expect((0..<50).allSatisfy { memory.isKept($0) })
    #expect(memory.kept.count == 100)
  }

  // MARK: Queues

  private func isGhost(_ expected: Bool, _ found: Bool, _ place: SourceLocation = #_sourceLocation)
  {
    #expect(found == expected, sourceLocation: place)
  }

  @Test func `a ghost that returned and was evicted again stays recorded as long as others`() {
    var ghosts = GhostList()
    ghosts.insert(1, capacity: 3)
    isGhost(true, ghosts.remove(1))
    for hash in [2, 1, 3] { ghosts.insert(hash, capacity: 3) }
    #expect(ghosts.count == 3)
    for hash in [1, 2, 3] { isGhost(true, ghosts.remove(hash)) }
  }

  @Test func `the oldest ghosts are dropped`() {
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

  @Test func `the highest priority of all counted interests applies`() {
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
