/// What a fetch tells while it goes on.
public enum FetchReport: Hashable, Sendable {
  /// What is kept, which the server permits to be shown while it is asked.
  case stale(FetchedResource)
  /// How many bytes there are, and how many there will be, if the server said so in a way that can
  /// be relied on; told at most once for each chunk.
  case progress(received: Int64, expected: Int64?)
}
