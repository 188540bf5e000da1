public import Foundation
import ReactiveLoadable

/// A disk cache in one folder, with limits of size and age, that stays consistent after a crash.
///
/// Each key has one self-describing file, which is written by a rename. The folder is the only
/// index. <doc:KeepingRecordsOnDisk> has the guarantees, the file format, and what is stored of
/// credentials.
///
/// ```swift
/// let caches = FileManager.default.urls(for: .cachesDirectory, in: .userDomainMask)[0]
/// let folder = caches.appending(path: "covers")
/// let cache = try DiskCache(folder: folder, policy: DiskCachePolicy(sizeLimit: 50_000_000))
///
/// try await cache.save(ResourceRecord(metadata: ["etag": "\"7\""], body: bytes), for: "covers/7")
/// let record = try await cache.record(for: "covers/7")
/// ```
///
/// One cache uses a folder at a time: opening a second one, in this process or another, throws
/// ``DiskCacheError/inUse(folder:process:)``. The lock of the folder is released when the cache is
/// closed or deallocated, and when its process ends for any reason.
///
/// All functions may be called from any task at any time. File calls run on queues of the cache,
/// never on the cooperative pool: changes serially, reads concurrently with them.
public final class DiskCache: ResourceStore, RecordDeskOwner {
  /// The folder of the records.
  public var folder: URL { storage.folder.url }
  /// The limits that the cache was opened with.
  public var policy: DiskCachePolicy { storage.policy }
  /// The hits, misses and other counts since the cache was opened, and its size; thread-safe.
  public var statistics: DiskCacheStatistics { storage.ledger.statistics }

  private let storage: DiskStorage
  let desk = RecordDesk()

  /// Opens a folder for this cache alone, and creates it if necessary.
  ///
  /// These few short file calls run on the caller's thread. Slower work in a full folder (removing
  /// temporary files of killed processes, measuring, a sweep) runs on a queue, before the first
  /// change of a record.
  ///
  /// - Parameters:
  ///   - folder: The file URL of a folder of this computer that no other cache uses. An existing
  ///     folder must belong to the user of this process, and not every user may write into it.
  ///   - policy: The limits of size and age; 200 MB and no age limit by default.
  /// - Throws: ``DiskCacheError/inUse(folder:process:)`` if another cache uses the folder,
  ///   ``DiskCacheError/cannotOpen(folder:code:)`` if it cannot be created, opened or locked, and
  ///   ``DiskCacheError/otherOwner(folder:user:)``, ``DiskCacheError/writableByOthers(folder:)`` or
  ///   ``DiskCacheError/unusableLock(folder:)`` if another user may have written into it.
  public convenience init(
    folder: URL,
    policy: DiskCachePolicy = DiskCachePolicy()
  ) throws(DiskCacheError) {
    try self.init(folder: folder, policy: policy, hooks: DiskHooks())
  }

  package init(
    folder: URL,
    policy: DiskCachePolicy,
    hooks: DiskHooks
  ) throws(DiskCacheError) {
    precondition(
      folder.isFileURL,
      "The folder of a DiskCache must be a file URL, but is \(folder)."
    )
    storage = DiskStorage(
      folder: try DiskFolder(opening: folder, hooks: hooks),
      policy: policy
    )
    storage.startInitialSweep()
  }

  deinit { storage.releaseFolder() }

  /// Reads the record of a key, and updates the date of its last use.
  ///
  /// A corrupt file is a miss, and so is an expired record; both are removed afterwards. A read
  /// never waits for a write or a sweep. See <doc:KeepingRecordsOnDisk#D4-Corrupt-records>.
  ///
  /// - Returns: The record; `nil` if the key has none.
  /// - Throws: ``DiskCacheError/cannotRead(key:code:)`` or ``DiskCacheError/closed(folder:)``;
  ///   `CancellationError` if the task is cancelled before it starts.
  public func record(for key: String) async throws -> ResourceRecord? {
    let storage = storage
    return try await storage.readQueue(of: key).runCancellable { try storage.record(for: key) }
  }

  /// Stores a record for a key, and replaces the previous one.
  ///
  /// After the function has returned, the record survives the end of the process for any reason.
  ///
  /// - Throws: ``DiskCacheError``; the previous record is then unchanged. `CancellationError` if
  ///   the task is cancelled before it starts. A write that has started completes.
  public func save(_ record: ResourceRecord, for key: String) async throws {
    let storage = storage
    try await storage.writeQueue.runCancellable(then: storage.sweepIfDue) {
      try storage.save(record, for: key)
    }
  }

  /// Removes the record of a key, also in a cancelled task.
  ///
  /// - Throws: ``DiskCacheError/cannotRemove(file:code:)`` or ``DiskCacheError/closed(folder:)``.
  public func removeRecord(for key: String) async throws(DiskCacheError) {
    try await perform { storage throws(DiskCacheError) in try storage.removeRecord(for: key) }
  }

  /// Removes all records that exist when the removal starts, also in a cancelled task.
  ///
  /// - Throws: ``DiskCacheError/cannotList(folder:code:)``, ``DiskCacheError/closed(folder:)``, or
  ///   the first ``DiskCacheError/cannotRemove(file:code:)`` after all others are removed.
  public func removeAll() async throws(DiskCacheError) {
    try await perform { storage throws(DiskCacheError) in try storage.removeAll() }
  }

  /// Evicts expired records, and above the size limit the least recently used ones.
  ///
  /// A sweep also runs when the folder is opened and after a write that exceeds the limit, so a
  /// call is optional. A file that cannot be removed is reported and stays.
  ///
  /// - Returns: The removed and the remaining records, in numbers and bytes.
  /// - Throws: ``DiskCacheError/cannotList(folder:code:)`` or ``DiskCacheError/closed(folder:)``.
  @discardableResult
  public func sweep() async throws(DiskCacheError) -> DiskSweepReport {
    try await perform { storage throws(DiskCacheError) in try storage.sweep() }
  }

  /// Measures the size of the cache on disk.
  ///
  /// - Returns: The total length of the files of records, in bytes.
  /// - Throws: ``DiskCacheError/cannotList(folder:code:)`` or ``DiskCacheError/closed(folder:)``.
  public func sizeOnDisk() async throws(DiskCacheError) -> Int {
    try await perform { storage throws(DiskCacheError) in try storage.measure() }
  }

  /// Closes the cache after all earlier calls, and releases the folder for another cache.
  ///
  /// Values that loaders have saved before are written first (`SavedValues`). Later calls throw
  /// ``DiskCacheError/closed(folder:)``. Deallocation closes a cache, too; call this function to
  /// know when the folder is free.
  public func close() async {
    await desk.finish()
    await storage.close()
  }

  private func perform<Output: Sendable>(
    _ work: @escaping @Sendable (DiskStorage) throws(DiskCacheError) -> Output
  ) async throws(DiskCacheError) -> Output {
    let storage = storage
    return try await storage.writeQueue.run { () throws(DiskCacheError) in try work(storage) }
  }
}

extension DiskCache: Described {
  package var objectText: ObjectText {
    let size = "\(statistics.bytes) of \(policy.sizeLimit) bytes"
    return ObjectText("DiskCache", name: folder.lastPathComponent, state: size)
  }

  package var mirrorParts: KeyValuePairs<String, Any?> {
    ["folder": folder.path, "statistics": statistics, "policy": policy]
  }
}
