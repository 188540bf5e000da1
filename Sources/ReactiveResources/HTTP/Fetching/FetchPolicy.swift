import Foundation
import ReactiveLoadable

/// The configuration of a fetcher.
public struct FetchPolicy: Sendable {
  /// The policy for interrupted downloads.
  public enum Resuming: Hashable, Sendable {
    /// The received bytes are discarded.
    case never
    /// The received bytes stay in memory, and the next download resumes after them.
    ///
    /// The server must support range requests. All partial downloads together have at most this
    /// number of bytes, with their header fields and keys, and there are at most 256 of them; the
    /// oldest are dropped first. See
    /// <doc:RevalidatingResources#H14-Resuming-downloads>.
    case keeping(upTo: Int)
  }

  /// The stale responses that may be shown during revalidation.
  public enum StaleUse: Hashable, Sendable {
    /// Responses with `stale-while-revalidate`, only for that time (RFC 5861, 3).
    case whenAllowed
    /// All responses without `no-cache` and `must-revalidate`, also without
    /// `stale-while-revalidate`.
    ///
    /// RFC 9111 (4.2.4) permits this to a client. An old image is shown until the new one arrives.
    case unlessForbidden
  }

  /// The stale responses that are shown during revalidation; by default all that are not forbidden.
  public var staleUse: StaleUse
  /// The largest number of bytes of a body, once decoded, 0 or more; 64 MiB by default.
  public var sizeLimit: Int
  /// The freshness of a response without `max-age` and `Expires`; never fresh by default.
  public var heuristics: HeuristicFreshness
  /// The policy for interrupted downloads; by default 8 MiB stay in memory.
  ///
  /// Resuming cannot mix two versions: both responses must have the same URL and the same strong
  /// `ETag`.
  public var resuming: Resuming
  /// The limit of redirects, 20 by default, and the header fields that do not leave an origin.
  public var redirects: RedirectPolicy
  /// Called on the task of a fetch when the store fails, nothing by default; the fetch continues.
  ///
  /// A cancellation is not a failure.
  public var onStoreFailure: @Sendable (StoreFailure) -> Void

  /// Creates a policy from its properties, with a default for each.
  public init(
    staleUse: StaleUse = .unlessForbidden,
    sizeLimit: Int = 67_108_864,
    heuristics: HeuristicFreshness = .never,
    resuming: Resuming = .keeping(upTo: 8_388_608),
    redirects: RedirectPolicy = RedirectPolicy(),
    onStoreFailure: @escaping @Sendable (StoreFailure) -> Void = { _ in }
  ) {
    precondition(
      sizeLimit >= 0,
      "The sizeLimit of a FetchPolicy must be 0 bytes or more, but is \(sizeLimit)."
    )
    self.staleUse = staleUse
    self.sizeLimit = sizeLimit
    self.heuristics = heuristics
    self.resuming = resuming
    self.redirects = redirects
    self.onStoreFailure = onStoreFailure
  }
}

extension FetchPolicy {
  /// Returns true if a response may be shown during its revalidation: fresh, or stale if allowed.
  func mayReport(_ stored: StoredResponse, at date: Date) -> Bool {
    if stored.isFresh(at: date, heuristics: heuristics) { return true }
    return switch staleUse {
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
      CacheLifetime(
        freshness: .lasting(fresh),
        timeToLive: fresh + .seconds(stored.cacheControl.staleWhileRevalidate ?? 0)
      )
    }
  }

  /// Returns the lifetime in memory of a redirect's target: no longer than that of the redirect.
  func lifetimeBehind(_ hop: StoredResponse, at date: Date) -> CacheLifetime {
    guard !hop.allowsStale else { return lifetime(of: hop, at: date) }
    let fresh = hop.isStorable ? hop.freshSeconds(at: date, heuristics) : 0
    return CacheLifetime(timeToLive: .seconds(fresh))
  }
}
