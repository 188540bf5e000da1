import Dispatch
import LoadableTesting
import ReactiveLoadable
import TestSupport
import Testing

@testable import ReactiveCaching

/// A cache calls code of its caller that may call the cache: costs, clocks, retry rules, loads,
/// observers, and the deinit of values and keys.
@Suite struct `Re-entrant calls of a cache (C1, C3, C7)` {
  private func cache(_ policy: CachePolicy<String>) -> TextCache {
    TextCache(policy: policy) { (key: String) async throws(SampleError) -> String in key }
  }

  // MARK: Costs

  @Test(.needsImmediateTasks) func `a cost calculation that marks its key as stale is not lost`() {
    let caches = Caches()
    let cost = CacheCost<String>.limit(10, largest: 10) { text in
      caches.cache?.invalidate("abc")
      return text.count
    }
    let cache = cache(CachePolicy(cost: cost))
    caches.cache = cache
    cache.interest(in: "abc").cancel()
    #expect(cache.statistics.cost == 3)
    #expect(cache.value(for: "abc") == nil)
    #expect(cache.state(for: "abc") == .loaded("abc"))
    caches.cache = nil
  }

  @Test(.needsImmediateTasks) func `a value that is set while the last interest ends is cached`() {
    let hooks = Hooks()
    let cost = CacheCost<String>.limit(10, largest: 10) { text in
      hooks.call()
      return text.count
    }
    let cache = cache(CachePolicy(cost: cost))
    let interest = cache.interest(in: "k")
    hooks.after(2) { interest.cancel() }
    cache.set("new", for: "k")
    #expect(cache.value(for: "k") == "new")
    #expect(cache.statistics.activeKeys == 0)
  }

  @Test(.needsImmediateTasks) func `a key that an observer removes after a set stays removed`() {
    let cache = cache(CachePolicy(grace: .zero))
    let interest = cache.interest(in: "k")
    #expect(cache.value(for: "k") == "k")
    interest.refresh()
    let subscription = interest.states.sink { state in
      guard state.latest == "new" else { return }
      cache.remove("k")
      interest.cancel()
    }
    cache.set("new", for: "k")
    #expect(cache.value(for: "k") == nil)
    #expect(cache.statistics.count == 0)
    withExtendedLifetime(subscription) {}
  }

  @Test(.needsImmediateTasks)
  func `of two values that an observer sets one within the other, the second one stays`() {
    let cache = cache(CachePolicy(grace: .zero))
    let interest = cache.interest(in: "k")
    let subscription = interest.states.sink { state in
      guard state.latest == "first" else { return }
      cache.set("second", for: "k")
      interest.cancel()
    }
    cache.set("first", for: "k")
    #expect(cache.value(for: "k") == "second")
    withExtendedLifetime(subscription) {}
  }

  @Test(.needsImmediateTasks) func `a cost calculation may set, remove and read`() {
    let caches = Caches()
    let cost = CacheCost<String>.limit(10, largest: 10) { text in
      caches.cache?.remove("old")
      _ = caches.cache?.value(for: "old")
      _ = caches.cache?.statistics
      if text != "other" { caches.cache?.set("other", for: "other") }
      return 1
    }
    let cache = cache(CachePolicy(cost: cost))
    caches.cache = cache
    let interest = cache.interest(in: "k")
    #expect(interest.state == .loaded("k"))
    #expect(cache.value(for: "other") == "other")
    #expect(cache.statistics.cost == 2)
    caches.cache = nil
  }

  // MARK: Clocks

  @Test func `an interest that ends in its own retry or refresh loads nothing more`() {
    let (clock, calls) = (HookClock(), Log<String>())
    let policy = CachePolicy<String>(
      grace: .zero,
      load: LoadPolicy(freshness: .lasting(.seconds(1)), clock: clock)
    )
    let cache = TextCache(policy: policy) { (key: String) async throws(SampleError) -> String in
      calls.note(key)
      throw .first
    }
    for again in [{ (interest: TextInterest) in interest.retry() }, { $0.refresh() }] {
      let interest = cache.interest(in: "k")
      let before = calls.entries.count
      clock.hooks.after(1) { interest.cancel() }
      again(interest)
      #expect(!interest.state.isLoading)
      #expect(calls.entries.count == before)
      #expect(cache.statistics.activeKeys == 0)
    }
  }

  @Test(.needsImmediateTasks)
  func `a result that arrives while its key is marked as stale is stale, also without interests`()
    async
  {
    let (clock, gate, arrived) = (HookClock(), Gate(), DispatchSemaphore(value: 0))
    let policy = CachePolicy<String>(
      grace: .zero,
      load: LoadPolicy(freshness: .lasting(.seconds(1)), clock: clock)
    )
    let cache = TextCache(policy: policy) { (key: String) async throws(SampleError) -> String in
      await gate.wait()
      return key
    }
    let interest = cache.interest(in: "k")
    let subscription = interest.states.sink { if !$0.isLoading { arrived.signal() } }
    await gate.waiterArrived()
    clock.hooks.after(1) {
      gate.open()
      arrived.wait()
      interest.cancel()
    }
    await onOwnThread { cache.invalidate("k") }
    #expect(cache.statistics.activeKeys == 0)
    #expect(cache.state(for: "k") == .loaded("k"))
    #expect(cache.value(for: "k") == nil)
    withExtendedLifetime(subscription) {}
  }

  @Test(.needsImmediateTasks) func `a clock may use the cache`() {
    let (clock, caches) = (HookClock(), Caches())
    let policy = CachePolicy<String>(
      timeToLive: .seconds(1),
      load: LoadPolicy(freshness: .lasting(.seconds(1)), clock: clock)
    )
    let cache = cache(policy)
    caches.cache = cache
    for count in 1...40 {
      clock.hooks.after(count % 4 + 1) {
        caches.cache?.set("x", for: "other")
        caches.cache?.interest(in: "other").cancel()
        caches.cache?.remove("k")
      }
      #expect(cache.interest(in: "k").state == .loaded("k"))
      _ = cache.value(for: "k")
      _ = cache.state(for: "k")
    }
    #expect(cache.statistics.activeKeys == 0)
    caches.cache = nil
  }

  // MARK: Failures

  @Test(.needsImmediateTasks)
  func `a request for a key during the check of its failure sees the failure`() {
    let (caches, calls, seen) = (Caches(), Log<String>(), Log<TextState>())
    let rest = RetryPolicy(
      limit: .max,
      shouldRetry: { _ in
        if let cache = caches.cache, seen.entries.count < 10 {
          seen.note(cache.interest(in: "k").state)
        }
        return true
      },
      delay: { _, _ in .seconds(1) }
    )
    let policy = CachePolicy<String>(afterFailure: rest, load: LoadPolicy(clock: HookClock()))
    let cache = TextCache(policy: policy) { (key: String) async throws(SampleError) -> String in
      calls.note(key)
      throw .first
    }
    caches.cache = cache
    let interest = cache.interest(in: "k")
    #expect(interest.state == .failed(.first))
    #expect(calls.entries.count == 1)
    #expect(seen.entries.count == 1)
    caches.cache = nil
  }
}

/// A reference to a cache for the closures that it calls.
final class Caches: @unchecked Sendable {
  // SAFETY: used on the thread of the test only.
  var cache: TextCache?
}

/// Actions for later calls.
final class Hooks: @unchecked Sendable {
  // SAFETY: used on the thread of the test only.
  private var rest = 0
  private var action: (() -> Void)?

  /// Performs an action once, in the call after `count` others.
  func after(_ count: Int, _ action: @escaping () -> Void) { (rest, self.action) = (count, action) }

  func call() {
    rest -= 1
    if rest == 0 { action.take()?() }
  }
}

/// A clock whose time does not advance, with an action when it is read.
struct HookClock: Clock {
  let hooks = Hooks()
  private let moment = ContinuousClock.now

  var now: ContinuousClock.Instant {
    hooks.call()
    return moment
  }

  var minimumResolution: Duration { .zero }

  func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {
    for await _ in AsyncStream<Never>.makeStream().stream {}
    try Task.checkCancellation()
  }
}
