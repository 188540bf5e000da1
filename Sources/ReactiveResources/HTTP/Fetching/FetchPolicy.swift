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
  /// The largest number of bytes of a body, once decoded; 64 MiB by default.
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
  /// Called on the task of a fetch when the store fails; the fetch continues.
  ///
  /// A cancellation is not a failure.
  public var onStoreFailure: @Sendable (StoreFailure) -> Void

  /// Creates a policy, with a default for each setting.
  ///
  /// - Parameters:
  ///   - staleUse: The stale responses that are shown during revalidation; by default all that the
  ///     server does not forbid.
  ///   - sizeLimit: The largest number of bytes of a body, 0 or more; 64 MiB by default.
  ///   - heuristics: The freshness of a response without `max-age` and `Expires`; never fresh by
  ///     default.
  ///   - resuming: The policy for interrupted downloads; by default 8 MiB stay in memory.
  ///   - redirects: The limit of redirects, 20 by default, and the header fields that do not leave
  ///     an origin.
  ///   - onStoreFailure: Called when the store fails; nothing by default.
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
