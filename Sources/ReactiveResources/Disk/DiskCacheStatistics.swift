/// The counts of a disk cache since it was opened, and its size.
public struct DiskCacheStatistics: Hashable, Sendable {
  /// The number of reads that returned a record.
  public internal(set) var hits = 0
  /// The number of reads that returned no record, for any reason.
  public internal(set) var misses = 0
  /// The number of records that were written.
  public internal(set) var writes = 0
  /// The number of records that were removed because of a size limit.
  public internal(set) var removedBySize = 0
  /// The number of records that were removed because they had expired.
  public internal(set) var removedByAge = 0
  /// The number of removed files that were no valid records.
  ///
  /// They were corrupt, of an earlier format, or not written by the cache, such as links.
  public internal(set) var corrupt = 0
  /// The number of records that were refused because they were too large.
  public internal(set) var refused = 0
  /// The number of temporary files of killed processes that were removed when the folder was
  /// opened.
  public internal(set) var incompleteWrites = 0
  /// The number of files that a sweep or a read failed to remove.
  public internal(set) var failedRemovals = 0
  /// The total number of bytes of the files of records; 0 until the folder has been measured.
  ///
  /// It is never negative. The folder is measured shortly after it is opened. Changes by other
  /// processes are counted at the next sweep.
  public internal(set) var bytes = 0
}
