import LoadableTesting
import ReactiveLoadable
import Testing

/// Contracts C3, C4 and C5: storing, removing, and hits.
///
/// In the diagram of a row, `s` shows it and `x` hides it.
@Suite struct `Storing and evicting values (C3, C4, C5)` {
  private func cache(_ m: Marbles, _ policy: CachePolicy<String> = .sample()) -> TextCache {
    m.cache(["a": m.text("--A|"), "b": m.text("--B|"), "c": m.text("--C|")], policy)
  }

  // MARK: C5: hits

  @Test func `a cached value is visible immediately, without a loading state`() {
    marbles { m in
      let cache = cache(m)
      m.expect(m.row("-s---x", "a", in: cache), "-l-A", textStates)
      m.expect(m.row("---------s", "a", in: cache), "---------A", textStates)
      m.at(.milliseconds(95)) { #expect(cache.interest(in: "a").isHit) }
      m.at(.milliseconds(15)) { #expect(!cache.interest(in: "a").isHit) }
      m.at(.milliseconds(5)) { #expect(!cache.interest(in: "b").isHit) }
    }
  }

  @Test func `a read returns a cached, fresh value, and loads nothing`() {
    marbles { m in
      let cache = cache(m, .sample(LoadPolicy(freshness: .lasting(.milliseconds(50)))))
      m.expect(m.row("-s--x", "a", in: cache), "-l-A", textStates)
      for (time, value) in [(5, nil), (15, nil), (35, "A"), (75, "A"), (85, nil)] {
        m.at(.milliseconds(time)) { #expect(cache.value(for: "a") == value) }
      }
      m.at(.milliseconds(85)) { #expect(cache.state(for: "a") == .loaded("A")) }
      m.at(.milliseconds(85)) { #expect(cache.state(for: "b") == .notRequested) }
    }
  }

  @Test func `a read counts as a use, which protects the value from eviction by a scan`() {
    let cache = LoaderCache<Int, Int, Never>(policy: CachePolicy(count: 10)) {
      (key: Int) async throws(Never) -> Int in key
    }
    for key in 0..<10 { cache.set(key, for: key) }
    #expect(cache.value(for: 3) == 3)
    for key in 100..<200 { cache.set(key, for: key) }
    #expect((0..<10).filter { cache.value(for: $0) != nil } == [3])
  }

  @Test func `a stale value is visible while it is reloaded`() {
    marbles { m in
      let cache = cache(m, .sample(LoadPolicy(freshness: .lasting(.milliseconds(50)))))
      m.expect(m.row("-s---x", "a", in: cache), "-l-A", textStates)
      m.expect(m.row("---------s", "a", in: cache), "---------r-A", textStates)
    }
  }

  // MARK: C3: limits

  @Test func `a value above the limits is evicted`() {
    marbles { m in
      m.expectCleanRun()
      let cache = cache(m, .sample(count: 2))
      let events = Log<CacheEvent<String>>()
      let subscription = cache.events.sink { events.note($0) }
      for key in ["1", "2", "3"] { cache.set(key, for: key) }
      #expect(["1", "2", "3"].map { cache.value(for: $0) } == [nil, "2", "3"])
      #expect(events.entries == [.evicted("1")])
      #expect(cache.statistics.evictions == 1)
      #expect(cache.statistics.count == 2)
      subscription.cancel()
    }
  }

  @Test func `a visible value is found after its eviction, and cached when its row disappears`() {
    marbles { m in
      let cache = cache(m, .sample(count: 1))
      m.expect(m.row("-s-----x", "a", in: cache), "-l-A", textStates)
      m.hot("----w") { for key in ["1", "2"] { cache.set(key, for: key) } }
      m.expect(m.row("-----s-x", "a", in: cache), "-----A", textStates)
      m.at(.milliseconds(65)) { #expect(cache.value(for: "a") == "A") }
      m.at(.milliseconds(75)) { #expect(cache.value(for: "a") == "A") }
      m.at(.milliseconds(75)) { #expect(cache.value(for: "2") == nil) }
    }
  }

  @Test func `a cache without room stores nothing, and still shares visible values`() {
    marbles { m in
      let work = m.text("--A|")
      let cache = m.cache(["a": work], .sample(count: 0))
      m.expect(m.row("-s----x", "a", in: cache), "-l-A", textStates)
      m.expect(m.row("----sx", "a", in: cache), "----A", textStates)
      m.expect(m.row("--------s", "a", in: cache), "--------l-A", textStates)
      m.expectSubscriptions(work, ["-^-!", "--------^-!"])
    }
  }

  @Test func `a value that is too large is refused, reported, and removes its predecessor`() {
    marbles { m in
      m.expectCleanRun()
      let cost = CacheCost<String>.limit(10, largest: 4) { $0.count }
      let cache = cache(m, .sample(cost: cost))
      let events = Log<CacheEvent<String>>()
      let subscription = cache.events.sink { events.note($0) }
      cache.set("1234", for: "k")
      #expect(cache.statistics.cost == 4)
      cache.set("12345", for: "k")
      #expect(cache.value(for: "k") == nil)
      #expect(events.entries == [.refused("k", cost: 5)])
      #expect(cache.statistics.refusals == 1)
      #expect(cache.statistics.cost == 0)
      subscription.cancel()
    }
  }

  @Test func `a waiting caller gets a value that is too large to cache`() {
    marbles { m in
      let cache = cache(m, .sample(cost: .limit(10, largest: 0) { $0.count }))
      m.expect(m.row("-s----x", "a", in: cache), "-l-A", textStates)
      m.at(.milliseconds(45)) { #expect(cache.value(for: "a") == "A") }
      m.at(.milliseconds(75)) {
        #expect(cache.value(for: "a") == nil)
        #expect(cache.statistics.refusals == 1)
      }
    }
  }

  @Test func `the cost limit holds, also when a value is replaced`() {
    marbles { m in
      m.expectCleanRun()
      let cache = cache(m, .sample(cost: .limit(10, largest: 10) { $0.count }))
      cache.set("123", for: "a")
      cache.set("123", for: "b")
      cache.set("12345", for: "a")
      #expect(cache.statistics.cost == 8)
      cache.set("1234567", for: "b")
      #expect(cache.statistics.cost <= 10)
      #expect(cache.statistics.count == 1)
    }
  }

  @Test func `an expired value is evicted, and stale for the rows that show it`() {
    marbles { m in
      let cache = cache(m, .sample(timeToLive: .milliseconds(50)))
      m.expect(m.row("-s---x", "a", in: cache), "-l-A", textStates)
      m.expect(m.row("---------s", "a", in: cache), "---------l-A", textStates)
      m.expect(m.row("-s", "b", in: cache), "-l-B-----q-B", textStates)
      m.expect(m.row("---------s", "b", in: cache), "---------q-B", textStates)
      m.at(.milliseconds(200)) { #expect(cache.statistics.expirations == 1) }
    }
  }

  @Test func `a trim evicts values that are not visible`() {
    marbles { m in
      let cache = cache(m, .sample(count: 4))
      for key in ["1", "2", "3", "4"] { cache.set(key, for: key) }
      cache.trim(to: 0.5)
      #expect(cache.statistics.count == 2)
      m.expect(m.row("-s----x", "a", in: cache), "-l-A", textStates)
      m.hot("----t") { cache.trim(to: 0) }
      m.at(.milliseconds(45)) {
        #expect(cache.statistics.count == 0)
        #expect(cache.value(for: "a") == "A")
      }
    }
  }

  @Test func `a cache evicts when memory is short`() {
    marbles { m in
      m.expectCleanRun()
      let cache = cache(m, .sample(count: 4))
      let pressures = m.keep(PublishRelay<MemoryPressure>())
      cache.trim(on: pressures)
      for key in ["1", "2", "3", "4"] { cache.set(key, for: key) }
      pressures.accept(.warning)
      #expect(cache.statistics.count == 2)
      pressures.accept(.critical)
      #expect(cache.statistics.count == 0)
    }
  }

  @Test func `a trim to a fraction out of bounds trims nothing, or all`() {
    marbles { m in
      m.expectCleanRun()
      let cache = cache(m)
      cache.set("1", for: "1")
      for share in [1, 2, .infinity] { cache.trim(to: share) }
      #expect(cache.statistics.count == 1)
      cache.trim(to: .nan)
      #expect(cache.statistics.count == 0)
    }
  }

  // MARK: C4: removing and invalidating

  @Test
  func `a waiting caller gets the value in flight when its key is removed, the cache does not`() {
    marbles { m in
      let work = m.text("----A|", then: ["----B|"])
      let cache = m.cache(["k": work])
      m.expect(m.row("-s", "k", in: cache), "-l---A", textStates)
      m.hot("--x") { cache.remove("k") }
      m.expect(m.row("---s", "k", in: cache), "---l---B", textStates)
      m.expect(m.row("---------s", "k", in: cache), "---------B", textStates)
      m.expectSubscriptions(work, ["-^---!", "---^---!"])
    }
  }

  @Test func `a removed value stays removed when its load ends`() {
    marbles { m in
      let cache = cache(m)
      m.expect(m.row("-s--x", "a", in: cache), "-l-A", textStates)
      m.hot("--x") { cache.removeAll() }
      m.at(.milliseconds(45)) { #expect(cache.state(for: "a") == .notRequested) }
      m.at(.milliseconds(45)) { #expect(cache.statistics.activeKeys == 0) }
    }
  }

  @Test func `the load of a removed key ends with the last caller that waits for it`() {
    marbles { m in
      let work = m.text("------A|")
      let cache = m.cache(["k": work])
      m.expect(m.row("-s-x", "k", in: cache), "-l", textStates)
      m.hot("--x") { cache.remove("k") }
      m.expectSubscriptions(work, ["-^----!"])
    }
  }

  @Test func `a value invalidated in flight is stale when it arrives`() {
    marbles { m in
      let work = m.text("---A|", then: ["---B|"])
      let cache = m.cache(["k": work])
      m.expect(m.row("-s---x", "k", in: cache), "-l--A", textStates)
      m.hot("--x") { cache.invalidate("k") }
      m.at(.milliseconds(45)) { #expect(cache.value(for: "k") == nil) }
      m.expect(m.row("------s", "k", in: cache), "------r--B", textStates)
    }
  }

  @Test func `a request after an invalidation does not join a load that started before it`() {
    marbles { m in
      let work = m.text("----A|", then: ["----B|"])
      let cache = m.cache(["k": work])
      m.expect(m.row("-s", "k", in: cache), "-l-l---B", textStates)
      m.hot("--x") { cache.invalidate("k") }
      m.expect(m.row("---s", "k", in: cache), "---l---B", textStates)
      m.expectSubscriptions(work, ["-^-!", "---^---!"])
    }
  }

  @Test func `a refresh reloads visible values, and marks the others as stale`() {
    marbles { m in
      let cache = cache(m)
      cache.set("B", for: "b")
      m.expect(m.row("-s", "a", in: cache), "-l-A-r-A", textStates)
      m.hot("-----r") {
        cache.refresh("a")
        cache.refresh("b")
        cache.refresh("c")
      }
      m.expect(m.row("-------s", "b", in: cache), "-------q-B", textStates)
    }
  }

  @Test func `a set value is visible, and a running load replaces it`() {
    marbles { m in
      let cache = cache(m)
      let shown: [String: TextState] = ["w": .loading(previous: "C", cause: .load)]
      m.expect(m.row("-s", "a", in: cache), "-lwA", textStates.merging(shown) { $1 })
      m.hot("--w") { cache.set("C", for: "a") }
      m.at(.milliseconds(25)) { #expect(cache.value(for: "a") == "C") }
      m.expect(m.row("-----s", "a", in: cache), "-----A", textStates)
    }
  }
}
