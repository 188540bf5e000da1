public import Foundation

/// A folder of records that is bounded in size and age, and whole after a crash at any moment.
///
/// One file for each key says all about itself, and comes into its place by a rename, so that the
/// folder is the only index. <doc:KeepingRecordsOnDisk> has the rules and the format.
///
/// ```swift
/// let folder = URL.temporaryDirectory.appending(path: "covers")  // Apple: URL.cachesDirectory
/// let cache = try DiskCache(folder: folder, policy: DiskCachePolicy(sizeLimit: 50_000_000))
///
/// try await cache.save(ResourceRecord(metadata: ["etag": "\"7\""], body: bytes), for: "covers/7")
/// let record = try await cache.record(for: "covers/7")
/// ```
///
/// One cache has the folder at a time: a second one, of this process or another, throws
/// ``DiskCacheError/inUse(folder:process:)``. The folder is let go of when the cache is closed, when
/// nobody holds it any more, and when its process ends in whatever way.
///
/// All functions may be called from any task at any time. Files are touched on queues of the cache,
/// never on the pool of the tasks: changes one after the other, reads beside them.
public final class DiskCache: ResourceStore {
  /// Where the records are.
  public var folder: URL { storage.folder.url }
  /// The limits, as they were given.
  public var policy: DiskCachePolicy { storage.policy }
  /// What the cache has done since it was opened, and what it knows to hold; from any thread.
  public var statistics: DiskCacheStatistics { storage.ledger.statistics }

  private let storage: DiskStorage

  /// Opens a folder: makes it if need be, and takes it for this cache alone.
  ///
  /// These few short file calls are made on the caller's thread. What takes longer in a full folder
  /// (removing what killed processes left half-written, measuring, a sweep of what is too much) goes
  /// on behind, before anything that the cache is asked to change.
  ///
  /// - Parameters:
  ///   - folder: Where the records are to be, for nothing else; a file URL.
  ///   - policy: The limits.
  /// - Throws: ``DiskCacheError/inUse(folder:process:)`` when another cache has the folder,
  ///   ``DiskCacheError/cannotOpen(folder:code:)`` when it cannot be made or locked.
  public convenience init(
    folder: URL,
    policy: DiskCachePolicy = DiskCachePolicy()
  ) throws(DiskCacheError) {
    try self.init(folder: folder, policy: policy, watch: DiskWatch())
  }

  package init(
    folder: URL,
    policy: DiskCachePolicy,
    watch: DiskWatch
  ) throws(DiskCacheError) {
    precondition(folder.isFileURL, "A disk cache needs a file URL, and not \(folder).")
    storage = DiskStorage(
      folder: try DiskFolder(opening: folder, watch: watch),
      policy: policy
    )
    storage.takeStock()
  }

  deinit { storage.letGo() }

  /// Finds what is kept for a key, and notes that it was used.
  ///
  /// A file that does not check out is a miss, and so is one older than the limit; both are removed
  /// behind. It never waits for a write or a sweep.
  ///
  /// - Parameter key: Any text, such as a URL.
  /// - Returns: The record; `nil` if there is none.
  /// - Throws: ``DiskCacheError/cannotRead(key:code:)`` or ``DiskCacheError/closed(folder:)``;
  ///   `CancellationError` when the task is cancelled before its turn.
  public func record(for key: String) async throws -> ResourceRecord? {
    let storage = storage
    return try await storage.lane(of: key).skippableTurn { try storage.record(for: key) }
  }

  /// Keeps a record for a key, in the place of what was kept before.
  ///
  /// When it returns, the record outlives the end of the process, in whatever way that comes.
  ///
  /// - Parameters:
  ///   - record: What to keep.
  ///   - key: Any text, such as a URL.
  /// - Throws: ``DiskCacheError``, and what was there before is still there;
  ///   `CancellationError` when the task is cancelled before its turn. A write that has begun is
  ///   finished.
  public func save(_ record: ResourceRecord, for key: String) async throws {
    let storage = storage
    try await storage.changes.skippableTurn(then: storage.sweepSoon) {
      try storage.save(record, for: key)
    }
  }

  /// Forgets what is kept for a key; also in a cancelled task.
  ///
  /// - Parameter key: Any text, such as a URL.
  /// - Throws: ``DiskCacheError/cannotRemove(file:code:)`` or ``DiskCacheError/closed(folder:)``.
  public func removeRecord(for key: String) async throws(DiskCacheError) {
    let storage = storage
    try await storage.changes.turn { () throws(DiskCacheError) in
      try storage.removeRecord(for: key)
    }
  }

  /// Forgets everything that is kept when its turn comes; also in a cancelled task.
  ///
  /// - Throws: ``DiskCacheError/cannotList(folder:code:)``, ``DiskCacheError/closed(folder:)``, or
  ///   the first ``DiskCacheError/cannotRemove(file:code:)`` after all others are removed.
  public func removeAll() async throws(DiskCacheError) {
    let storage = storage
    try await storage.changes.turn { () throws(DiskCacheError) in try storage.removeAll() }
  }

  /// Removes what is too old, and if the rest is too much, what was not used for longest.
  ///
  /// It runs by itself when the folder is opened and when what was written crosses the limit; nobody
  /// has to call it. A file that cannot be removed is reported and left.
  ///
  /// - Returns: What it removed, and what is left.
  /// - Throws: ``DiskCacheError/cannotList(folder:code:)`` or ``DiskCacheError/closed(folder:)``.
  @discardableResult
  public func sweep() async throws(DiskCacheError) -> DiskSweepReport {
    let storage = storage
    return try await storage.changes.turn { () throws(DiskCacheError) in try storage.sweep() }
  }

  /// Measures the records in the folder.
  ///
  /// - Returns: The sum of the lengths of the files of records, in bytes.
  /// - Throws: ``DiskCacheError/cannotList(folder:code:)`` or ``DiskCacheError/closed(folder:)``.
  public func sizeOnDisk() async throws(DiskCacheError) -> Int {
    let storage = storage
    return try await storage.changes.turn { () throws(DiskCacheError) in try storage.measure() }
  }

  /// Lets go of the folder when all that was asked for before is done, so that another may open it.
  ///
  /// Afterwards the cache throws ``DiskCacheError/closed(folder:)``. A cache that nobody holds any
  /// more closes itself; this is for who has to know when.
  public func close() async {
    await storage.close()
  }
}
