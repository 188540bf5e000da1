import Foundation
import ReactiveLoadable

extension FetchPolicy {
  /// Returns true if a stale response may be shown during its revalidation.
  func mayReportStale(_ stored: StoredResponse, at date: Date) -> Bool {
    switch staleUse {
    case .whenAllowed: stored.allowsStaleWhileRevalidate(at: date, heuristics: heuristics)
    case .unlessForbidden: stored.allowsStale
    }
  }

  /// Returns the lifetime of a response in memory from now.
  func lifetime(of stored: StoredResponse, at date: Date) -> CacheLifetime {
    guard stored.isStorable else { return CacheLifetime(freshness: .never, timeToLive: .zero) }
    let fresh = Duration.seconds(max(0, stored.freshSeconds(at: date, heuristics)))
    guard stored.allowsStale else { return CacheLifetime(timeToLive: fresh) }
    return switch staleUse {
    case .unlessForbidden: CacheLifetime(freshness: .lasting(fresh))
    case .whenAllowed:
      CacheLifetime(freshness: .lasting(fresh), timeToLive: fresh + stored.staleWhileRevalidateTime)
    }
  }
}
