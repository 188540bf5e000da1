import Foundation
import ReactiveLoadable

extension FetchPolicy {
  /// Whether an answer that is stale may be shown while the server is asked.
  func shows(_ stored: StoredResponse, at date: Date) -> Bool {
    switch staleUse {
    case .whenAllowed: stored.allowsStaleWhileRevalidate(at: date, heuristics: heuristics)
    case .unlessForbidden: stored.allowsStale
    }
  }

  /// How long an answer may be kept in memory from now on.
  func lifetime(of stored: StoredResponse, at date: Date) -> CacheLifetime {
    guard stored.isStorable else { return CacheLifetime(freshness: .never, timeToLive: .zero) }
    let fresh = Duration.seconds(max(0, stored.freshSeconds(at: date, heuristics)))
    guard stored.allowsStale else { return CacheLifetime(timeToLive: fresh) }
    return switch staleUse {
    case .unlessForbidden: CacheLifetime(freshness: .lasting(fresh))
    case .whenAllowed:
      CacheLifetime(freshness: .lasting(fresh), timeToLive: fresh + stored.graceOfServer)
    }
  }
}
