import LoadableTesting
import ReactiveLoadable
import Testing

/// Contract C2: the priority of a load is the highest of its interests.
///
/// A character is 10 ms, one load runs at a time, the grace time is 30 ms.
///
/// In the diagram of a row, `s` shows it, `x` hides it, `h` raises the priority and `l` lowers it.
@Suite struct `The priority of a load (C2)` {
  private func cache(
    _ m: Marbles,
    _ work: [String: TextWork],
    _ order: LoadQueue.Order = .oldestFirst
  ) -> TextCache {
    m.cache(work, .sample(LoadPolicy(queue: LoadQueue(limit: 1, order: order))))
  }

  @Test func `an interest with a raised priority overtakes the waiting ones`() {
    marbles { m in
      let cache = cache(m, ["a": m.text("---A|"), "b": m.text("--B|"), "c": m.text("--C|")])
      m.expect(m.row("-s", "a", in: cache), "-l--A", textStates)
      m.expect(m.row("-s", "b", in: cache), "-l------B", textStates)
      m.expect(m.row("-sh", "c", in: cache), "-l----C", textStates)
    }
  }

  @Test func `an interest with a lowered priority is overtaken`() {
    marbles { m in
      let cache = cache(m, ["a": m.text("---A|"), "b": m.text("--B|"), "c": m.text("--C|")])
      m.expect(m.row("-s", "a", in: cache), "-l--A", textStates)
      m.expect(m.row("-sl", "b", in: cache), "-l------B", textStates)
      m.expect(m.row("-s", "c", in: cache), "-l----C", textStates)
    }
  }

  @Test func `the highest priority applies, and when it ends the next one`() {
    marbles { m in
      let cache = cache(m, ["a": m.text("----A|"), "b": m.text("--B|"), "c": m.text("--C|")])
      m.expect(m.row("-s", "a", in: cache), "-l---A", textStates)
      m.expect(m.row("-sl", "b", in: cache), "-l-------B", textStates)
      // High for a moment, and then low again.
      m.expect(m.row("--shx", "b", in: cache), "--l", textStates)
      m.expect(m.row("-s", "c", in: cache), "-l-----C", textStates)
    }
  }

  @Test func `a load without interests is the last one during its grace time`() {
    marbles { m in
      let cache = cache(m, ["a": m.text("--A|"), "b": m.text("--B|"), "c": m.text("--C|")])
      m.expect(m.row("-s", "a", in: cache), "-l-A", textStates)
      m.expect(m.row("-sx-s", "b", in: cache), "-l--l--B", textStates)
      m.expect(m.row("-sl", "c", in: cache), "-l---C", textStates)
    }
  }

  @Test func `of a burst of rows that scroll by the visible ones are loaded first`() {
    marbles { m in
      let names = ["a", "b", "c", "d", "e", "f"]
      let begun = PublishRelay<String>()
      let queue = LoadQueue(limit: 1)
      let policy = CachePolicy<String>.sample(LoadPolicy(queue: queue, clock: m.clock))
      let answer = m.cold("-x|")
      let cache = m.keep(
        LoaderCache(policy: policy) { (key: String) in
          begun.accept(key)
          return try await answer()
        }
      )
      // From the last to the first, of which only the last two stay.
      var shown: [String: LoadInterest<String, String, LoadError>] = [:]
      m.hot("-s") {
        for name in names.reversed() { shown[name] = cache.interest(in: name, at: .high) }
        for name in names.dropFirst(2) { shown[name] = nil }
      }
      m.at(.milliseconds(200)) { shown = [:] }
      m.expect(begun, "-fba", ["f": "f", "b": "b", "a": "a"], checking: .everything)
    }
  }

  // MARK: Prefetch

  @Test func `a prefetch waits behind visible rows, and its value is cached when needed`() {
    marbles { m in
      let cache = cache(m, ["a": m.text("--A|"), "b": m.text("--B|"), "c": m.text("--C|")])
      var prefetch: AnyCancellable?
      m.hot("-p") { prefetch = cache.prefetch(["b", "a"]) }
      m.expect(m.row("-s", "c", in: cache), "-l---C", textStates)
      m.expect(m.row("--------s", "a", in: cache), "--------A", textStates)
      m.at(.milliseconds(300)) { withExtendedLifetime(prefetch) {} }
    }
  }

  @Test func `an interest in a prefetched key joins the load, and raises its priority`() {
    marbles { m in
      let a = m.text("--A|")
      let cache = cache(m, ["a": a, "b": m.text("--B|"), "c": m.text("--C|")])
      var prefetch: AnyCancellable?
      m.hot("-p") { prefetch = cache.prefetch(["b", "c", "a"]) }
      m.expect(m.row("--s", "a", in: cache), "--l--A", textStates)
      m.expect(m.row("--------s", "c", in: cache), "--------C", textStates)
      m.expectSubscriptions(a, ["---^-!"])
      m.at(.milliseconds(300)) { withExtendedLifetime(prefetch) {} }
    }
  }

  @Test func `cancelling a prefetch cancels the loads that have no other interest`() {
    marbles { m in
      let (a, b) = (m.text("---A|"), m.text("---B|"))
      let cache = m.cache(["a": a, "b": b])
      var prefetch: AnyCancellable?
      m.hot("-p") { prefetch = cache.prefetch(["a", "b"]) }
      m.hot("--x") { prefetch?.cancel() }
      m.expect(m.row("-s", "a", in: cache), "-l--A", textStates)
      m.expectSubscriptions(a, ["-^--!"])
      m.expectSubscriptions(b, ["-^--!"])
    }
  }

  @Test func `a prefetch without visible rows loads in the order of its keys`() {
    marbles { m in
      let begun = PublishRelay<String>()
      let names = ["a", "b", "c", "d", "e", "f", "g", "h"]
      let queue = LoadQueue(limit: 1, order: .oldestFirst)
      let policy = CachePolicy<String>.sample(
        grace: .seconds(1),
        LoadPolicy(queue: queue, clock: m.clock)
      )
      let answer = m.cold("-x|")
      let cache = m.keep(
        LoaderCache(policy: policy) { (key: String) in
          begun.accept(key)
          return try await answer()
        }
      )
      m.expect(begun, "-abcdefgh")
      m.hot("-p") { cache.prefetch(names).cancel() }
    }
  }

  @Test func `a prefetch of cached values loads nothing and holds no interest`() {
    marbles { m in
      let a = m.text("--A|")
      let cache = m.cache(["a": a])
      cache.set("A", for: "a")
      let prefetch = cache.prefetch(["a"])
      #expect(cache.statistics.activeKeys == 0)
      m.expectSubscriptions(a, [])
      m.at(.milliseconds(20)) { prefetch.cancel() }
    }
  }
}
