import LoadableTesting
import ReactiveLoadable
import TestSupport
import Testing

@testable import ReactiveCaching

/// The reset of a scope with a cache.
///
/// In the diagram of a row, `s` shows the key and `x` hides it.
@Suite struct `Keys of a cache at sign-out (S9)` {
  private func reset(_ m: Marbles, _ scope: LoadScope, _ diagram: String) {
    m.hot(diagram) { _ in m.keep(Task { try? await scope.reset() }) }
  }

  @Test(arguments: [MarbleCancellation.honored, .ignored])
  func `a reset clears the keys in use, and drops their loads`(_ cancellation: MarbleCancellation) {
    marbles { m in
      let works = [
        "j": m.text("----A|", then: ["--B|"], cancellation), "k": m.text("-A|", then: ["--B|"]),
      ]
      let (cache, scope) = m.scopedCache(works)
      reset(m, scope, "---x")
      m.expect(m.row("-s", "j", in: cache), "-l-nl-B", textStates)
      m.expect(m.row("-s", "k", in: cache), "-lAn", textStates)
      m.at(.milliseconds(35)) { #expect(cache.statistics.count == 0) }
      m.expect(m.row("----s", "j", in: cache), "----l-B", textStates)
      m.at(.milliseconds(100)) { #expect(cache.value(for: "j") == "B") }
    }
  }

  @Test func `a reset removes cached keys, failures and grace times`() {
    marbles { m in
      let works = [
        "i": m.text("-A|", then: ["-B|"]), "j": m.text("-#", then: ["-B|"]),
        "k": m.text("-----A|", then: ["-B|"]),
      ]
      let (cache, scope) = m.scopedCache(works)
      for (key, seen) in [("i", "-lA"), ("j", "-lf"), ("k", "-l")] {
        m.expect(m.row("-s-x", key, in: cache), seen, textStates)
      }
      reset(m, scope, "----x")
      m.at(.milliseconds(45)) {
        #expect(cache.statistics.count == 0)
        #expect(cache.statistics.activeKeys == 0)
      }
      for key in ["i", "j", "k"] {
        m.expect(m.row("-----s", key, in: cache), "-----lB", textStates)
      }
    }
  }

  @Test func `a reset clears a removed key that is in use`() {
    marbles { m in
      let (cache, scope) = m.scopedCache(["j": m.text("-A|"), "k": m.text("-----A|")])
      m.at(.milliseconds(30)) { cache.removeAll() }
      reset(m, scope, "----x")
      m.expect(m.row("-s", "j", in: cache), "-lA-n", textStates)
      m.expect(m.row("-s----x", "k", in: cache), "-l--n", textStates)
      m.at(.milliseconds(70)) { #expect(cache.statistics.activeKeys == 1) }
    }
  }

  @Test func `a reset ends the backoff of a key in use, and counts its failures from one`() {
    marbles { m in
      let work = m.text("#", then: ["#", "#", "A|"])
      let rest = RetryPolicy.exponential(from: .milliseconds(20), limit: .max)
      let (cache, scope) = m.scopedCache(["k": work], .sample(afterFailure: rest))
      _ = m.row("-st", "k", in: cache)
      reset(m, scope, "---x")
      m.expect(m.row("----sx", "k", in: cache), "----(lf)", textStates)
      m.expect(m.row("------s", "k", in: cache), "------(lA)", textStates)
    }
  }

  @Test func `an interest of before a reset can load the key again`() {
    marbles { m in
      let (cache, scope) = m.scopedCache(["k": m.text("-A|", then: ["-B|"])])
      reset(m, scope, "---x")
      m.expect(m.row("-s---r", "k", in: cache), "-lAn-lB", textStates)
    }
  }

  @Test func `a row that disappears during a reset leaves no value`() {
    let cache = CountingCache.make().0
    for key in 0..<3 { cache.set("\(key)", for: key) }
    let rows = Log<LoadInterest<Int, String, Never>>()
    for key in 0..<3 { rows.note(cache.interest(in: key)) }
    let subscriptions = rows.entries.map { row in
      row.states.sink { state in
        if state == .notRequested { for row in rows.entries { row.cancel() } }
      }
    }
    _ = cache.resetForScope()
    for key in 0..<3 { #expect(cache.value(for: key) == nil) }
    #expect(cache.statistics.count == 0)
    withExtendedLifetime(subscriptions) {}
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
      let (cache, scope) = m.scopedCache(["k": work])
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
