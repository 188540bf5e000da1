/// What a sweep removed, and what is left.
public struct DiskSweepReport: Hashable, Sendable {
  /// A file that a sweep could not remove.
  public struct Failure: Hashable, Sendable {
    /// The name of the file, in the folder of the cache.
    public let file: String
    /// The `errno` that says why.
    public let code: Int32
  }

  /// How many records were removed to make room.
  public internal(set) var removedBySize = 0
  /// How many records were removed because nobody had used them for too long.
  public internal(set) var removedByAge = 0
  /// How many bytes the removed files had together.
  public internal(set) var bytesRemoved = 0
  /// How many bytes the files that are left have together.
  public internal(set) var bytesLeft = 0
  /// The files that were to go and could not be removed.
  public internal(set) var failures: [Failure] = []
}
