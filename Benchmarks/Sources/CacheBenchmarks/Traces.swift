import Foundation
import ReactiveLoadable

/// A sequence of requested keys.
struct Trace {
  let name: String
  let keys: [Int]
  /// The minimum ratio of the hits of the cache to those of an LRU cache.
  let budget: Double

  static let length = 300_000
  static let cacheSize = 1_000

  static var all: [Trace] {
    [0.8, 1.0, 1.2].map { zipf($0) } + [0.8, 1.0].map { scrolled($0) } + [loop, shifting]
  }

  /// Keys with a Zipf distribution: the frequency of the k-th key is proportional to 1 / k^s.
  static func zipf(_ exponent: Double) -> Trace {
    var keys = Zipf(exponent, over: 10_000)
    return Trace(
      name: "Zipf \(exponent)",
      keys: (0..<length).map { _ in keys.next() },
      budget: 1
    )
  }

  /// Keys with a Zipf distribution, interrupted by scans of keys that occur once.
  static func scrolled(_ exponent: Double) -> Trace {
    var keys = Zipf(exponent, over: 10_000)
    var cold = 1_000_000
    let all = (0..<length).map { number in
      if number % 4_000 < 3_000 { return keys.next() }
      cold += 1
      return cold
    }
    return Trace(name: "Zipf \(exponent) with fast scrolls", keys: all, budget: 1)
  }

  /// A loop over 10 % more keys than the cache can hold.
  static var loop: Trace {
    Trace(
      name: "a loop of 1,100",
      keys: (0..<length).map { $0 % (cacheSize + cacheSize / 10) },
      budget: 1
    )
  }

  /// Requests of which nine in ten are for a set of 800 keys that changes every 30,000 requests.
  static var shifting: Trace {
    var chance = Chance(7)
    let all = (0..<length).map { number in
      if Int.random(in: 0..<10, using: &chance) == 0 {
        return 1_000_000 + Int.random(in: 0..<100_000, using: &chance)
      }
      return number / 30_000 * 800 + Int.random(in: 0..<800, using: &chance)
    }
    return Trace(name: "a hot set that shifts", keys: all, budget: 0.95)
  }
}

// MARK: Hit rates

extension Trace {
  /// The hit rate of the cache, in percent.
  var hits: Double {
    let policy = CachePolicy<Int>(count: Self.cacheSize)
    let cache = LoaderCache<Int, Int, Never>(policy: policy) {
      (key: Int) async throws(Never) -> Int in key
    }
    for key in keys { cache.interest(in: key).cancel() }
    return Double(cache.statistics.hits) / Double(keys.count) * 100
  }

  var hitsOfLRU: Double {
    var cache = LRU(room: Self.cacheSize)
    var hits = 0
    for key in keys where cache.use(key) { hits += 1 }
    return Double(hits) / Double(keys.count) * 100
  }
}

/// An LRU cache: a dictionary, and a linked list in arrays.
struct LRU {
  private let room: Int
  private var places: [Int: Int] = [:]
  private var keys: [Int] = []
  private var older: [Int] = []
  private var newer: [Int] = []
  private var newest = -1
  private var oldest = -1

  init(room: Int) { self.room = room }

  /// Moves a key to the front, and returns whether it was cached.
  mutating func use(_ key: Int) -> Bool {
    if let place = places[key] {
      take(place)
      put(place)
      return true
    }
    var place = keys.count
    if place < room {
      keys.append(key)
      older.append(-1)
      newer.append(-1)
    } else {
      place = oldest
      take(place)
      places[keys[place]] = nil
      keys[place] = key
    }
    places[key] = place
    put(place)
    return false
  }

  private mutating func take(_ place: Int) {
    let (before, after) = (older[place], newer[place])
    if before >= 0 { newer[before] = after } else { oldest = after }
    if after >= 0 { older[after] = before } else { newest = before }
  }

  private mutating func put(_ place: Int) {
    (older[place], newer[place]) = (newest, -1)
    if newest >= 0 { newer[newest] = place } else { oldest = place }
    newest = place
  }
}

/// A random number generator with a Zipf distribution, from zero.
struct Zipf {
  private var sums: [Double] = []
  private var chance = Chance(1)

  init(_ exponent: Double, over count: Int) {
    var sum = 0.0
    for rank in 1...count {
      sum += 1 / pow(Double(rank), exponent)
      sums.append(sum)
    }
  }

  mutating func next() -> Int {
    let aim = Double.random(in: 0..<sums[sums.count - 1], using: &chance)
    var (low, high) = (0, sums.count - 1)
    while low < high {
      let middle = (low + high) / 2
      if sums[middle] > aim { high = middle } else { low = middle + 1 }
    }
    return low
  }
}

/// A seeded random number generator: SplitMix64.
struct Chance: RandomNumberGenerator {
  private var state: UInt64

  init(_ seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var bits = state
    bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
    return bits ^ (bits >> 31)
  }
}
