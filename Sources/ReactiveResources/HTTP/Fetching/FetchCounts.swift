/// The counts of a fetcher since its creation.
public struct FetchCounts: Hashable, Sendable {
  /// The number of requests that were sent.
  public internal(set) var requests = 0
  /// The number of responses that were returned from the store without a request.
  public internal(set) var hits = 0
  /// The number of stored responses that a 304 confirmed.
  public internal(set) var revalidations = 0
  /// The number of stale responses that were returned instead of an error (`stale-if-error`).
  public internal(set) var staleIfErrors = 0
  /// The number of downloads that resumed a partial download.
  public internal(set) var resumed = 0
  /// The number of partial downloads that were dropped because of the size limit.
  public internal(set) var discardedParts = 0
  /// The number of reads, writes and removals that failed in the store.
  public internal(set) var storeFailures = 0
}
