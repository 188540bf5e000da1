import Foundation
import Measuring
import ReactiveLoadable
import Synchronization

/// Reading what is there, among 100,000.
enum Hits {
  static let count = 100_000
  /// In no order, as rows are read.
  static let order: [Int] = {
    var chance = Chance(3)
    return (0..<count).shuffled(using: &chance)
  }()

  static func cache(_ count: Int = count) -> Contender {
    let policy = CachePolicy<Poster>(count: count)
    let cache = LoaderCache<Int, Poster, Never>(policy: policy) {
      (key: Int) async throws(Never) -> Poster in Poster(key)
    }
    for key in 0..<count { cache.set(Poster(key), for: key) }
    return Contender("cache", repetitions: 200_000) { repetitions in
      var sum = 0
      for number in 0..<repetitions {
        sum &+= cache.value(for: order[number % order.count] % count)?.number ?? 0
      }
      use(sum)
    }
  }

  static func dictionary() -> Contender {
    let posters = Posters()
    for key in 0..<count { posters.all.withLock { $0[key] = Poster(key) } }
    return Contender("dictionary", repetitions: 200_000) { repetitions in
      var sum = 0
      for number in 0..<repetitions {
        sum &+= posters.all.withLock { $0[order[number % count]] }?.number ?? 0
      }
      use(sum)
    }
  }

  /// With keys that are objects already.
  static func foundation() -> Contender {
    let cache = NSCache<NSNumber, Poster>()
    let keys = order.map { NSNumber(value: $0) }
    for key in keys { cache.setObject(Poster(key.intValue), forKey: key) }
    return Contender("NSCache", repetitions: 200_000) { repetitions in
      var sum = 0
      for number in 0..<repetitions {
        sum &+= cache.object(forKey: keys[number % count])?.number ?? 0
      }
      use(sum)
    }
  }

  @inline(never)
  private static func use(_ sum: Int) { if sum == 1 { print("unlikely") } }
}

/// What a row shows.
final class Poster: Sendable {
  let number: Int
  init(_ number: Int) { self.number = number }
}

/// What one would write instead.
private final class Posters: Sendable {
  let all = Mutex<[Int: Poster]>([:])
}
