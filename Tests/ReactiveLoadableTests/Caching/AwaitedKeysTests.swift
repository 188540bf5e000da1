import LoadableTesting
import ReactiveLoadable
import TestSupport
import Testing

/// Calls of `load` of a cache: when they wait, what they count, and what cancels them (C1, C5).
///
/// In the diagram of a caller, `o` calls; in its answers, `f` is a failure and `x` a cancellation.
@Suite struct `Awaited keys of a cache (C1, C5)` {
  @Test func `a fresh value is a hit, and no load starts`() {
    marbles { m in
      let work = m.text("--A|")
      let cache = m.cache(["k": work])
      m.expect(m.loads("-o---o", "k", in: cache), "---A-A")
      m.expectSubscriptions(work, ["-^-!"])
      m.at(.milliseconds(60)) {
        let statistics = cache.statistics
        #expect((statistics.loads, statistics.hits, statistics.activeKeys) == (1, 1, 0))
      }
    }
  }

  @Test func `an observer receives the hit of an awaited key`() {
    marbles { m in
      let log = EventLog()
      let policy = CachePolicy<String>.sample(LoadPolicy(observer: log.observer))
      let cache = m.cache(["k": m.text("--A|")], policy)
      m.expect(m.loads("-o---o", "k", in: cache), "---A-A")
      m.expect(log.letters, "-s-d-h")
    }
  }

  @Test func `an awaited hit is a use of the value, which an eviction spares`() async throws {
    let (cache, calls) = CountingCache.make(CachePolicy(count: 10))
    for key in 0..<10 { cache.set("x", for: key) }
    _ = try await cache.load(0)
    for key in 10..<12 { cache.set("x", for: key) }
    #expect(cache.value(for: 0) == "x")
    #expect(cache.value(for: 1) == nil)
    #expect(calls.entries.isEmpty)
  }

  @Test func `a cancelled task gets a cached value, but waits for none`() {
    marbles { m in
      let cache = m.cache(["a": m.text("--A|"), "b": m.text("--B|")], .sample(grace: .zero))
      cache.set("A", for: "a")
      m.expect(m.loads("-o", "a", in: cache) { $0.cancel() }, "-A")
      m.expect(m.loads("-o", "b", in: cache) { $0.cancel() }, "-x")
    }
  }

  @Test func `a call joins a reload in flight, though the value is fresh`() {
    marbles { m in
      let cache = m.cache(["k": m.text("--A|", then: ["---B|"])])
      m.expect(m.row("-s---r", "k", in: cache), "-l-A-r--B", textStates)
      m.expect(m.loads("----o-o", "k", in: cache), "----A---B")
      m.at(.milliseconds(70)) { #expect(cache.value(for: "k") == "A") }
    }
  }

  @Test func `a call during a load waits, also after a value was set`() {
    marbles { m in
      let cache = m.cache(["k": m.text("----A|")])
      m.expect(m.loads("-o-o", "k", in: cache), "-----(AA)")
      m.at(.milliseconds(20)) { cache.set("C", for: "k") }
    }
  }

  @Test func `a call waits for the reload of a stale value`() {
    marbles { m in
      let policy = CachePolicy<String>.sample(
        LoadPolicy(freshness: .lasting(.milliseconds(30)))
      )
      let cache = m.cache(["k": m.text("--B|")], policy)
      cache.set("A", for: "k")
      m.expect(m.loads("--oo", "k", in: cache), "--A--B")
    }
  }

  @Test func `a call waits for a value whose time to live has passed, which is published once`() {
    marbles { m in
      let cache = m.cache(["k": m.text("--B|")], .sample(timeToLive: .milliseconds(30)))
      cache.set("A", for: "k")
      m.expect(cache.events.map { $0 == .expired("k") ? "e" : "?" }, "---e")
      m.expect(m.loads("--oo", "k", in: cache), "--A--B")
      m.at(.milliseconds(60)) { #expect(cache.statistics.expirations == 1) }
    }
  }

  @Test func `a call during the backoff of a failed key throws the failure`() {
    marbles { m in
      let cache = m.cache(["k": m.text("-#", then: ["-A|"])])
      m.expect(m.loads("-o-o------o", "k", in: cache), "--ff-------A")
      m.at(.milliseconds(150)) { #expect(cache.statistics.failureHits == 1) }
    }
  }

  @Test func `a call waits for the load that replaces its load after an invalidation`() {
    marbles { m in
      let work = m.text("----A|", then: ["---B|"])
      let cache = m.cache(["k": work])
      m.expect(m.loads("-o-o", "k", in: cache), "------(BB)")
      m.at(.milliseconds(20)) { cache.invalidate("k") }
      m.expectSubscriptions(work, ["-^-!", "---^--!"])
    }
  }
}

extension Marbles {
  /// The results of callers that load a key: the value, `f` for a failure, `x` for a cancellation.
  func loads(
    _ diagram: String,
    _ key: String,
    in cache: TextCache,
    allowingStale time: Freshness = .never,
    _ started: @escaping @Sendable (Task<Void, Never>) -> Void = { _ in }
  ) -> PublishRelay<String> {
    let answers = keep(PublishRelay<String>())
    hot(diagram) { _ in
      started(
        Task {
          do {
            let isPlain = time == .never
            answers.accept(
              isPlain ? try await cache.load(key) : try await cache.load(key, allowingStale: time)
            )
          } catch {
            answers.accept(error is CancellationError ? "x" : "f")
          }
        }
      )
    }
    return answers
  }
}
