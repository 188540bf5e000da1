/// What a disk cache has done since it was opened, and what it knows to hold.
public struct DiskCacheStatistics: Hashable, Sendable {
  /// How many reads brought a record.
  public internal(set) var hits = 0
  /// How many reads brought none, whatever the reason.
  public internal(set) var misses = 0
  /// How many records were written.
  public internal(set) var writes = 0
  /// How many records a sweep removed to make room.
  public internal(set) var removedBySize = 0
  /// How many records were removed because nobody had used them for too long.
  public internal(set) var removedByAge = 0
  /// How many files did not check out and were removed.
  public internal(set) var corrupt = 0
  /// How many records were refused because they were too large.
  public internal(set) var refused = 0
  /// How many files that killed processes had left half-written were removed at the opening.
  public internal(set) var incompleteWrites = 0
  /// How often a file could not be removed, by a sweep or behind a read.
  public internal(set) var failedRemovals = 0
  /// How many bytes the files of records have together; 0 until the folder has been measured.
  ///
  /// That is shortly after the opening. Changes that others make in the folder are seen by the next
  /// sweep.
  public internal(set) var bytes = 0
}
