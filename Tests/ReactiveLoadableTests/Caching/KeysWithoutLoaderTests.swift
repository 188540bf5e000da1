import ReactiveLoadable
import TestSupport
import Testing

@testable import ReactiveCaching

/// A key has a relay while it is observed, and a loader while it is loaded (C1, C3, C8).
@Suite struct `Keys without a loader (C1, C3)` {
  private func cache(
    _ policy: CachePolicy<String> = CachePolicy()
  ) -> (CountingCache, Log<Int>) {
    CountingCache.make(policy)
  }

  private func entry(of cache: CountingCache) -> CacheEntry<Int, String, Never>? {
    cache.storage.machine.withLock { $0.table.first }
  }

  @Test func `a row of a cached key creates a relay when it is observed, and no loader`() {
    let (cache, calls) = cache()
    cache.set("a", for: 1)
    let interest = cache.interest(in: 1)
    #expect(interest.state == .loaded("a"))
    #expect(entry(of: cache)?.relay == nil)
    let subscription = interest.states.sink { _ in }
    #expect(entry(of: cache)?.relay != nil)
    #expect(entry(of: cache)?.loader == nil)
    interest.cancel()
    #expect(entry(of: cache)?.relay == nil)
    #expect(calls.entries == [])
    withExtendedLifetime(subscription) {}
  }

  @Test(.needsImmediateTasks) func `an idle key retains neither its relay nor its loader`() {
    let (cache, calls) = cache()
    let interest = cache.interest(in: 1)
    let subscription = interest.states.sink { _ in }
    #expect(entry(of: cache)?.loader != nil)
    interest.cancel()
    #expect(entry(of: cache)?.relay == nil)
    #expect(entry(of: cache)?.loader == nil)
    #expect(cache.storage.machine.withLock { $0.loads.isEmpty })
    #expect(cache.interest(in: 1).isHit)
    #expect(calls.entries == [1])
    withExtendedLifetime(subscription) {}
  }

  @Test(.needsImmediateTasks) func `a later loader publishes to the same observers`() {
    let (cache, _) = cache()
    cache.set("a", for: 1)
    let (one, two, seen) = (cache.interest(in: 1), cache.interest(in: 1), Log<String>())
    let subscriptions = [one, two].enumerated().map { number, interest in
      interest.states.sink { seen.note("\(number)\($0.isLoading ? "…" : "")\($0.latest ?? "")") }
    }
    cache.set("b", for: 1)
    cache.invalidate(1)
    #expect(cache.value(for: 1) == nil)
    one.refresh()
    #expect(
      seen.entries == ["0a", "1a", "0b", "1b", "0…b", "1…b", "0loaded 1", "1loaded 1"]
    )
    #expect(two.state == .loaded("loaded 1"))
    withExtendedLifetime(subscriptions) {}
  }

  @Test(.needsImmediateTasks) func `a new interest in a key that was marked as stale reloads it`() {
    let (cache, calls) = cache()
    cache.set("a", for: 1)
    let (one, seen) = (cache.interest(in: 1), Log<String>())
    let subscription = one.states.sink { seen.note($0.value ?? "") }
    cache.invalidate(1)
    #expect(!cache.interest(in: 1).isHit)
    #expect(calls.entries == [1])
    #expect(seen.entries.last == "loaded 1")
    withExtendedLifetime(subscription) {}
  }

  @Test(.needsImmediateTasks) func `An interest marks its key as stale until it ends`() {
    let (cache, calls) = cache()
    cache.set("a", for: 1)
    let interest = cache.interest(in: 1)
    interest.invalidate()
    #expect(interest.state == .loaded("a") && cache.value(for: 1) == nil)
    #expect(!cache.interest(in: 1).isHit && calls.entries == [1])
    interest.cancel()
    interest.invalidate()
    #expect(cache.interest(in: 1).isHit && calls.entries == [1])
  }

  @Test(.needsImmediateTasks) func `An interest in a removed key marks no other value as stale`() {
    let (cache, calls) = cache()
    cache.set("a", for: 1)
    let interest = cache.interest(in: 1)
    cache.remove(1)
    cache.set("b", for: 1)
    interest.invalidate()
    #expect(cache.value(for: 1) == "b" && calls.entries.isEmpty)
  }

  @Test func `a value that is evicted while it is observed stays visible and is cached again`() {
    let (cache, _) = cache(CachePolicy(count: 1))
    cache.set("a", for: 1)
    let (interest, seen, events) = (cache.interest(in: 1), Log<String>(), Log<CacheEvent<Int>>())
    let subscriptions = [
      interest.states.sink { seen.note($0.value ?? "") }, cache.events.sink { events.note($0) },
    ]
    cache.trim(to: 0)
    #expect(events.entries == [.evicted(1)])
    #expect(cache.interest(in: 1).isHit)
    cache.set("b", for: 1)
    #expect(seen.entries == ["a", "b"])
    cache.trim(to: 0)
    interest.cancel()
    #expect(cache.value(for: 1) == "b")
    withExtendedLifetime(subscriptions) {}
  }

  @Test func `a key that is removed while it is observed keeps its state, another one follows`() {
    let (cache, _) = cache()
    cache.set("a", for: 1)
    let (interest, seen) = (cache.interest(in: 1), Log<String>())
    let subscription = interest.states.sink { seen.note($0.value ?? "") }
    cache.remove(1)
    cache.set("b", for: 1)
    #expect(seen.entries == ["a"])
    #expect(interest.state == .loaded("a"))
    #expect(cache.statistics.activeKeys == 1)
    let other = cache.interest(in: 1)
    #expect(other.state == .loaded("b"))
    #expect(cache.statistics.activeKeys == 2)
    interest.cancel()
    other.cancel()
    #expect(cache.statistics.activeKeys == 0)
    #expect(cache.value(for: 1) == "b")
    withExtendedLifetime(subscription) {}
  }

  @Test(.needsImmediateTasks) func `a removed key reloads for its interests, and is not cached`() {
    let (cache, _) = cache()
    cache.set("a", for: 1)
    let (interest, seen) = (cache.interest(in: 1), Log<String>())
    let subscription = interest.states.sink { seen.note($0.value ?? "") }
    cache.remove(1)
    interest.refresh()
    #expect(seen.entries.last == "loaded 1")
    #expect(cache.value(for: 1) == nil)
    interest.cancel()
    #expect(cache.statistics.activeKeys == 0)
    withExtendedLifetime(subscription) {}
  }
}

extension CacheTable {
  fileprivate var first: Entry? { keys.first.flatMap { self[$0] } }
}
