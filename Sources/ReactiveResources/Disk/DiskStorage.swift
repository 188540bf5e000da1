import Dispatch
import Foundation

/// The work of a disk cache, called on its queues.
///
/// Every change of the folder runs serially on `writeQueue`, so that the bytes are counted exactly
/// and a file is removed only for its content at that time. Reads run on separate queues, so that
/// none waits for a write or a sweep. There are few queues, so that many reads use few threads.
final class DiskStorage: Sendable {
  let folder: DiskFolder
  let policy: DiskCachePolicy
  let ledger: DiskLedger
  let writeQueue = DispatchQueue(label: "ReactiveResources.DiskCache.changes")
  private let readQueues = (0..<4).map {
    DispatchQueue(label: "ReactiveResources.DiskCache.reads.\($0)")
  }

  init(folder: DiskFolder, policy: DiskCachePolicy) {
    self.folder = folder
    self.policy = policy
    ledger = DiskLedger(policy: policy)
  }

  func readQueue(of key: String) -> DispatchQueue {
    readQueues[Int(UInt(bitPattern: key.hashValue) % UInt(readQueues.count))]
  }

  func close() async {
    await writeQueue.run { self.ledger.close() }
    for readQueue in readQueues { await readQueue.run {} }
    await writeQueue.run { self.folder.unlock() }
  }

  /// Unlocks the folder after the running work has stopped, at the next file of a sweep.
  func releaseFolder() {
    ledger.close()
    writeQueue.sync { folder.unlock() }
  }

  /// Returns the folder while the cache is open.
  func openFolder() throws(DiskCacheError) -> DiskFolder {
    if ledger.isClosed { throw .closed(folder: folder.url) }
    return folder
  }

  // MARK: Records

  func record(for key: String) throws(DiskCacheError) -> ResourceRecord? {
    let folder = try openFolder()
    do throws(FileError) {
      let record = try lookUp(KeyHash(of: key), in: folder)
      ledger.count(record == nil ? \.misses : \.hits)
      return record
    } catch {
      throw .cannotRead(key: HTTPRedaction.text(key), code: error.code)
    }
  }

  private func lookUp(_ hash: KeyHash, in folder: DiskFolder) throws(FileError) -> ResourceRecord? {
    let name = hash.fileName
    guard let status = try folder.directory.status(of: name) else { return nil }
    // What the cache has not written is not opened.
    guard status.kind == .own else { return discardLater(name) }
    guard let file = try folder.openFile(named: name) else { return nil }
    let opened = try file.status()
    guard reason(against: opened) == nil, let stored = try StoredRecord(file, opened) else {
      return discardLater(name)
    }
    guard stored.keyHash == hash else { return nil }
    // If the file system refuses that, the old date stays.
    try? file.setDates(policy.clock.now())
    return stored.record
  }

  /// Removes a file that is corrupt, expired, too large or foreign, which is a miss.
  private func discardLater(_ name: String) -> ResourceRecord? {
    writeQueue.async { [weak self] in self?.discard(name) }
    return nil
  }

  /// Removes an unusable file, if it still is unusable: a write may have replaced it.
  private func discard(_ name: String) {
    guard !ledger.isClosed, let counter = try? removalReason(of: name) else { return }
    do throws(FileError) {
      try folder.remove(name)
      ledger.count(counter)
      ledger.recordSize(nil, of: name)
    } catch {
      ledger.count(\.failedRemovals)
    }
  }

  /// The count of the removals for the same reason.
  private typealias RemovalReason = WritableKeyPath<DiskCacheStatistics, Int>

  private func removalReason(of name: String) throws(FileError) -> RemovalReason? {
    guard let status = try folder.directory.status(of: name) else { return nil }
    if let reason = reason(against: status) { return reason }
    guard let file = try folder.openFile(named: name) else { return nil }
    let isValid = try StoredRecord(file, try file.status()) != nil
    return isValid ? nil : \.corrupt
  }

  /// Returns the reason why a file with this status is no record that a read may return.
  private func reason(against status: FileStatus) -> RemovalReason? {
    if status.kind != .own { return \.corrupt }
    if policy.isExpired(status.lastUse, at: policy.clock.now()) { return \.removedByAge }
    return status.bytes > policy.recordSizeLimit ? \.removedBySize : nil
  }

  func save(_ record: ResourceRecord, for key: String) throws(DiskCacheError) {
    let folder = try openFolder()
    let hash = KeyHash(of: key)
    let head = RecordHead(keyHash: hash, metadata: record.metadata, bodyCount: record.body.count)
      .encoded(body: record.body)
    let bytes = head.count + record.body.count
    try limit(bytes, to: policy.recordSizeLimit, key)
    try limit(head.count, to: RecordHead.sizeLimit, key)
    do throws(FileError) {
      try folder.write(head, record.body, to: hash.fileName, lastUse: policy.clock.now())
      ledger.count(\.writes)
      ledger.recordSize(bytes, of: hash.fileName)
    } catch {
      if error == .isMissing { throw .folderRemoved(folder: folder.url) }
      throw .cannotWrite(key: HTTPRedaction.text(key), code: error.code)
    }
  }

  /// Refuses a record or a head with more bytes than its limit.
  private func limit(_ bytes: Int, to limit: Int, _ key: String) throws(DiskCacheError) {
    if bytes <= limit { return }
    ledger.count(\.refused)
    throw .tooLarge(key: HTTPRedaction.text(key), bytes: bytes, limit: limit)
  }

  func removeRecord(for key: String) throws(DiskCacheError) {
    try remove(KeyHash(of: key).fileName, from: try openFolder())
  }

  func remove(_ name: String, from folder: DiskFolder) throws(DiskCacheError) {
    do throws(FileError) {
      try folder.remove(name)
      ledger.recordSize(nil, of: name)
    } catch {
      throw .cannotRemove(file: name, code: error.code)
    }
  }

  // MARK: Sweeps

  /// Schedules a first sweep, after the removal of outdated files.
  ///
  /// These are temporary files of killed processes, and records of an earlier format.
  func startInitialSweep() {
    writeQueue.async { [weak self] in
      guard let self, !ledger.isClosed else { return }
      for name in (try? folder.outdatedNames()) ?? [] where !ledger.isClosed {
        guard (try? folder.remove(name)) != nil else { continue }
        ledger.count(RecordName.isFormer(name) ? \.corrupt : \.incompleteWrites)
      }
      _ = try? sweep()
    }
  }

  /// The work after a write: a sweep, if one is due and the cache still exists.
  ///
  /// Without a sweep it does not retain the folder, which may be opened again as soon as the task
  /// of the write has resumed.
  var sweepIfDue: @Sendable () -> Void {
    { [weak self, ledger] in
      if ledger.isSweepDue { _ = try? self?.sweep() }
    }
  }

  func sweep() throws(DiskCacheError) -> DiskSweepReport {
    let listing = try listing()
    ledger.recordSizes(of: listing.records)
    let plan = policy.removals(among: listing.records, at: policy.clock.now())
    var report = DiskSweepReport()
    report.bytesRemaining = listing.records.bytes
    for name in listing.others where !ledger.isClosed {
      if remove(name, &report) { ledger.count(\.corrupt) }
    }
    for file in plan.expired where !ledger.isClosed { remove(file, \.removedByAge, &report) }
    for file in plan.evicted where !ledger.isClosed { remove(file, \.removedBySize, &report) }
    ledger.record(report)
    return report
  }

  /// Removes a file, and returns `false` after a failure, which is reported.
  private func remove(_ name: String, _ report: inout DiskSweepReport) -> Bool {
    do throws(FileError) {
      try folder.remove(name)
      return true
    } catch {
      report.failures.append(DiskSweepReport.Failure(file: name, code: error.code))
      return false
    }
  }

  private func remove(
    _ file: RecordEntry,
    _ counter: WritableKeyPath<DiskSweepReport, Int>,
    _ report: inout DiskSweepReport
  ) {
    guard remove(file.name, &report) else { return }
    ledger.recordSize(nil, of: file.name)
    report.bytesRemaining = max(0, report.bytesRemaining - file.bytes)
    report.bytesRemoved = report.bytesRemoved.adding(file.bytes)
    report[keyPath: counter] += 1
  }

  func measure() throws(DiskCacheError) -> Int { try listing().records.bytes }

  func removeAll() throws(DiskCacheError) {
    let folder = try openFolder()
    var failure: DiskCacheError?
    let listing = try listing()
    for name in listing.records.map(\.name) + listing.others {
      do throws(DiskCacheError) {
        try remove(name, from: folder)
      } catch {
        failure = failure ?? error
      }
    }
    if let failure { throw failure }
  }

  private func listing() throws(DiskCacheError) -> DiskFolder.Listing {
    let folder = try openFolder()
    do throws(FileError) {
      return try folder.listing()
    } catch {
      throw .cannotList(folder: folder.url, code: error.code)
    }
  }
}
