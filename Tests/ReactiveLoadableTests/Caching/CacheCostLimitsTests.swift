import LoadableTesting
import ReactiveLoadable
import TestSupport
import Testing

/// Values that were accepted under higher limits than those that hold when they are cached (C3).
@Suite struct `Costs under limits that change (C3)` {
  typealias Costs = LoaderCache<String, Int, SampleError>
  typealias Row = LoadInterest<String, Int, SampleError>

  /// A cache whose values are their own costs, and whose loads fail.
  private func cache(
    count: Int = 1000,
    cost: Int = 1000,
    load: LoadPolicy = LoadPolicy(),
    whenCounted: @escaping @Sendable (Int) -> Void = { _ in }
  ) -> Costs {
    let costs = CacheCost<Int>.limit(cost, largest: cost) { value in
      whenCounted(value)
      return value
    }
    let policy = CachePolicy(count: count, cost: costs, load: load)
    return Costs(policy: policy) { (_: String) async throws(SampleError) -> Int in throw .first }
  }

  private let small = (0..<5).map { "small \($0)" }

  private func fill(_ cache: Costs) { for key in small { cache.set(10, for: key) } }

  @Test func `a visible value above a lowered cost limit evicts no others when its row disappears`()
  {
    let (cache, events) = (cache(), Log<CacheEvent<String>>())
    cache.set(60, for: "large")
    let row = cache.interest(in: "large")
    cache.limits.cost = 50
    fill(cache)
    let subscription = cache.events.sink { events.note($0) }
    row.cancel()
    #expect(events.entries == [.evicted("large")])
    #expect(cache.value(for: "large") == nil)
    #expect(small.allSatisfy { cache.value(for: $0) == 10 })
    subscription.cancel()
  }

  @Test func `a visible value above a lowered cost limit evicts no others when its refresh fails`()
    async
  {
    let cache = cache()
    cache.set(60, for: "large")
    let row = cache.interest(in: "large")
    cache.limits.cost = 50
    fill(cache)
    row.refresh()
    _ = await row.outcome()
    #expect(row.state == .failed(.first, previous: 60, cause: .refresh))
    #expect(small.allSatisfy { cache.value(for: $0) == 10 })
  }

  @Test func `a cost calculated before the limit was lowered evicts no others`() {
    let caches = Log<Costs>()
    let cache = cache { if $0 == 60 { caches.entries.first?.limits.cost = 50 } }
    caches.note(cache)
    fill(cache)
    cache.set(60, for: "large")
    #expect(cache.value(for: "large") == nil)
    #expect(small.allSatisfy { cache.value(for: $0) == 10 })
  }

  @Test(arguments: [false, true])
  func `a time to live set during the calculation of a cost applies to its value`(
    isShown: Bool
  ) {
    let caches = Log<Costs>()
    marbles { m in
      let cache = m.keep(
        cache(load: LoadPolicy(clock: m.clock)) { value in
          if value == 2 { caches.entries.first?.limits.timeToLive = .milliseconds(20) }
        }
      )
      caches.note(cache)
      cache.set(1, for: "a")
      let row = isShown ? cache.interest(in: "a") : nil
      m.at(.milliseconds(10)) { cache.set(2, for: "a") }
      m.at(.milliseconds(29)) { #expect(cache.value(for: "a") == 2) }
      m.at(.milliseconds(30)) { #expect(cache.value(for: "a") == nil) }
      m.keep(row)
    }
  }

  @Test(arguments: 0..<100)
  func `in any order of sets, interests and limits totals fit, and the newest value stays`(
    seed: Int
  ) async {
    var random = SeededGenerator(UInt64(seed))
    let (cache, events) = (cache(count: 8, cost: 100), Log<CacheEvent<String>>())
    let subscription = cache.events.sink { events.note($0) }
    var rows: [Int: Row] = [:]
    for _ in 0..<120 {
      let (before, seen) = (cache.statistics, events.entries.count)
      let mayEvictAll = await act(cache, &rows, &random)
      let (after, limits) = (cache.statistics, cache.limits)
      #expect(after.count <= limits.count)
      #expect(after.cost <= limits.cost ?? .max)
      let evictions = events.entries.dropFirst(seen).count(where: isEviction)
      #expect(after.evictions - before.evictions == evictions)
      // A value that does not fit is evicted alone, and one that fits stays.
      if !mayEvictAll, limits.count > 0 { #expect(evictions <= 1 || after.count > 0) }
    }
    subscription.cancel()
  }

  private func isEviction(_ event: CacheEvent<String>) -> Bool {
    if case .evicted = event { true } else { false }
  }

  /// Performs a random call; returns whether that may leave the cache empty.
  private func act(
    _ cache: Costs,
    _ rows: inout [Int: Row],
    _ random: inout SeededGenerator
  ) async -> Bool {
    let key = "\(Int.random(in: 0..<12, using: &random))"
    let row = Int.random(in: 0..<4, using: &random)
    switch Int.random(in: 0..<14, using: &random) {
    case 0..<4:
      let value = Int.random(in: 0...60, using: &random)
      cache.set(value, for: key)
      let limits = cache.limits
      let largest = min(limits.cost ?? .max, limits.largestCost ?? .max)
      if limits.count > 0, value <= largest { #expect(cache.value(for: key) == value) }
    case 4..<6: rows[row] = cache.interest(in: key)
    case 6..<8: rows[row] = nil
    case 8..<10:
      rows[row]?.refresh()
      _ = await rows[row]?.outcome()
    case 10:
      cache.limits.cost = [0, 20, 50, 100, nil].randomElement(using: &random) ?? nil
      return true
    case 11:
      cache.limits.count = [0, 1, 3, 8].randomElement(using: &random) ?? 8
      return true
    case 12:
      cache.limits.largestCost = [nil, 10, 30, 100].randomElement(using: &random) ?? nil
    default:
      cache.trim(to: .random(in: 0...1, using: &random))
      return true
    }
    return false
  }
}
