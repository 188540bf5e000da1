import Measuring
import ReactiveLoadable

/// Calls about some of many keys.
enum Keys {
  private typealias Cache = LoaderCache<Int, Int, Never>

  private static func cache(of count: Int) -> Cache {
    let cache = Cache(policy: CachePolicy(count: count)) { (key: Int) async throws(Never) in key }
    for key in 0..<count { cache.set(key, for: key) }
    return cache
  }

  /// Revalidates ten keys by their tags, none of them in use.
  static func tags(of count: Int) -> Contender {
    let (cache, scope) = (cache(of: count), LoadScope())
    scope.add(cache, tag: "list")
    let tags = (0..<10).map { LoadTag(arrayLiteral: "list", $0 * count / 10) }
    return Contender("tags \(count)", repetitions: 2_000) { repetitions in
      for _ in 0..<repetitions { scope.revalidate(tags: tags) }
      withExtendedLifetime(cache) {}
    }
  }

  /// Sets a key of many whose states are one state.
  static func zipped(of count: Int) -> Contender {
    let cache = cache(of: count)
    let subscription = cache.states(of: 0..<count).sink { withExtendedLifetime($0.value) {} }
    return Contender("zipped \(count)", repetitions: 2_000) { repetitions in
      for number in 0..<repetitions { cache.set(-number, for: number % count) }
      withExtendedLifetime(subscription) {}
    }
  }
}
