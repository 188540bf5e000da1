import LoadableTesting
import ReactiveLoadable
import TestSupport
import Testing

@testable import ReactiveCaching

/// Calls of `load(_:allowingStale:)`: what they return, and the reload behind them (C14).
///
/// A value is fresh for 30 ms, a load takes 20 ms, and the backoff is 50 ms.
@Suite struct `Stale answers of a cache (C14)` {
  private static let policy = CachePolicy<String>.sample(
    LoadPolicy(freshness: .lasting(.milliseconds(30)))
  )

  @Test func `a stale value is returned immediately, and reloaded once behind the calls`() {
    marbles { m in
      let work = m.text("--A|", then: ["--B|"])
      let cache = m.cache(["k": work], Self.policy)
      let calls = m.loads("-o---o-oo-o", "k", in: cache, allowingStale: .forever)
      m.expect(calls, "---A-A-AA-B")
      m.expectSubscriptions(work, ["-^-!", "-------^-!"])
      m.at(.milliseconds(110)) { #expect(cache.statistics.activeKeys == 0) }
    }
  }

  @Test func `a failed reload is visible, and is repeated after the backoff only`() {
    marbles { m in
      let log = EventLog()
      let work = m.text("--A|", then: ["-#", "-B|"])
      var policy = Self.policy
      policy.load.observer = log.observer
      let cache = m.cache(["k": work], policy)
      let calls = m.loads("-o----o-o-----o-o", "k", in: cache, allowingStale: .forever)
      m.expect(calls, "---A--A-A-----A-B")
      m.expectSubscriptions(work, ["-^-!", "------^!", "--------------^!"])
      m.expect(log.letters.filter { $0 == "f" }, "-------f")
      m.at(.milliseconds(90)) {
        #expect(cache.state(for: "k") == textStates["F"])
        #expect(cache.statistics.failures == 1)
        #expect(cache.value(for: "k") == nil)
      }
    }
  }

  @Test func `a value that is stale for too long is awaited`() {
    marbles { m in
      let cache = m.cache(["k": m.text("--B|")], Self.policy)
      cache.set("A", for: "k")
      // It is stale from 30 ms on, so 20 ms of staleness end at 50 ms.
      m.expect(
        m.loads("-----oo", "k", in: cache, allowingStale: .lasting(.milliseconds(20))),
        "-------(BB)"
      )
    }
  }

  @Test func `a value that is stale for a short time is returned`() {
    marbles { m in
      let cache = m.cache(["k": m.text("--B|")], Self.policy)
      cache.set("A", for: "k")
      m.expect(
        m.loads("----o-o", "k", in: cache, allowingStale: .lasting(.milliseconds(20))),
        "----A-B"
      )
    }
  }

  @Test func `the age of a value counts on over a failed reload`() {
    marbles { m in
      let work = m.text("#", then: ["-B|"])
      var policy = Self.policy
      policy.afterFailure = .constant(.zero, limit: .max)
      let cache = m.cache(["k": work], policy)
      cache.set("A", for: "k")
      m.expect(
        m.loads("---o-o", "k", in: cache, allowingStale: .lasting(.milliseconds(20))),
        "---A--B"
      )
    }
  }

  @Test func `an invalidated value is older than any time`() {
    marbles { m in
      let cache = m.cache(["k": m.text("--B|"), "l": m.text("--B|")], Self.policy)
      for key in ["k", "l"] {
        cache.set("A", for: key)
        cache.invalidate(key)
      }
      m.expect(m.loads("-o--o", "k", in: cache, allowingStale: .forever), "-A--B")
      m.expect(
        m.loads("-o", "l", in: cache, allowingStale: .lasting(.seconds(3600))),
        "---B"
      )
    }
  }

  @Test func `an invalidated failure is older than any time, too`() {
    marbles { m in
      let work = m.text("#", then: ["--B|"])
      let cache = m.cache(["k": work], Self.policy)
      cache.set("A", for: "k")
      m.expect(m.row("---sx", "k", in: cache), "---(rF)", textStates)
      m.at(.milliseconds(50)) { cache.invalidate("k") }
      let time = Freshness.lasting(.seconds(3600))
      m.expect(m.loads("----o----o", "k", in: cache, allowingStale: time), "----A------B")
    }
  }

  @Test func `after its time to live a value is awaited, also while a row shows it`() {
    marbles { m in
      let policy = CachePolicy<String>.sample(timeToLive: .milliseconds(40))
      let cache = m.cache(["k": m.text("--B|"), "l": m.text("--B|")], policy)
      for key in ["k", "l"] { cache.set("A", for: key) }
      m.expect(m.row("-s", "l", in: cache), "-A----r-B", textStates)
      for key in ["k", "l"] {
        m.expect(m.loads("------o", key, in: cache, allowingStale: .forever), "--------B")
      }
    }
  }

  @Test func `a fresh value is returned during its reload`() {
    marbles { m in
      let cache = m.cache(["k": m.text("--B|")])
      cache.set("A", for: "k")
      m.expect(m.row("-s-r", "k", in: cache), "-A-r-B", textStates)
      m.expect(m.loads("----o", "k", in: cache, allowingStale: .forever), "----A")
    }
  }

  @Test func `without a value the calls wait for one load, and share its failure`() {
    marbles { m in
      let work = m.text("--#", then: ["-A|"])
      let cache = m.cache(["k": work], Self.policy)
      let calls = m.loads("-oo--o-----o", "k", in: cache, allowingStale: .forever)
      m.expect(calls, "---(ff)-f------A")
      m.expectSubscriptions(work, ["-^-!", "-----------^!"])
    }
  }

  @Test func `a reload outlives the task of its caller`() {
    marbles { m in
      let work = m.text("--B|")
      let cache = m.cache(["k": work], .sample(grace: .zero, Self.policy.load))
      cache.set("A", for: "k")
      cache.invalidate("k")
      let calls = m.loads("-o", "k", in: cache, allowingStale: .forever) { $0.cancel() }
      m.expect(calls, "-A")
      m.expectSubscriptions(work, ["-^-!"])
      m.at(.milliseconds(40)) { #expect(cache.value(for: "k") == "B") }
    }
  }

  @Test func `a reload joins the load of a row, and holds it after the row`() {
    marbles { m in
      let work = m.text("---B|")
      let cache = m.cache(["k": work], .sample(grace: .zero, Self.policy.load))
      cache.set("A", for: "k")
      cache.invalidate("k")
      m.expect(m.row("-s-x", "k", in: cache), "-r", textStates)
      m.expect(m.loads("--o", "k", in: cache, allowingStale: .forever), "--A")
      m.expectSubscriptions(work, ["-^--!"])
    }
  }

  @Test func `a reload that was invalidated restarts at the next call`() {
    marbles { m in
      let work = m.text("----B|", then: ["--C|"])
      let cache = m.cache(["k": work], Self.policy)
      cache.set("A", for: "k")
      cache.invalidate("k")
      m.expect(m.loads("-o-o---o", "k", in: cache, allowingStale: .forever), "-A-A---C")
      m.at(.milliseconds(20)) { cache.invalidate("k") }
      m.expectSubscriptions(work, ["-^-!", "---^-!"])
    }
  }

  @Test func `a reload ends with the cache`() {
    marbles { m in
      let work = m.text("-----B|")
      let policy = CachePolicy<String>(load: LoadPolicy(clock: m.clock))
      let owned = Owned(
        TextCache(policy: policy) { _ async throws(SampleError) -> String in
          try await work(orCancelled: .second)
        }
      )
      owned.object?.set("A", for: "k")
      owned.object?.invalidate("k")
      m.at(.milliseconds(10)) {
        let cache = owned.object
        Task { _ = try await cache?.load("k", allowingStale: .forever) }
      }
      m.at(.milliseconds(30)) { owned.object = nil }
      m.expectSubscriptions(work, ["-^-!"])
    }
  }

  @Test func `values that are never fresh are reloaded at each call, one at a time`() {
    marbles { m in
      let work = m.text("--A|", then: ["--B|", "--C|"])
      let cache = m.cache(["k": work], .sample(LoadPolicy(freshness: .never)))
      m.expect(m.loads("-o--oo-o", "k", in: cache, allowingStale: .forever), "---AAA-B")
      m.expectSubscriptions(work, ["-^-!", "----^-!", "-------^-!"])
    }
  }
}
