import ReactiveLoadable
import Testing

@testable import ReactiveCaching

/// The eviction order.
@Suite struct `The eviction queues of a cache (C3)` {
  private func eviction(rows: Int, count: Int, cost: Int = 0) -> CacheEviction {
    var eviction = CacheEviction(capacity: CacheSize(count: count, cost: cost))
    for row in 0..<rows { eviction.addRow(row, hash: row) }
    return eviction
  }

  @Test(arguments: 0..<30)
  func `after any calls the totals are those of the rows, and cached values fit the limits`(
    seed: Int
  ) {
    var random = SeededGenerator(UInt64(seed))
    let capacity = CacheSize(count: [0, 1, 2, 7, 30][seed % 5], cost: [0, 10, 60][seed % 3])
    let isFree = capacity.cost == 0
    var eviction = eviction(rows: 50, count: capacity.count, cost: capacity.cost)
    for _ in 0..<500 {
      let row = Int.random(in: 0..<50, using: &random)
      switch Int.random(in: 0..<10, using: &random) {
      case 0..<5:
        let cost = isFree ? 0 : Int.random(in: 0...(capacity.cost / 4 + 1), using: &random)
        let evicted = eviction.cache(row, cost: cost)
        #expect(!eviction.cached.exceeds(capacity))
        // Without any room the newest row is evicted last.
        if evicted.contains(row) { #expect(eviction.cached == .none) }
        #expect(evicted.allSatisfy { !eviction.isCached($0) })
        #expect(Set(evicted).count == evicted.count)
        for row in evicted where row % 2 == 0 { eviction.addRow(row, hash: row + 100) }
      case 5..<7: eviction.recordUse(row)
      case 7: eviction.remove(row)
      case 8:
        eviction.remove(row)
        eviction.addRow(row, hash: row)
      default:
        let part = capacity.scaled(by: .random(in: 0...1, using: &random))
        _ = eviction.evict(toFit: part)
        #expect(!eviction.cached.exceeds(part))
      }
      expectTotals(eviction)
    }
  }

  private func expectTotals(_ eviction: CacheEviction) {
    let cached = eviction.rows.filter { $0.queue != .uncached }
    let probationaryQueue = cached.filter { $0.queue == .probationary }
    #expect(
      eviction.cached == CacheSize(count: cached.count, cost: cached.map(\.cost).reduce(0, +))
    )
    #expect(
      eviction.probationary
        == CacheSize(
          count: probationaryQueue.count,
          cost: probationaryQueue.map(\.cost).reduce(0, +)
        )
    )
  }

  @Test func `a hundred thousand values that come and go leave no memory`() {
    var eviction = eviction(rows: 7, count: 100)
    for round in 0..<100_000 {
      let row = round % 7
      _ = eviction.cache(row, cost: 0)
      eviction.remove(row)
      if round % 3 == 0 { eviction.addRow(row, hash: round) }
    }
    #expect(eviction.cached == .none)
    #expect(eviction.queueCount <= 16)
  }

  @Test func `a reused row number does not reuse the position in the eviction queue`() {
    var eviction = eviction(rows: 3, count: 2)
    for row in [0, 1] { _ = eviction.cache(row, cost: 0) }
    eviction.remove(0)
    eviction.addRow(0, hash: 7)
    _ = eviction.cache(0, cost: 0)
    let evicted = eviction.cache(2, cost: 0)
    #expect(evicted == [1])
  }

  @Test func `a value that returns after its eviction skips probation`() {
    var eviction = eviction(rows: 11, count: 10)
    for row in 0..<11 { _ = eviction.cache(row, cost: 0) }
    #expect(eviction.rows[0].queue == .uncached)
    _ = eviction.cache(0, cost: 0)
    #expect(eviction.rows[0].queue == .main)
    _ = eviction.cache(1, cost: 0)
    #expect(eviction.rows[1].queue == .main)
  }

  @Test func `replacing a value does not evict it to make room`() {
    var eviction = eviction(rows: 3, count: 10, cost: 10)
    for row in [1, 2] { _ = eviction.cache(row, cost: 4) }
    for _ in 0..<3 { eviction.recordUse(2) }
    let evicted = eviction.cache(1, cost: 7)
    #expect(evicted == [2])
    #expect(eviction.cached == CacheSize(count: 1, cost: 7))
  }

  @Test func `a new value in the main queue evicts values on probation`() {
    var eviction = eviction(rows: 3, count: 10, cost: 100)
    _ = eviction.cache(1, cost: 10)
    eviction.recordUse(1)
    _ = eviction.evict(toFit: CacheSize(count: 0, cost: 0))
    _ = eviction.cache(1, cost: 10)
    _ = eviction.cache(2, cost: 5)
    #expect(eviction.rows[2].queue == .probationary)
    let evicted = eviction.cache(1, cost: 98)
    #expect(evicted == [2])
    #expect(eviction.cached == CacheSize(count: 1, cost: 98))
  }

  @Test func `a returning value stays among values of frequent use`() {
    var eviction = eviction(rows: 4, count: 3)
    for row in 0..<4 { _ = eviction.cache(row, cost: 0) }
    #expect(eviction.rows[0].queue == .uncached)
    for row in 1..<4 { for _ in 0..<3 { eviction.recordUse(row) } }
    let evicted = eviction.cache(0, cost: 0)
    #expect(evicted.count == 1)
    #expect(eviction.rows[0].queue == .main)
  }

  @Test func `a replaced value is counted at its new cost`() {
    var eviction = eviction(rows: 2, count: 10, cost: 100)
    for cost in [5, 50, 0, 100, 1] {
      let evicted = eviction.cache(1, cost: cost)
      #expect(evicted == [])
      #expect(eviction.cached == CacheSize(count: 1, cost: cost))
      #expect(eviction.probationary == eviction.cached)
    }
  }

  @Test func `a value used during probation survives a scan of unused values`() {
    var eviction = eviction(rows: 5_000, count: 100)
    for row in 0..<50 {
      _ = eviction.cache(row, cost: 0)
      eviction.recordUse(row)
    }
    for row in 1_000..<5_000 { _ = eviction.cache(row, cost: 0) }
    #expect((0..<50).allSatisfy { eviction.isCached($0) })
    #expect(eviction.cached.count == 100)
  }

  // MARK: Queues

  private func isGhost(_ expected: Bool, _ found: Bool, _ queue: SourceLocation = #_sourceLocation)
  {
    #expect(found == expected, sourceLocation: queue)
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
    var random = SeededGenerator(1)
    for _ in 0..<2_000 {
      if all.isEmpty || Int.random(in: 0..<5, using: &random) < 2 {
        let priority = LoadPriority.allCases.randomElement(using: &random) ?? .normal
        all.append(priority)
        counts.add(priority)
      } else {
        counts.remove(all.remove(at: .random(in: all.indices, using: &random)))
      }
      #expect(counts.highest == all.max())
      #expect(counts.isEmpty == all.isEmpty)
    }
  }
}
