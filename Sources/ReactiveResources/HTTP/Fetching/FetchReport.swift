/// A report during a fetch.
public enum FetchReport: Hashable, Sendable {
  /// A stored response that may be shown stale during its revalidation.
  case stale(FetchedResource)
  /// The number of received bytes and the length of the body, at most once for each chunk.
  ///
  /// The length is `nil` if it is unknown, or if the body has a content coding.
  case progress(received: Int64, expected: Int64?)
}
