import Foundation
import Measuring
import ReactiveLoadable
import Synchronization

/// Reads of cached values, among 100,000.
enum Hits {
  static let count = 100_000
  /// The keys in random order.
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

  /// An `NSCache`, whose keys are created before the measurement.
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

/// The value for a row.
final class Poster: Sendable {
  let number: Int
  init(_ number: Int) { self.number = number }
}

/// The handwritten alternative: a dictionary in a `Mutex`.
private final class Posters: Sendable {
  let all = Mutex<[Int: Poster]>([:])
}
