import LoadableTesting
import ReactiveLoadable
import Testing

/// Limits that are changed while a cache is in use (C3).
///
/// In the diagram of a row, `s` shows it and `x` hides it.
@Suite struct `Limits at run time (C3)` {
  private func cache(
    _ policy: CachePolicy<String> = CachePolicy(),
    _ keys: [String] = ["a", "b", "c", "d"]
  ) -> TextCache {
    let cache = TextCache(policy: policy) { (key: String) async throws(SampleError) -> String in
      key
    }
    for key in keys { cache.set(key + key, for: key) }
    return cache
  }

  @Test func `the initial limits are those of the policy`() {
    let policy = CachePolicy<String>(
      count: 7,
      cost: .limit(40) { $0.count },
      timeToLive: .seconds(3)
    )
    let limits = cache(policy).limits
    #expect(limits.count == 7)
    #expect(limits.cost == 40)
    #expect(limits.largestCost == 10)
    #expect(limits.timeToLive == .seconds(3))
    #expect(cache().limits.cost == nil)
  }

  @Test func `a lower count evicts and publishes before the setter returns`() {
    let (cache, events) = (cache(), Log<CacheEvent<String>>())
    let subscription = cache.events.sink { events.note($0) }
    cache.limits.count = 2
    #expect(events.entries == [.evicted("a"), .evicted("b")])
    #expect(cache.statistics.count == 2)
    #expect(cache.statistics.evictions == 2)
    #expect(cache.value(for: "a") == nil)
    #expect(cache.value(for: "d") == "dd")
    cache.set("ee", for: "e")
    #expect(cache.statistics.count == 2)
    subscription.cancel()
  }

  @Test func `a visible value stays visible after its eviction by a lower limit`() {
    let cache = cache()
    let interest = cache.interest(in: "a")
    cache.limits.count = 0
    #expect(cache.statistics.count == 0)
    #expect(interest.state == .loaded("aa"))
    #expect(cache.interest(in: "a").isHit)
    interest.cancel()
    #expect(cache.value(for: "a") == nil)
  }

  @Test func `a higher count caches more, and evicts nothing`() {
    let cache = cache(CachePolicy(count: 2))
    #expect(cache.statistics.evictions == 2)
    cache.limits.count = 4
    for key in ["e", "f"] { cache.set(key, for: key) }
    #expect(cache.statistics.count == 4)
    #expect(cache.statistics.evictions == 2)
  }

  @Test func `a lower cost limit evicts immediately, and larger values are refused from then on`() {
    let cache = cache(CachePolicy(cost: .limit(8, largest: 8) { $0.count }))
    let events = Log<CacheEvent<String>>()
    let subscription = cache.events.sink { events.note($0) }
    cache.limits.cost = 5
    #expect(events.entries == [.evicted("a"), .evicted("b")])
    #expect(cache.statistics.cost == 4)
    cache.set("123456", for: "e")
    #expect(events.entries.last == .refused("e", cost: 6))
    cache.limits.largestCost = 1
    cache.set("12", for: "f")
    #expect(events.entries.last == .refused("f", cost: 2))
    #expect(cache.value(for: "d") == "dd")
    cache.limits.cost = nil
    cache.limits.largestCost = nil
    cache.set(String(repeating: "x", count: 100), for: "g")
    #expect(cache.statistics.cost == 104)
    subscription.cancel()
  }

  @Test func `costs without a limit do not overflow`() {
    let cache = cache(CachePolicy(cost: .limit(.max, largest: .max) { _ in .max }))
    cache.limits.cost = nil
    for key in 0..<10 { cache.set("x", for: "\(key)") }
    #expect(cache.statistics.count == 1)
  }

  @Test func `numbers below zero count as zero`() {
    let cache = cache(CachePolicy(cost: .limit(8, largest: 8) { $0.count }))
    cache.limits.count = -1
    cache.limits.cost = .min
    cache.limits.largestCost = -3
    cache.limits.timeToLive = .seconds(-1)
    #expect(cache.limits.count == 0)
    #expect(cache.limits.cost == 0)
    #expect(cache.limits.largestCost == 0)
    #expect(cache.limits.timeToLive == .zero)
    #expect(cache.statistics.count == 0)
  }

  @Test func `a limit of costs that are not counted is reported`() {
    let cache = cache()
    withKnownIssue {
      cache.limits.cost = 1
    } matching: {
      $0.description.contains("expected a policy with a `CacheCost`")
    }
    #expect(cache.limits.cost == nil)
    #expect(cache.statistics.count == 4)
  }

  // MARK: Times

  @Test func `a shorter time to live applies to cached values, a longer one to later values`() {
    marbles { m in
      let policy = CachePolicy<String>(load: LoadPolicy(clock: m.clock))
      let cache = m.keep(cache(policy))
      m.at(.milliseconds(10)) {
        cache.limits.timeToLive = .milliseconds(20)
        #expect(cache.value(for: "a") == "aa")
      }
      m.at(.milliseconds(20)) {
        cache.limits.timeToLive = .milliseconds(50)
        cache.set("new", for: "b")
      }
      m.at(.milliseconds(30)) {
        #expect(cache.value(for: "a") == nil)
        #expect(cache.value(for: "b") == "new")
        #expect(cache.statistics.expirations == 1)
      }
      m.at(.milliseconds(40)) { cache.limits.timeToLive = nil }
      m.at(.milliseconds(60)) { cache.set("kept", for: "c") }
      m.at(.milliseconds(70)) { #expect(cache.value(for: "b") == nil) }
      m.at(.seconds(100)) { #expect(cache.value(for: "c") == "kept") }
    }
  }

  @Test func `a visible value is stale after a shortened time to live`() {
    marbles { m in
      let cache = m.cache(["k": m.text("-A|", then: ["-B|"])])
      m.at(.milliseconds(30)) { cache.limits.timeToLive = .milliseconds(30) }
      m.expect(m.row("-s", "k", in: cache), "-lA----rB", textStates)
      m.expect(m.row("----s-x", "k", in: cache), "----A", textStates)
      m.expect(m.row("-------s", "k", in: cache), "-------rB", textStates)
    }
  }

  @Test func `equal limits change nothing`() {
    marbles { m in
      let policy = CachePolicy<String>(
        timeToLive: .milliseconds(30),
        load: LoadPolicy(clock: m.clock)
      )
      let cache = m.keep(cache(policy))
      m.at(.milliseconds(20)) { cache.limits.count = 3 }
      m.at(.milliseconds(29)) { #expect(cache.value(for: "d") == "dd") }
      m.at(.milliseconds(30)) { #expect(cache.value(for: "d") == nil) }
    }
  }

  // MARK: Re-entrancy

  @Test func `the deinit of an evicted value may use the cache, and change its limits`() {
    let ends = Log<Int>()
    let cache = LoaderCache { (_: Int) async throws(Never) -> Ending in Ending {} }
    for key in 1...3 {
      cache.set(
        Ending { [weak cache] in
          cache?.limits.count += 1
          cache?.set(Ending {}, for: 10 + key)
          ends.note(cache?.statistics.count ?? -1)
        },
        for: key
      )
    }
    cache.limits.count = 0
    #expect(ends.entries.count == 3)
    #expect(cache.statistics.count <= cache.limits.count)
  }

  @Test func `an observer of evictions may change the limits`() {
    let (cache, events) = (cache(), Log<CacheEvent<String>>())
    let subscription = cache.events.sink { event in
      events.note(event)
      cache.limits.count = 1
    }
    cache.limits.count = 3
    #expect(events.entries == [.evicted("a"), .evicted("b"), .evicted("c")])
    subscription.cancel()
  }
}
