import ReactiveLoadable

@testable import ReactiveCaching
@testable import ReactiveLoading

/// A cache of loads of every kind over few keys.
final class CacheStorm: Sendable {
  let gate = Gate()
  let clock = HandClock()
  let activity = LoadActivity()
  let queue = LoadQueue(limit: 3)
  let ends = Log<Int>()
  let cache: LoaderCache<Int, Int, SampleError>

  init() {
    let policy = CachePolicy<Int>(
      count: 20,
      cost: .limit(100) { $0 % 30 },
      grace: .seconds(1),
      afterFailure: .constant(.zero, limit: .max),
      load: LoadPolicy(queue: queue, activity: activity, clock: clock)
    )
    cache = LoaderCache(policy: policy) { [gate, ends] key async throws(SampleError) -> Int in
      switch key % 4 {
      case 0: break
      case 1: throw .first
      case 2: await Task { _ = key }.value
      default: await gate.wait()
      }
      ends.note(key)
      return key
    }
  }

  func settled() async {
    await activity.ended()
    await queue.emptied()
  }
}

extension LoadActivity {
  /// Returns when nothing is loading.
  func ended() async {
    for await count in counts.elements where count == 0 { return }
  }
}

extension LoadQueue {
  /// Returns when all loads have left the queue, which they do soon after their end.
  func emptied() async {
    limit = 1
    await AttemptStart(in: self, at: .low).runInTurn { _ in }
  }
}

/// A visitor that starts and ends interests.
struct StormVisitor {
  private let storm: CacheStorm
  private var random: SeededGenerator
  private var interests: [LoadInterest<Int, Int, SampleError>] = []

  init(_ storm: CacheStorm, seed: Int) {
    self.storm = storm
    random = SeededGenerator(UInt64(seed))
  }

  mutating func act() {
    let (cache, key) = (storm.cache, random.below(6))
    let priority = LoadPriority.allCases[random.below(5)]
    switch random.below(24) {
    case 0..<8: interests.append(cache.interest(in: key, at: priority))
    case 8..<12:
      if !interests.isEmpty { interests.remove(at: random.below(interests.count)).cancel() }
    case 12..<14: if !interests.isEmpty { interests.remove(at: random.below(interests.count)) }
    case 14, 15: interests.first?.priority = priority
    case 16: interests.last?.retry()
    case 17: interests.last?.refresh()
    case 18: cache.remove(key)
    case 19: cache.trim(to: 0)
    case 20: cache.invalidate(key)
    case 21: cache.set(key, for: key)
    case 22: cache.refresh(key)
    default: cache.prefetch([key, key + 1]).cancel()
    }
    if interests.count > 6 { interests.removeFirst() }
  }
}
