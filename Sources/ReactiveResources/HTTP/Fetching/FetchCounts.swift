/// How often a fetcher did what, since it was made.
public struct FetchCounts: Hashable, Sendable {
  /// Requests that were sent.
  public internal(set) var requests = 0
  /// Fetches that were answered without a request.
  public internal(set) var hits = 0
  /// Answers 304 that found right what is kept.
  public internal(set) var revalidations = 0
  /// Kept answers that stood in for an error.
  public internal(set) var staleIfErrors = 0
  /// Downloads that went on where another one had ended.
  public internal(set) var resumed = 0
  /// Beginnings of downloads that were given up because there was no room for them.
  public internal(set) var discardedParts = 0
  /// Reads, writes and removals that the store failed at.
  public internal(set) var storeFailures = 0
}
