import LoadableTesting
import ReactiveLoadable
import TestSupport
import Testing

@testable import ReactiveCaching

/// The cells of the tables of "Understanding the scope contract" for the keys of a cache.
///
/// In the diagram of a row, `s` shows the key `k` and `x` hides it.
@Suite struct `Keys of a cache in a scope (S3, S4, S6, S7, S9)` {
  private static let states: [String: TextState] = textStates.merging([
    "p": .loading(Loading(previous: "A", cause: .refresh, attempt: 1))
  ]) { $1 }

  /// A cache in a scope at the tag `list`.
  private func scoped(
    _ m: Marbles,
    _ works: [String: TextWork],
    _ policy: CachePolicy<String> = .sample()
  ) -> (TextCache, LoadScope) {
    let (cache, scope) = (m.cache(works, policy), m.keep(LoadScope()))
    scope.add(cache, tag: "list")
    return (cache, scope)
  }

  private func revalidate(_ m: Marbles, _ scope: LoadScope, _ diagram: String) {
    m.hot(diagram) { _ in #expect(scope.revalidate(["list", "k"]) == 1) }
  }

  // MARK: Tags

  @Test func `loaded, in use: refreshes, and the value stays visible`() {
    marbles { m in
      let (cache, scope) = scoped(m, ["k": m.text("--A|", then: ["--B|"])])
      revalidate(m, scope, "-----v")
      m.expect(m.row("-s", "k", in: cache), "-l-A-r-B", Self.states)
    }
  }

  @Test func `loaded, not in use: stale until it is loaded again`() {
    marbles { m in
      let (cache, scope) = scoped(m, ["k": m.text("--A|", then: ["--B|"])])
      revalidate(m, scope, "-----v")
      m.expect(m.row("-s--x", "k", in: cache), "-l-A", Self.states)
      m.at(.milliseconds(60)) {
        #expect(cache.value(for: "k") == nil)
        #expect(cache.state(for: "k") == .loaded("A"))
      }
      m.expect(m.row("-------s", "k", in: cache), "-------r-B", Self.states)
    }
  }

  @Test func `loading, in use: restarts once`() {
    marbles { m in
      let work = m.text("--A|", then: ["--B|"])
      let (cache, scope) = scoped(m, ["k": work])
      revalidate(m, scope, "--v")
      m.expect(m.row("-s", "k", in: cache), "-ll-B", Self.states)
      m.expectSubscriptions(work, ["-^!", "--^-!"])
    }
  }

  @Test func `loading, in its grace time: the result will be stale`() {
    marbles { m in
      let work = m.text("--A|", then: ["--B|"])
      let (cache, scope) = scoped(m, ["k": work])
      revalidate(m, scope, "--v")
      m.expect(m.row("-(sx)", "k", in: cache), "-l", Self.states)
      m.expect(m.row("-----s", "k", in: cache), "-----r-B", Self.states)
      m.expectSubscriptions(work, ["-^-!", "-----^-!"])
    }
  }

  @Test func `failed, in use: retries, also during the backoff`() {
    marbles { m in
      let (cache, scope) = scoped(m, ["k": m.text("--#", then: ["--B|"])])
      revalidate(m, scope, "----v")
      m.expect(m.row("-s", "k", in: cache), "-l-ft-B", Self.states)
    }
  }

  @Test func `failed, not in use: nothing`() {
    marbles { m in
      let work = m.text("--#")
      let (cache, scope) = scoped(m, ["k": work])
      revalidate(m, scope, "-----v")
      m.expect(m.row("-s--x", "k", in: cache), "-l-f", Self.states)
      m.expectSubscriptions(work, ["-^-!"])
    }
  }

  @Test(arguments: [true, false])
  func `waiting for a retry: attempts now, in use or not`(isInUse: Bool) {
    marbles { m in
      let work = m.text("--#", then: ["--B|"])
      let retry = RetryPolicy.constant(.seconds(1), limit: 1)
      let policy = CachePolicy<String>.sample(grace: .seconds(1), LoadPolicy(retry: retry))
      let (cache, scope) = scoped(m, ["k": work], policy)
      revalidate(m, scope, "-----v")
      let row = m.row(isInUse ? "-s" : "-s--x", "k", in: cache)
      m.expect(row, isInUse ? "-l-1---B" : "-l-1", Self.states)
      m.expectSubscriptions(work, ["-^-!", "-----^-!"])
    }
  }

  @Test func `not requested, and not cached: nothing`() {
    marbles { m in
      let work = m.text("--B|")
      let (_, scope) = scoped(m, ["k": work])
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
      let (cache, scope) = scoped(m, ["k": work])
      revalidate(m, scope, "-----vvv")
      m.expect(m.row("-s", "k", in: cache), "-l-A-r--(Bq)--C", Self.states)
      m.expectSubscriptions(work, ["-^-!", "-----^--!", "--------^--!"])
    }
  }

  @Test func `the load that follows needs an interest when the other one ends`() {
    marbles { m in
      let work = m.text("--A|", then: ["---B|", "---C|"])
      let (cache, scope) = scoped(m, ["k": work])
      revalidate(m, scope, "-----vv")
      m.expect(m.row("-s-----x", "k", in: cache), "-l-A-r", Self.states)
      m.expectSubscriptions(work, ["-^-!", "-----^--!"])
      m.at(.milliseconds(100)) { #expect(cache.value(for: "k") == nil) }
    }
  }

  @Test func `a tag selects all keys, and a key with it once`() {
    marbles { m in
      let works = ["j": m.text("-A|", then: ["-B|"]), "k": m.text("-A|", then: ["-B|"])]
      let (cache, scope) = scoped(m, works)
      m.hot("-----v") { _ in #expect(scope.revalidate(["list", "k"], "list", "list") == 2) }
      m.expect(m.row("-s", "j", in: cache), "-lA--rB", Self.states)
      m.expect(m.row("-s", "k", in: cache), "-lA--rB", Self.states)
    }
  }

  // MARK: Triggers

  @Test func `a trigger refreshes what is in use and stale`() {
    marbles { m in
      let policy = CachePolicy<String>.sample(LoadPolicy(freshness: .lasting(.milliseconds(40))))
      let works = ["j": m.text("--A|"), "k": m.text("--A|", then: ["--B|"])]
      let (cache, scope) = scoped(m, works, policy)
      m.hot("-----v--v") { _ in scope.revalidate() }
      m.expect(m.row("-s--x", "j", in: cache), "-l-A", Self.states)
      m.expect(m.row("-s", "k", in: cache), "-l-A----r-B", Self.states)
      for work in [works["j"]].compactMap(\.self) { m.expectSubscriptions(work, ["-^-!"]) }
    }
  }

  @Test func `a thousand values at one moment are one load for each key`() {
    marbles { m in
      let works = ["j": m.text("--A|", then: ["--B|"]), "k": m.text("--#", then: ["--B|"])]
      let (cache, scope) = scoped(m, works, .sample(LoadPolicy(freshness: .never)))
      m.hot("-----v") { _ in for _ in 0..<1_000 { scope.revalidate() } }
      m.expect(m.row("-s", "j", in: cache), "-l-A-r-B", Self.states)
      m.expect(m.row("-s", "k", in: cache), "-l-f-t-B", Self.states)
    }
  }

  @Test func `retryFailed loads failed keys again, in use, and attempts now`() {
    marbles { m in
      let retry = RetryPolicy(limit: 1, shouldRetry: { _ in true }) { _, _ in .seconds(1) }
      let works = [
        "j": m.text("-#", then: ["-#"]), "k": m.text("-#", then: ["-A|"]), "l": m.text("-A|"),
      ]
      let policy = CachePolicy<String>.sample(grace: .seconds(1), LoadPolicy(retry: retry))
      let (cache, scope) = scoped(m, works, policy)
      m.hot("-----o") { _ in scope.retryFailed() }
      m.expect(m.row("-s", "k", in: cache), "-l1---A", Self.states)
      m.expect(m.row("-s", "l", in: cache), "-lA", Self.states)
      m.expect(m.row("-s-x", "j", in: cache), "-l1", Self.states)
      for work in [works["j"]].compactMap(\.self) {
        m.expectSubscriptions(work, ["-^!", "-----^!"])
      }
    }
  }

  @Test func `retryFailed loads nothing that is not in use`() {
    marbles { m in
      let works = ["j": m.text("-#"), "k": m.text("-#", then: ["-A|"])]
      let (cache, scope) = scoped(m, works)
      m.hot("-----o") { _ in scope.retryFailed() }
      m.expect(m.row("-s-x", "j", in: cache), "-lf", Self.states)
      m.expect(m.row("-s", "k", in: cache), "-lf--tA", Self.states)
      for work in [works["j"]].compactMap(\.self) { m.expectSubscriptions(work, ["-^!"]) }
    }
  }

  // MARK: Reset

  private func reset(_ m: Marbles, _ scope: LoadScope, _ diagram: String) {
    m.hot(diagram) { _ in m.keep(Task { try? await scope.reset() }) }
  }

  @Test(arguments: [MarbleCancellation.honored, .ignored])
  func `a reset clears the keys in use, and drops their loads`(_ cancellation: MarbleCancellation) {
    marbles { m in
      let works = [
        "j": m.text("----A|", then: ["--B|"], cancellation), "k": m.text("-A|", then: ["--B|"]),
      ]
      let (cache, scope) = scoped(m, works)
      reset(m, scope, "---x")
      m.expect(m.row("-s", "j", in: cache), "-l-nl-B", Self.states)
      m.expect(m.row("-s", "k", in: cache), "-lAn", Self.states)
      m.at(.milliseconds(35)) { #expect(cache.statistics.count == 0) }
      m.expect(m.row("----s", "j", in: cache), "----l-B", Self.states)
      m.at(.milliseconds(100)) { #expect(cache.value(for: "j") == "B") }
    }
  }

  @Test func `a reset removes cached keys, failures and grace times`() {
    marbles { m in
      let works = [
        "i": m.text("-A|", then: ["-B|"]), "j": m.text("-#", then: ["-B|"]),
        "k": m.text("-----A|", then: ["-B|"]),
      ]
      let (cache, scope) = scoped(m, works)
      for (key, seen) in [("i", "-lA"), ("j", "-lf"), ("k", "-l")] {
        m.expect(m.row("-s-x", key, in: cache), seen, Self.states)
      }
      reset(m, scope, "----x")
      m.at(.milliseconds(45)) {
        #expect(cache.statistics.count == 0)
        #expect(cache.statistics.activeKeys == 0)
      }
      for key in ["i", "j", "k"] {
        m.expect(m.row("-----s", key, in: cache), "-----lB", Self.states)
      }
    }
  }

  @Test func `a reset clears a removed key that is in use`() {
    marbles { m in
      let (cache, scope) = scoped(m, ["j": m.text("-A|"), "k": m.text("-----A|")])
      m.at(.milliseconds(30)) { cache.removeAll() }
      reset(m, scope, "----x")
      m.expect(m.row("-s", "j", in: cache), "-lA-n", Self.states)
      m.expect(m.row("-s----x", "k", in: cache), "-l--n", Self.states)
      m.at(.milliseconds(70)) { #expect(cache.statistics.activeKeys == 1) }
    }
  }

  @Test func `several keys as one state are not requested after a reset`() {
    let cache = CountingCache.make().0
    for key in 0..<3 { cache.set("\(key)", for: key) }
    let seen = Log<String>()
    let subscription = cache.states(of: 0..<3).sink { seen.note("\($0)") }
    _ = cache.resetForScope()
    #expect(seen.entries.last == "notRequested")
    withExtendedLifetime(subscription) {}
  }

  @Test func `a reload behind a stale answer is dropped by a reset`() {
    marbles { m in
      let work = m.text("----A|")
      let (cache, scope) = scoped(m, ["k": work])
      cache.set("0", for: "k")
      cache.invalidate("k")
      m.expect(m.loads("-o", "k", in: cache, allowingStale: .forever), "-0")
      reset(m, scope, "---x")
      m.expectSubscriptions(work, ["-^-!"])
      m.at(.milliseconds(80)) {
        #expect(cache.state(for: "k") == .notRequested)
        #expect(cache.statistics.activeKeys == 0)
      }
    }
  }
}
