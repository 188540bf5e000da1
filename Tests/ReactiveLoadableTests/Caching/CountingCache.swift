import ReactiveLoadable
import TestSupport

@testable import ReactiveCaching

/// A cache whose values are the numbers of the calls of its load function.
typealias CountingCache = LoaderCache<Int, String, Never>

extension CountingCache {
  /// A cache, and the log of its loaded keys.
  static func make(_ policy: CachePolicy<String> = CachePolicy()) -> (CountingCache, Log<Int>) {
    let calls = Log<Int>()
    let cache = CountingCache(policy: policy) { (key: Int) async throws(Never) -> String in
      calls.note(key)
      return "loaded \(calls.entries.count)"
    }
    return (cache, calls)
  }
}
