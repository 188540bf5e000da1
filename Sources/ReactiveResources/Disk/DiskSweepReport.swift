/// The result of a sweep: the removed and the remaining records of a disk cache.
public struct DiskSweepReport: Hashable, Sendable {
  /// A file that a sweep could not remove.
  public struct Failure: Hashable, Sendable {
    /// The name of the file, in the folder of the cache.
    public let file: String
    /// The `errno` of the file call that failed.
    public let code: Int32
  }

  /// The number of records that were removed because of the size limit.
  public internal(set) var removedBySize = 0
  /// The number of records that were removed because they had expired.
  public internal(set) var removedByAge = 0
  /// The total number of bytes of the removed files.
  public internal(set) var bytesRemoved = 0
  /// The total number of bytes of the remaining files.
  public internal(set) var bytesRemaining = 0
  /// The files that could not be removed.
  public internal(set) var failures: [Failure] = []
}
