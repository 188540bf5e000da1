/// How a fetcher behaves, as a value.
public struct FetchPolicy: Sendable {
  /// What happens to the beginning of an interrupted download.
  public enum Resuming: Hashable, Sendable {
    /// It is discarded.
    case never
    /// It is kept in memory, and the next download resumes after it, if the server serves ranges.
    ///
    /// All of them together have at most this number of bytes; the oldest are dropped first.
    case keeping(upTo: Int)
  }

  /// What may be shown stale during revalidation.
  public enum StaleUse: Hashable, Sendable {
    /// What the server grants by `stale-while-revalidate`, and only for that time (RFC 5861, 3).
    case whenAllowed
    /// Everything but answers with `no-cache` or `must-revalidate`.
    ///
    /// A client may permit that itself (RFC 9111, 4.2.4), for instance to show an old picture until the
    /// new one arrives.
    case unlessForbidden
  }

  /// What may be shown stale during revalidation; by default everything that the server does not forbid.
  public var staleUse: StaleUse
  /// The largest number of bytes of a body, once decoded; 64 MiB by default.
  public var sizeLimit: Int
  /// How long an answer without `max-age` and `Expires` is fresh; never by default.
  public var heuristics: HeuristicFreshness
  /// What happens to the beginning of an interrupted download; 8 MiB are kept by default.
  ///
  /// It cannot mix two versions: both answers must have the same URL and the same strong tag.
  public var resuming: Resuming
  /// How many redirects are followed, 20 by default, and which header fields are not forwarded to
  /// another origin.
  public var redirects: RedirectPolicy
  /// Called on the task of a fetch when the store fails, which does not fail the fetch.
  ///
  /// A cancellation is not a failure.
  public var onStoreFailure: @Sendable (StoreFailure) -> Void

  /// Creates a policy; each default is the safe choice.
  ///
  /// - Parameters:
  ///   - staleUse: What may be shown stale during revalidation: by default everything that the server
  ///     does not forbid.
  ///   - sizeLimit: The largest number of bytes of a body, 0 or more; 64 MiB by default.
  ///   - heuristics: How long an answer without `max-age` and `Expires` is fresh; never by default.
  ///   - resuming: What happens to the beginning of an interrupted download; 8 MiB are kept by default.
  ///   - redirects: How many redirects are followed, 20 by default, and which header fields are not
  ///     forwarded to another origin.
  ///   - onStoreFailure: Called when the store fails; nothing by default.
  public init(
    staleUse: StaleUse = .unlessForbidden,
    sizeLimit: Int = 67_108_864,
    heuristics: HeuristicFreshness = .never,
    resuming: Resuming = .keeping(upTo: 8_388_608),
    redirects: RedirectPolicy = RedirectPolicy(),
    onStoreFailure: @escaping @Sendable (StoreFailure) -> Void = { _ in }
  ) {
    precondition(sizeLimit >= 0, "a size limit is 0 bytes or more, not \(sizeLimit)")
    self.staleUse = staleUse
    self.sizeLimit = sizeLimit
    self.heuristics = heuristics
    self.resuming = resuming
    self.redirects = redirects
    self.onStoreFailure = onStoreFailure
  }
}
