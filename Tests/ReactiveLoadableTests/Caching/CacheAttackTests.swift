import LoadableTesting
import ReactiveLoadable
import TestSupport
import Testing

/// Former bugs, and likely ones.
///
/// In the diagram of a row, `s` shows it, `x` hides it, `r` refreshes it and `t` retries it.
@Suite struct `Attacks on a cache (C1, C3, C4, C7)` {
  private func cache(_ m: Marbles, _ policy: CachePolicy<String> = .sample()) -> TextCache {
    m.cache(["a": m.text("--A|"), "b": m.text("--B|"), "c": m.text("--C|")], policy)
  }

  @Test(.needsImmediateTasks)
  func `work that throws a cancellation adds no failure to a failed key`() {
    marbles { m in
      let calls = Log<String>()
      let policy = CachePolicy<String>.sample(LoadPolicy { $0 as? SampleError == .second })
      let cache = m.keep(
        TextCache(policy: policy) { (key: String) async throws(SampleError) -> String in
          calls.note(key)
          throw calls.entries.count == 1 ? .first : .second
        }
      )
      m.expect(m.row("-s-t-t", "k", in: cache), "-f-(tf)-(tf)", textStates)
      m.at(.milliseconds(80)) { #expect(cache.statistics.failures == 1) }
    }
  }

  @Test func `a set value resets the count of consecutive failures`() {
    marbles { m in
      let work = m.text("#", then: ["#", "#"])
      let rest = RetryPolicy.exponential(from: .milliseconds(20), limit: .max)
      let cache = m.cache(["k": work], .sample(afterFailure: rest))
      m.expect(m.row("-s--rx", "k", in: cache), "-(lf)-A(rF)", textStates)
      m.hot("---w") { cache.set("A", for: "k") }
      m.expect(m.row("-----sx", "k", in: cache), "-----F", textStates)
      // Its retry delay is 20 ms, not 40.
      let again: [String: TextState] = ["+": .failed(.first, previous: "A")]
      m.expect(
        m.row("-------s", "k", in: cache),
        "-------(L+)",
        textStates.merging(again) { $1 }
      )
    }
  }

  @Test func `a failure over a value that was too large reports no second refusal`() {
    marbles { m in
      let cache = m.cache(
        ["a": m.text("--A|", then: ["--#"])],
        .sample(cost: .limit(10, largest: 0) { $0.count })
      )
      let events = Log<CacheEvent<String>>()
      let subscription = cache.events.sink { events.note($0) }
      m.expect(m.row("-s--r", "a", in: cache), "-l-Ar-F", textStates)
      m.at(.milliseconds(100)) {
        #expect(events.entries == [.refused("a", cost: 1)])
        #expect(cache.statistics.refusals == 1)
        subscription.cancel()
      }
    }
  }

  @Test func `a value that is never fresh expires, also for a caller that only reads`() {
    marbles { m in
      let policy = CachePolicy<String>.sample(
        timeToLive: .milliseconds(50),
        LoadPolicy(freshness: .never)
      )
      let cache = cache(m, policy)
      m.expect(m.row("-s---x", "a", in: cache), "-l-A", textStates)
      m.at(.milliseconds(75)) { #expect(cache.state(for: "a") == .loaded("A")) }
      m.at(.milliseconds(85)) { #expect(cache.state(for: "a") == .notRequested) }
    }
  }

  @Test func `a failure without a value has no cost, whatever was cached before`() {
    marbles { m in
      let cache = m.cache(
        ["a": m.text("--A|", then: ["--#", "--#"])],
        .sample(
          cost: .limit(10, largest: 10) { _ in 7 },
          afterFailure: .constant(.zero, limit: .max),
          LoadPolicy(previous: .never)
        )
      )
      m.expect(m.row("-s--r---x", "a", in: cache), "-l-Ar-F", textStates)
      m.expect(m.row("---------s---x", "a", in: cache), "---------l-f", textStates)
      m.at(.milliseconds(200)) {
        #expect(cache.state(for: "a") == .failed(.first))
        #expect(cache.statistics.count == 1)
        #expect(cache.statistics.cost == 0)
      }
    }
  }

  @Test func `a request after an invalidation does not shorten the delay before a retry`() {
    marbles { m in
      let work = m.text("-#", then: ["-A|"])
      let retry = RetryPolicy.constant(.milliseconds(40), limit: 1)
      let cache = m.cache(["k": work], .sample(LoadPolicy(retry: retry)))
      m.expect(m.row("-s", "k", in: cache), "-l1----A", textStates)
      m.hot("---i") { cache.invalidate("k") }
      m.expect(m.row("----s", "k", in: cache), "----1--A", textStates)
      m.at(.milliseconds(200)) { #expect(cache.statistics.joins == 1) }
    }
  }

  @Test(arguments: 0..<5)
  func `keys with equal hashes, and keys that are equal but differ, behave as in a dictionary`(
    seed: Int
  ) {
    let cache = LoaderCache<CollidingKey, Int, Never>(policy: CachePolicy(count: 100)) {
      (_: CollidingKey) async throws(Never) -> Int in -1
    }
    var (random, model) = (SeededGenerator(UInt64(seed)), [CollidingKey: Int]())
    for step in 0..<1_000 {
      let key = CollidingKey(number: .random(in: 0..<30, using: &random), step: step)
      switch Int.random(in: 0..<6, using: &random) {
      case 0..<3: (model[key], _) = (step, cache.set(step, for: key))
      case 3: (model[key], _) = (nil, cache.remove(key))
      case 4: (model[key], _) = (nil, cache.invalidate(key))
      default: if let value = model[key] { #expect(cache.interest(in: key).state.value == value) }
      }
      #expect(cache.value(for: key) == model[key])
    }
    #expect(cache.statistics.activeKeys == 0)
    for number in 0..<30 {
      let key = CollidingKey(number: number, step: 0)
      #expect(cache.value(for: key) == model[key])
    }
  }
}

/// A key that equals others with its number; all hashes collide.
private struct CollidingKey: Hashable {
  let number: Int
  let step: Int

  static func == (one: Self, another: Self) -> Bool { one.number == another.number }
  func hash(into hasher: inout Hasher) { hasher.combine(0) }
}
