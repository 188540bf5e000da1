import LoadableTesting
import ReactiveLoadable
import TestSupport
import Testing

@testable import ReactiveCaching

/// The cells of the tables of "Understanding the scope contract" for the keys of a cache.
///
/// In the diagram of a row, `s` shows the key `k` and `x` hides it.
@Suite struct `Keys of a cache in a scope (S3, S4, S6, S7)` {
  private func revalidate(_ m: Marbles, _ scope: LoadScope, _ diagram: String) {
    m.hot(diagram) { _ in #expect(scope.revalidate(["list", "k"]) == 1) }
  }

  // MARK: Tags

  @Test func `loaded, in use: refreshes, and the value stays visible`() {
    marbles { m in
      let (cache, scope) = m.scopedCache(["k": m.text("--A|", then: ["--B|"])])
      revalidate(m, scope, "-----v")
      m.expect(m.row("-s", "k", in: cache), "-l-A-r-B", textStates)
    }
  }

  @Test func `loaded, not in use: stale until it is loaded again`() {
    marbles { m in
      let (cache, scope) = m.scopedCache(["k": m.text("--A|", then: ["--B|"])])
      revalidate(m, scope, "-----v")
      m.expect(m.row("-s--x", "k", in: cache), "-l-A", textStates)
      m.at(.milliseconds(60)) {
        #expect(cache.value(for: "k") == nil)
        #expect(cache.state(for: "k") == .loaded("A"))
      }
      m.expect(m.row("-------s", "k", in: cache), "-------r-B", textStates)
    }
  }

  @Test func `loading, in use: restarts once`() {
    marbles { m in
      let work = m.text("--A|", then: ["--B|"])
      let (cache, scope) = m.scopedCache(["k": work])
      revalidate(m, scope, "--v")
      m.expect(m.row("-s", "k", in: cache), "-ll-B", textStates)
      m.expectSubscriptions(work, ["-^!", "--^-!"])
    }
  }

  @Test func `loading, in its grace time: the result will be stale`() {
    marbles { m in
      let work = m.text("--A|", then: ["--B|"])
      let (cache, scope) = m.scopedCache(["k": work])
      revalidate(m, scope, "--v")
      m.expect(m.row("-(sx)", "k", in: cache), "-l", textStates)
      m.expect(m.row("-----s", "k", in: cache), "-----r-B", textStates)
      m.expectSubscriptions(work, ["-^-!", "-----^-!"])
    }
  }

  @Test func `failed, in use: retries, also during the backoff`() {
    marbles { m in
      let (cache, scope) = m.scopedCache(["k": m.text("--#", then: ["--B|"])])
      revalidate(m, scope, "----v")
      m.expect(m.row("-s", "k", in: cache), "-l-ft-B", textStates)
    }
  }

  @Test func `failed, not in use: nothing`() {
    marbles { m in
      let work = m.text("--#")
      let (cache, scope) = m.scopedCache(["k": work])
      revalidate(m, scope, "-----v")
      m.expect(m.row("-s--x", "k", in: cache), "-l-f", textStates)
      m.expectSubscriptions(work, ["-^-!"])
    }
  }

  @Test(arguments: [true, false])
  func `waiting for a retry: attempts now, in use or not`(isInUse: Bool) {
    marbles { m in
      let work = m.text("--#", then: ["--B|"])
      let retry = RetryPolicy.constant(.seconds(1), limit: 1)
      let policy = CachePolicy<String>.sample(grace: .seconds(1), LoadPolicy(retry: retry))
      let (cache, scope) = m.scopedCache(["k": work], policy)
      revalidate(m, scope, "-----v")
      let row = m.row(isInUse ? "-s" : "-s--x", "k", in: cache)
      m.expect(row, isInUse ? "-l-1---B" : "-l-1", textStates)
      m.expectSubscriptions(work, ["-^-!", "-----^-!"])
    }
  }

  @Test func `not requested, and not cached: nothing`() {
    marbles { m in
      let work = m.text("--B|")
      let (_, scope) = m.scopedCache(["k": work])
      m.hot("--v") { _ in
        #expect(scope.revalidate(["list", "k"]) == 0)
        #expect(scope.revalidate(["list", 7]) == 0)
        #expect(scope.revalidate("list") == 0)
      }
      m.expectSubscriptions(work, [])
    }
  }

  @Test func `calls that are faster than a load cause one load after the other`() {
    marbles { m in
      let work = m.text("--A|", then: ["---B|", "---C|"])
      let (cache, scope) = m.scopedCache(["k": work])
      revalidate(m, scope, "-----vvv")
      m.expect(m.row("-s", "k", in: cache), "-l-A-r--(Bq)--C", textStates)
      m.expectSubscriptions(work, ["-^-!", "-----^--!", "--------^--!"])
    }
  }

  @Test func `the load that follows needs an interest when the other one ends`() {
    marbles { m in
      let work = m.text("--A|", then: ["---B|", "---C|"])
      let (cache, scope) = m.scopedCache(["k": work])
      revalidate(m, scope, "-----vv")
      m.expect(m.row("-s-----x", "k", in: cache), "-l-A-r", textStates)
      m.expectSubscriptions(work, ["-^-!", "-----^--!"])
      m.at(.milliseconds(100)) { #expect(cache.value(for: "k") == nil) }
    }
  }

  @Test func `a tag selects all keys, and a key with it once`() {
    marbles { m in
      let works = ["j": m.text("-A|", then: ["-B|"]), "k": m.text("-A|", then: ["-B|"])]
      let (cache, scope) = m.scopedCache(works)
      m.hot("-----v") { _ in #expect(scope.revalidate(["list", "k"], "list", "list") == 2) }
      m.expect(m.row("-s", "j", in: cache), "-lA--rB", textStates)
      m.expect(m.row("-s", "k", in: cache), "-lA--rB", textStates)
    }
  }

  // MARK: Triggers

  @Test func `a trigger refreshes what is in use and stale`() {
    marbles { m in
      let policy = CachePolicy<String>.sample(LoadPolicy(freshness: .lasting(.milliseconds(40))))
      let works = ["j": m.text("--A|"), "k": m.text("--A|", then: ["--B|"])]
      let (cache, scope) = m.scopedCache(works, policy)
      m.hot("-----v--v") { _ in scope.revalidate() }
      m.expect(m.row("-s--x", "j", in: cache), "-l-A", textStates)
      m.expect(m.row("-s", "k", in: cache), "-l-A----r-B", textStates)
      for work in [works["j"]].compactMap(\.self) { m.expectSubscriptions(work, ["-^-!"]) }
    }
  }

  @Test func `a thousand values at one moment are one load for each key`() {
    marbles { m in
      let works = ["j": m.text("--A|", then: ["--B|"]), "k": m.text("--#", then: ["--B|"])]
      let (cache, scope) = m.scopedCache(works, .sample(LoadPolicy(freshness: .never)))
      m.hot("-----v") { _ in for _ in 0..<1_000 { scope.revalidate() } }
      m.expect(m.row("-s", "j", in: cache), "-l-A-r-B", textStates)
      m.expect(m.row("-s", "k", in: cache), "-l-f-t-B", textStates)
    }
  }

  @Test func `a trigger joins a load, also before its retry, and skips a fresh value`() {
    marbles { m in
      let works = [
        "i": m.text("-A|"), "j": m.text("-----A|"), "k": m.text("-#", then: ["A|"]),
      ]
      let retry = RetryPolicy.constant(.milliseconds(60), limit: 1)
      let (cache, scope) = m.scopedCache(works, .sample(LoadPolicy(retry: retry)))
      m.hot("----v") { _ in scope.revalidate() }
      m.expect(m.row("-s", "i", in: cache), "-lA", textStates)
      m.expect(m.row("-s", "j", in: cache), "-l----A", textStates)
      m.expect(m.row("-s", "k", in: cache), "-l1-----A", textStates)
    }
  }

  @Test func `retryFailed loads failed keys again, in use, and attempts now`() {
    marbles { m in
      let retry = RetryPolicy(limit: 1, shouldRetry: { _ in true }) { _, _ in .seconds(1) }
      let works = [
        "j": m.text("-#", then: ["-#"]), "k": m.text("-#", then: ["-A|"]), "l": m.text("-A|"),
      ]
      let policy = CachePolicy<String>.sample(grace: .seconds(1), LoadPolicy(retry: retry))
      let (cache, scope) = m.scopedCache(works, policy)
      m.hot("-----o") { _ in scope.retryFailed() }
      m.expect(m.row("-s", "k", in: cache), "-l1---A", textStates)
      m.expect(m.row("-s", "l", in: cache), "-lA", textStates)
      m.expect(m.row("-s-x", "j", in: cache), "-l1", textStates)
      for work in [works["j"]].compactMap(\.self) {
        m.expectSubscriptions(work, ["-^!", "-----^!"])
      }
    }
  }

  @Test func `retryFailed loads nothing that is not in use`() {
    marbles { m in
      let works = ["j": m.text("-#"), "k": m.text("-#", then: ["-A|"])]
      let (cache, scope) = m.scopedCache(works)
      m.hot("-----o") { _ in scope.retryFailed() }
      m.expect(m.row("-s-x", "j", in: cache), "-lf", textStates)
      m.expect(m.row("-s", "k", in: cache), "-lf--tA", textStates)
      for work in [works["j"]].compactMap(\.self) { m.expectSubscriptions(work, ["-^!"]) }
    }
  }
}

extension Marbles {
  /// A cache in a scope at the tag `list`.
  func scopedCache(
    _ works: [String: TextWork],
    _ policy: CachePolicy<String> = .sample()
  ) -> (TextCache, LoadScope) {
    let (cache, scope) = (cache(works, policy), keep(LoadScope()))
    scope.add(cache, tag: "list")
    return (cache, scope)
  }
}
