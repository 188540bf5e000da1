import LoadableTesting
import ReactiveLoadable
import TestSupport
import Testing

@testable import ReactiveCaching

/// Changes of cached values, and the refresh of all keys (C15, C16).
///
/// `x` adds an x to the value of the key: `X` is A with it, `W` is B with it, `R` a refresh of X, and
/// `G` a failure over X.
@Suite struct `Edited keys of a cache (C15, C16)` {
  private static let states: [String: TextState] = textStates.merging([
    "X": .loaded("Ax"), "W": .loaded("Bx"), "R": .loading(previous: "Ax"),
    "c": .loading(previous: "C"), "G": .failed(.first, previous: "Ax", cause: .refresh),
  ]) { $1 }

  private func edit(_ diagram: String, _ cache: TextCache, _ m: Marbles) {
    m.hot(diagram) { name in cache.edit({ $0 += name }, for: "k") }
  }

  @Test func `an edit changes a cached value, which its rows show`() {
    marbles { m in
      let cache = m.cache(["k": m.text("--A|")])
      edit("----x", cache, m)
      m.expect(m.row("-s", "k", in: cache), "-l-AX", Self.states)
      m.at(.milliseconds(50)) { #expect(cache.value(for: "k") == "Ax") }
    }
  }

  @Test func `an edit during a load changes its result`() {
    marbles { m in
      let cache = m.cache(["k": m.text("--A|")])
      edit("--x", cache, m)
      m.expect(m.row("-s--x", "k", in: cache), "-l-X", Self.states)
      m.at(.milliseconds(50)) { #expect(cache.value(for: "k") == "Ax") }
    }
  }

  @Test func `an edit during a refresh changes the cached value, and the result`() {
    marbles { m in
      let cache = m.cache(["k": m.text("--A|", then: ["--B|"])])
      edit("-------x", cache, m)
      m.expect(m.row("-s----r", "k", in: cache), "-l-A--rRW", Self.states)
      m.at(.milliseconds(75)) { #expect(cache.value(for: "k") == "Ax") }
      m.at(.milliseconds(90)) { #expect(cache.value(for: "k") == "Bx") }
    }
  }

  @Test func `an edit of a load that is cancelled stays in the cached value`() {
    marbles { m in
      let cache = m.cache(["k": m.text("------B|")])
      cache.set("A", for: "k")
      edit("---x", cache, m)
      m.expect(m.row("-sr-x", "k", in: cache), "-ArR", Self.states)
      m.at(.milliseconds(100)) {
        #expect(cache.value(for: "k") == "Ax")
        #expect(cache.statistics.activeKeys == 0)
      }
    }
  }

  @Test func `an edit in the grace time changes the result`() {
    marbles { m in
      let cache = m.cache(["k": m.text("---A|")])
      edit("---x", cache, m)
      m.expect(m.row("-sx", "k", in: cache), "-l", Self.states)
      m.at(.milliseconds(50)) { #expect(cache.value(for: "k") == "Ax") }
    }
  }

  @Test func `an edit of a failed key changes its previous value`() {
    marbles { m in
      let cache = m.cache(["k": m.text("--#")])
      cache.set("A", for: "k")
      edit("-----x", cache, m)
      m.expect(m.row("-sr", "k", in: cache), "-Ar-FG", Self.states)
      m.at(.milliseconds(60)) {
        #expect(cache.state(for: "k") == .failed(.first, previous: "Ax", cause: .refresh))
      }
    }
  }

  @Test func `a set after an edit replaces the value, and the result has the edit`() {
    marbles { m in
      let cache = m.cache(["k": m.text("-----B|")])
      cache.set("A", for: "k")
      edit("---x", cache, m)
      m.at(.milliseconds(40)) { cache.set("C", for: "k") }
      m.expect(m.row("-sr", "k", in: cache), "-ArRc--W", Self.states)
    }
  }

  @Test func `a key without interest is edited, and stays as fresh as it was`() {
    marbles { m in
      let policy = CachePolicy<String>.sample(LoadPolicy(freshness: .lasting(.milliseconds(50))))
      let cache = m.cache(["k": m.text("--A|")], policy)
      cache.set("A", for: "k")
      let before = cache.statistics
      edit("--x", cache, m)
      m.at(.milliseconds(30)) {
        #expect(cache.statistics == before)
        #expect(cache.value(for: "k") == "Ax")
      }
      m.at(.milliseconds(50)) {
        #expect(cache.value(for: "k") == nil)
        #expect(cache.state(for: "k") == .loaded("Ax"))
      }
    }
  }

  @Test func `a value whose time to live has passed, and a key without a value, are not edited`() {
    marbles { m in
      let work = m.text("--B|")
      let cache = m.cache(["k": work], .sample(timeToLive: .milliseconds(20)))
      edit("-x", cache, m)
      m.at(.milliseconds(15)) { #expect(cache.statistics.activeKeys == 0) }
      m.at(.milliseconds(20)) { cache.set("A", for: "k") }
      edit("-----x", cache, m)
      m.at(.milliseconds(60)) { #expect(cache.state(for: "k") == .notRequested) }
      m.expectSubscriptions(work, [])
    }
  }

  @Test func `the time to live continues, and the cost is calculated again`() {
    marbles { m in
      let policy = CachePolicy<String>.sample(
        cost: .limit(10, largest: 3) { $0.count },
        timeToLive: .milliseconds(50)
      )
      let cache = m.cache(["k": m.text("--B|")], policy)
      cache.set("A", for: "k")
      edit("---x-", cache, m)
      m.at(.milliseconds(35)) { #expect(cache.statistics.cost == 2) }
      m.at(.milliseconds(50)) { #expect(cache.value(for: "k") == nil) }
      m.at(.milliseconds(60)) { cache.set("A", for: "k") }
      m.at(.milliseconds(70)) { cache.edit({ $0 += "xxx" }, for: "k") }
      m.at(.milliseconds(80)) {
        #expect(cache.statistics.refusals == 1)
        #expect(cache.value(for: "k") == nil)
      }
    }
  }

  @Test func `an edit is observed`() {
    marbles { m in
      let log = EventLog()
      let cache = m.cache(["k": m.text("--B|")], .sample(LoadPolicy(observer: log.observer)))
      cache.set("A", for: "k")
      edit("--x", cache, m)
      m.at(.milliseconds(30)) { #expect(log.lines.last?.contains("edit") == true) }
    }
  }

  @Test func `an edit within an edit of the same key is reported, and ignored`() {
    let cache = CountingCache.make().0
    cache.set("a", for: 1)
    let found = failures {
      cache.edit(
        { value in
          cache.edit({ $0 += "inner" }, for: 1)
          value += "b"
        },
        for: 1
      )
    }
    #expect(found.count == 1)
    #expect(cache.value(for: 1) == "ab")
  }

  @Test func `all keys are refreshed: those in use now, others when they are used`() {
    marbles { m in
      let work = ["a": m.text("--A|", then: ["--B|"]), "b": m.text("--A|", then: ["--B|"])]
      let cache = m.cache(work)
      m.at(.milliseconds(50)) { cache.refreshAll() }
      m.expect(m.row("-s--x", "a", in: cache), "-l-A", Self.states)
      m.expect(m.row("-s", "b", in: cache), "-l-A-r-B", Self.states)
      m.expect(m.row("-------s", "a", in: cache), "-------r-B", Self.states)
    }
  }
}

@Suite("Threads: edits of a cache (C15)", .serialized)
struct EditedKeysThreadsTests {
  @Test func `edits of several threads are all in the value, with and without an interest`() {
    let cache = LoaderCache { (key: Int) async throws(Never) -> Int in key }
    let rounds = 500 * Stress.factor
    for isInUse in [false, true] {
      cache.set(0, for: 1)
      let interest = isInUse ? cache.interest(in: 1) : nil
      onThreads(4) { _ in
        for _ in 0..<rounds { cache.edit({ $0 += 1 }, for: 1) }
      }
      #expect(cache.value(for: 1) == 4 * rounds)
      withExtendedLifetime(interest) {}
    }
    #expect(cache.statistics.activeKeys == 0)
  }

  @Test func `the last state of several keys is that of all changes`() {
    let cache = LoaderCache { (key: Int) async throws(Never) -> Int in key }
    for key in 0..<4 { cache.set(0, for: key) }
    let last = Log<[Int]>()
    let subscription = cache.states(of: 0..<4).sink { if let value = $0.value { last.note(value) } }
    let rounds = 500 * Stress.factor
    onThreads(4) { key in
      for round in 1...rounds { cache.set(round, for: key) }
    }
    #expect(last.entries.last == Array(repeating: rounds, count: 4))
    #expect(
      last.entries.indices.dropFirst().allSatisfy { index in
        zip(last.entries[index - 1], last.entries[index]).allSatisfy { $0 <= $1 }
      }
    )
    withExtendedLifetime(subscription) {}
  }
}
