import LoadableTesting
import ReactiveLoadable
import TestSupport
import Testing

/// Problems of other libraries that share resources and images; the numbers are those of the thirty
/// cases.
///
/// In the diagram of a row, `s` shows it, `x` hides it, `t` retries it and `h` raises the priority.
@Suite struct `Edge cases of caches (C1 to C5, C7)` {
  @Test func `Edge case 16: one of two interests is cancelled, and the other gets the value`() {
    marbles(exploring: 20) { m in
      let work = m.text("----A|")
      let cache = m.cache(["k": work], .sample(grace: .zero))
      m.expect(m.row("-s-x", "k", in: cache), "-l", textStates)
      m.expect(m.row("-s", "k", in: cache), "-l---A", textStates)
      m.expectSubscriptions(work, ["-^---!"])
    }
  }

  @Test func `Edge case 16: one of two callers is cancelled, and the other gets the value`() {
    marbles { m in
      let cache = m.cache(["k": m.text("----A|")], .sample(grace: .zero))
      let first = m.keep(BehaviorRelay(Task<Void, Never>?.none))
      m.expect(m.loads("-o", "k", in: cache) { first.accept($0) }, "---x")
      m.expect(m.loads("-o", "k", in: cache), "-----A")
      m.hot("---x") { first.value?.cancel() }
    }
  }

  @Test
  func `Edge case 17: both are cancelled, and the late result of their load reaches no caller`() {
    marbles(exploring: 20) { m in
      let work = m.text("----A|", then: ["----B|"], .ignored)
      let cache = m.cache(["k": work], .sample(grace: .zero))
      m.expect(m.row("-s-x", "k", in: cache), "-l", textStates)
      m.expect(m.row("-s-x", "k", in: cache), "-l", textStates)
      m.expect(m.row("----s", "k", in: cache), "----l---B", textStates)
      m.at(.milliseconds(65)) { #expect(cache.value(for: "k") == nil) }
    }
  }

  @Test(.needsImmediateTasks)
  func `Edge case 18: a load that ends synchronously is visible to its caller`() {
    let calls = Log<String>()
    let cache = LoaderCache<String, String, Never> { (key: String) async throws(Never) -> String in
      calls.note(key)
      return "A"
    }
    let first = cache.interest(in: "k")
    #expect(first.state == .loaded("A"))
    #expect(!first.isHit)
    #expect(cache.interest(in: "k").isHit)
    #expect(calls.entries == ["k"])
  }

  @Test func `Edge case 18: an interest during the cancellation of a load gets another load`() {
    marbles(exploring: 50) { m in
      let work = m.text("--------A|", then: ["--B|"])
      let cache = m.cache(["k": work])
      m.expect(m.row("-sx", "k", in: cache), "-l", textStates)
      // At the end of the grace time, before it or after it.
      let late = m.row("-----s", "k", in: cache)
      let ends = m.keep(BehaviorRelay(0))
      m.keep(late.sink { if !$0.isLoading { ends.update { $0 += 1 } } })
      m.at(.milliseconds(150)) {
        #expect(ends.value == 1)
        #expect(cache.value(for: "k") != nil)
      }
    }
  }

  @Test func `Edge case 19: all waiting callers receive the failure of a load`() {
    marbles { m in
      let work = m.text("---#", then: ["--A|"])
      let cache = m.cache(["k": work])
      m.expect(m.row("-s", "k", in: cache), "-l--f-----t-A", textStates)
      m.expect(m.loads("--o", "k", in: cache), "----f")
      m.expect(m.loads("--o", "k", in: cache), "----f")
      m.expect(m.row("---s------t", "k", in: cache), "---lf-----t-A", textStates)
    }
  }

  @Test func `Edge case 20: the priority of a load rises and falls with its interests`() {
    marbles { m in
      let names = ["a", "b", "c", "d"]
      let cache = m.cache(
        Dictionary(uniqueKeysWithValues: names.map { ($0, m.text("--A|")) }),
        .sample(LoadPolicy(queue: LoadQueue(limit: 1)))
      )
      m.expect(m.row("-s", "a", in: cache), "-l-A", textStates)
      m.expect(m.row("-s", "b", in: cache), "-l-------A", textStates)
      m.expect(m.row("-s", "c", in: cache), "-l---A", textStates)
      // It had precedence before, and has it again.
      m.expect(m.row("-s", "d", in: cache), "-l-----A", textStates)
      m.expect(m.row("-sh", "c", in: cache), "-l---A", textStates)
      m.expect(m.row("-sh-x", "d", in: cache), "-l", textStates)
    }
  }

  @Test func `Edge case 21: a key removed in flight does not return`() {
    marbles(exploring: 20) { m in
      let cache = m.cache(["k": m.text("---A|", then: ["---B|"])])
      m.expect(m.row("-s----x", "k", in: cache), "-l--A", textStates)
      m.hot("--x") { cache.removeAll() }
      m.at(.milliseconds(45)) { #expect(cache.value(for: "k") == nil) }
      m.at(.milliseconds(75)) { #expect(cache.state(for: "k") == .notRequested) }
      m.expect(m.row("--------s", "k", in: cache), "--------l--B", textStates)
    }
  }

  @Test func `Edge case 21: a visible value is not loaded a second time after its eviction`() {
    marbles { m in
      let work = m.text("--A|")
      let cache = m.cache(["k": work], .sample(count: 1))
      m.expect(m.row("-s", "k", in: cache), "-l-A", textStates)
      m.hot("----w") { for key in ["1", "2", "3"] { cache.set(key, for: key) } }
      m.hot("----t") { cache.trim(to: 0) }
      m.expect(m.row("------s", "k", in: cache), "------A", textStates)
      m.expectSubscriptions(work, ["-^-!"])
    }
  }

  @Test(.needsImmediateTasks)
  func `Edge case 22: a value larger than the cache evicts nothing, and is reported`() {
    let cache = TextCache(policy: CachePolicy(cost: .limit(8) { $0.count })) {
      (key: String) async throws(SampleError) -> String in key
    }
    let events = Log<CacheEvent<String>>()
    let subscription = cache.events.sink { events.note($0) }
    for key in ["a", "b"] { cache.set(key, for: key) }
    let interest = cache.interest(in: "far too big")
    #expect(interest.state == .loaded("far too big"))
    #expect(cache.interest(in: "far too big").isHit)
    interest.cancel()
    #expect(cache.value(for: "far too big") == nil)
    #expect(["a", "b"].map { cache.value(for: $0) } == ["a", "b"])
    #expect(events.entries == [.refused("far too big", cost: 11)])
    subscription.cancel()
  }

  @Test func `Edge case 23: replacing a value is a use, and an expired value is removed`() {
    marbles { m in
      let cache = m.cache([:], .sample(count: 2, timeToLive: .milliseconds(50)))
      for key in ["1", "2"] { cache.set(key, for: key) }
      cache.set("1 again", for: "1")
      cache.set("3", for: "3")
      #expect(["1", "2", "3"].map { cache.value(for: $0) } == ["1 again", nil, "3"])
      m.at(.milliseconds(45)) { #expect(cache.value(for: "1") == "1 again") }
      m.at(.milliseconds(55)) {
        #expect(cache.statistics.count == 2)
        #expect(cache.value(for: "1") == nil)
        #expect(cache.statistics.count == 1)
        #expect(cache.statistics.expirations == 1)
      }
    }
  }

  @Test(.needsImmediateTasks)
  func `Edge case 24: a list that scrolls by does not evict values in use`() {
    let cache = LoaderCache<Int, Int, Never>(policy: CachePolicy(count: 100)) {
      (key: Int) async throws(Never) -> Int in key
    }
    for _ in 0..<2 { for key in 0..<60 { cache.interest(in: key).cancel() } }
    for key in 1_000..<4_000 { cache.interest(in: key).cancel() }
    #expect((0..<60).allSatisfy { cache.value(for: $0) == $0 })
    #expect(cache.statistics.count == 100)
  }

  @Test func `Edge case 27: a prefetch that is stopped immediately finishes no load`() {
    marbles { m in
      let (work, other) = (m.text("-----A|"), m.text("---B|"))
      let cache = m.cache(
        ["k": work, "o": other],
        .sample(grace: .zero, LoadPolicy(queue: LoadQueue(limit: 1)))
      )
      m.hot("-p") { cache.prefetch(["k", "o"]).cancel() }
      m.expect(m.row("---s", "o", in: cache), "---l--B", textStates)
      m.at(.milliseconds(25)) { #expect(cache.statistics.activeKeys == 0) }
    }
  }

  @Test func `Edge case 27: an interest in a prefetched key joins the load, and may end again`() {
    marbles(exploring: 20) { m in
      let work = m.text("-----A|")
      let cache = m.cache(["k": work], .sample(grace: .zero))
      var prefetch: AnyCancellable?
      m.hot("-p") { prefetch = cache.prefetch(["k"]) }
      m.expect(m.row("--s-x", "k", in: cache), "--l", textStates)
      m.expect(m.row("--------s", "k", in: cache), "--------A", textStates)
      m.expectSubscriptions(work, ["-^----!"])
      m.at(.milliseconds(100)) { withExtendedLifetime(prefetch) {} }
    }
  }

  @Test func `Edge case 28: a cached value is available immediately to every kind of reader`() {
    marbles { m in
      let cache = m.cache(["k": m.text("--A|")])
      m.expect(m.row("-s--x", "k", in: cache), "-l-A", textStates)
      m.at(.milliseconds(55)) {
        let interest = cache.interest(in: "k")
        #expect(interest.isHit)
        #expect(interest.state == .loaded("A"))
        #expect(cache.value(for: "k") == "A")
        #expect(cache.state(for: "k") == .loaded("A"))
        let seen = Log<TextState>()
        let subscription = cache.states(of: "k").sink { seen.note($0) }
        #expect(seen.entries == [.loaded("A")])
        subscription.cancel()
      }
      m.expect(m.loads("------o", "k", in: cache), "------A")
    }
  }

  @Test func `Edge case 30: a failed key may be retried, but not by every row`() {
    marbles { m in
      let work = m.text("#", then: ["#", "A|"])
      let cache = m.cache(["k": work])
      for (row, seen) in [
        ("-sx", "-(lf)"), ("--sx", "--f"), ("----sx", "----f"), ("------sx", "------(lf)"),
        ("--------sx", "--------f"), ("-----------sx", "-----------(lA)"),
      ] {
        m.expect(m.row(row, "k", in: cache), seen, textStates)
      }
      m.at(.milliseconds(150)) { #expect(cache.statistics.loads == 3) }
    }
  }
}

/// Problems of MovieSwiftUI that a cache does not have.
@Suite struct `Mistakes of movie apps that the cache avoids (C1, C3, C7)` {
  @Test func `(a) a second subscriber before the image arrives starts no second fetch`() {
    marbles(exploring: 20) { m in
      let work = m.text("-----A|")
      let cache = m.cache(["k": work])
      m.expect(cache.states(of: "k"), "l----A", textStates)
      m.expect(m.row("--s", "k", in: cache), "--l--A", textStates)
      m.expect(m.row("----s", "k", in: cache), "----lA", textStates)
      m.expectSubscriptions(work, ["^----!"])
    }
  }

  @Test func `(b) a cancelled subscriber does not affect the others`() {
    marbles(exploring: 20) { m in
      let work = m.text("-----A|")
      let cache = m.cache(["k": work], .sample(grace: .zero))
      m.expect(cache.states(of: "k"), "l----A", textStates)
      m.expect(m.row("-s-x", "k", in: cache), "-l", textStates)
      m.expect(m.row("--sx", "k", in: cache), "--l", textStates)
      m.expectSubscriptions(work, ["^----!"])
    }
  }

  @Test func `(c) an error is a failed state, with a retry that works`() {
    marbles { m in
      let work = m.text("--#", then: ["--A|"])
      let cache = m.cache(["k": work])
      m.expect(m.row("-s----t", "k", in: cache), "-l-f--t-A", textStates)
    }
  }

  @Test(.needsImmediateTasks)
  func `(d) the cache is limited by count and by cost, and a failure caches no value`() {
    let policy = CachePolicy<String>(count: 50, cost: .limit(100, largest: 10) { $0.count })
    let cache = TextCache(policy: policy) { (key: String) async throws(SampleError) -> String in
      if key.isEmpty { throw .first }
      return key
    }
    for number in 0..<1_000 { cache.interest(in: "key \(number)").cancel() }
    cache.interest(in: "").cancel()
    #expect(cache.statistics.count <= 50)
    #expect(cache.statistics.cost <= 100)
    #expect(cache.state(for: "") == .failed(.first))
    #expect(cache.statistics.activeKeys == 0)
  }
}
