import LoadableTesting
import ReactiveLoadable
import TestSupport
import Testing

@testable import ReactiveCaching

/// The end of an interest: completions, last states, and records of removed keys.
@Suite struct `Ended interests (C1, C4, C8, R8)` {
  private func cache(
    _ policy: CachePolicy<String> = CachePolicy()
  ) -> (CountingCache, Log<Int>) {
    CountingCache.make(policy)
  }

  // MARK: Completions

  @Test(arguments: [false, true])
  func `a subscriber that is cancelled in another's completion receives none`(isDelivering: Bool) {
    let (cache, _) = cache()
    let (seen, later) = (Log<String>(), HeldStates())
    cache.set("a", for: 1)
    let (interest, other) = (cache.interest(in: 1), cache.interest(in: 1))
    let ending = other.states.sink { if $0.value == "b" { interest.cancel() } }
    let first = interest.states.sink(
      receiveCompletion: { _ in
        seen.note("|")
        later.it?.cancel()
      },
      receiveValue: { _ in }
    )
    later.it = interest.states.sink(
      receiveCompletion: { _ in seen.note("later") },
      receiveValue: { _ in }
    )
    let last = interest.states.sink(
      receiveCompletion: { _ in seen.note("last") },
      receiveValue: { _ in }
    )
    if isDelivering { cache.set("b", for: 1) } else { interest.cancel() }
    #expect(seen.entries == ["|", "last"])
    withExtendedLifetime((ending, first, last)) {}
  }

  @Test(.needsImmediateTasks)
  func `a subscriber without demand receives the last state also after the end of the loader`() {
    let (cache, _) = cache()
    let (interest, subscriber) = (
      cache.interest(in: 1), DemandingSubscriber<Loadable<String, Never>>()
    )
    interest.states.subscribe(subscriber)
    interest.cancel()
    #expect(cache.statistics.activeKeys == 0)
    #expect(!subscriber.isFinished)
    subscriber.request(.max(1))
    #expect(subscriber.entries == [.loaded("loaded 1")])
    #expect(subscriber.isFinished)
  }

  @Test func `ten thousand subscribers of an interest finish once and in order`() {
    let (cache, _) = cache()
    let seen = Log<Int>()
    cache.set("a", for: 1)
    let (interest, other) = (cache.interest(in: 1), cache.interest(in: 1))
    let all = (0..<10_000).map { number in
      interest.states.sink(receiveCompletion: { _ in seen.note(number) }, receiveValue: { _ in })
    }
    interest.cancel()
    #expect(seen.entries == Array(0..<10_000))
    withExtendedLifetime((all, other)) {}
  }

  @Test func `ten thousand interests in one key end alone`() {
    let (cache, _) = cache()
    let seen = Log<Int>()
    cache.set("a", for: 1)
    let interests = (0..<10_000).map { _ in cache.interest(in: 1) }
    let all = interests.enumerated().map { number, interest in
      interest.states.sink(receiveCompletion: { _ in seen.note(number) }, receiveValue: { _ in })
    }
    for interest in interests.reversed() { interest.cancel() }
    #expect(seen.entries == (0..<10_000).reversed())
    #expect(cache.statistics.activeKeys == 0)
    withExtendedLifetime(all) {}
  }

  // MARK: Removed keys

  @Test(.needsImmediateTasks) func `rows of a removed key keep the state that they showed last`() {
    let (cache, seen) = (cache().0, Log<String>())
    cache.set("old", for: 1)
    let interest = cache.interest(in: 1)
    cache.remove(1)
    interest.refresh()
    #expect(interest.state == .loaded("loaded 1"))
    interest.cancel()
    #expect(interest.state == .loaded("loaded 1"))
    let subscription = interest.states.sink(
      receiveCompletion: { _ in seen.note("|") },
      receiveValue: { seen.note($0.value ?? "") }
    )
    #expect(seen.entries == ["loaded 1", "|"])
    #expect(cache.value(for: 1) == nil)
    #expect(cache.statistics.count == 0)
    withExtendedLifetime(subscription) {}
  }

  @Test(.needsImmediateTasks) func `a removed key releases the value that a later one replaces`() {
    let (ends, number) = (Log<Int>(), Log<Void>())
    let cache = LoaderCache<Int, Ending, Never> { (_: Int) async throws(Never) -> Ending in
      number.note(())
      let count = number.entries.count
      return Ending { ends.note(count) }
    }
    let interest = cache.interest(in: 1)
    cache.remove(1)
    interest.refresh()
    #expect(ends.entries == [1])
    interest.cancel()
    #expect(ends.entries == [1])
  }

  @Test func `the value of a removed key is released outside the lock after the grace time`() {
    marbles { m in
      let (ends, caches, count) = (Log<Int>(), WeakEndings(), Log<Void>())
      let policy = CachePolicy<Ending>(
        grace: .milliseconds(30),
        load: LoadPolicy(clock: m.clock)
      )
      let work = m.cold("--a|")
      let cache = m.keep(
        LoaderCache<Int, Ending, any Error>(policy: policy) { (_: Int) async throws(any Error) in
          _ = try await work()
          count.note(())
          let number = count.entries.count
          return Ending {
            if let cache = caches.it { ends.note(number + 0 * cache.statistics.activeKeys) }
          }
        }
      )
      caches.it = cache
      let held = HeldEnding(cache.interest(in: 1))
      m.at(.milliseconds(30)) { cache.remove(1) }
      m.at(.milliseconds(40)) { held.it?.refresh() }
      m.at(.milliseconds(70)) {
        held.it?.refresh()
        held.it?.cancel()
        held.it = nil
      }
      m.at(.milliseconds(150)) {
        #expect(cache.statistics.activeKeys == 0)
        #expect(ends.entries == [1, 2, 3])
      }
    }
  }

  // MARK: The end of the cache

  @Test func `a load continues after the release of its cache, until its last interest ends`() {
    marbles { m in
      let work = m.cold("---------A|")
      let policy = CachePolicy<String>(
        grace: .milliseconds(30),
        load: LoadPolicy(clock: m.clock)
      )
      let held = HeldCache(
        TextErrorCache(policy: policy) { (_: String) async throws(any Error) -> String in
          try await work()
        }
      )
      let row = held.it?.interest(in: "k")
      m.at(.milliseconds(10)) { held.it = nil }
      m.at(.milliseconds(20)) { row?.cancel() }
      m.expectSubscriptions(work, ["^----!"])
    }
  }

  @Test func `a publisher of states outlives its cache, also while a load is in its grace time`() {
    marbles { m in
      let work = m.cold("---A|")
      let policy = CachePolicy<String>(
        grace: .milliseconds(50),
        load: LoadPolicy(clock: m.clock)
      )
      let held = HeldCache(
        TextErrorCache(policy: policy) { (_: String) async throws(any Error) -> String in
          try await work()
        }
      )
      guard let states = held.it?.states(of: "k") else { return }
      let row = held.it?.interest(in: "k")
      m.at(.milliseconds(10)) {
        row?.cancel()
        held.it = nil
      }
      m.expectSubscriptions(work, ["^!", "--^--!"])
      let seen = Log<String>()
      let subscription = HeldStates()
      m.at(.milliseconds(20)) {
        subscription.it = states.sink { seen.note($0.isLoading ? "l" : $0.value ?? "n") }
      }
      m.at(.milliseconds(80)) {
        #expect(seen.entries == ["l", "A"])
        subscription.it = nil
      }
    }
  }
}

private typealias TextErrorCache = LoaderCache<String, String, any Error>

private final class HeldCache: @unchecked Sendable {
  var it: TextErrorCache?
  init(_ it: TextErrorCache) { self.it = it }
}

private final class WeakEndings: @unchecked Sendable {
  weak var it: LoaderCache<Int, Ending, any Error>?
}

private final class HeldEnding: @unchecked Sendable {
  var it: LoadInterest<Int, Ending, any Error>?
  init(_ it: LoadInterest<Int, Ending, any Error>) { self.it = it }
}
