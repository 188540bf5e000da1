import Foundation

extension DiskStorage {
  /// The result of a lookup in the folder.
  private enum LookupResult {
    case hit(ResourceRecord)
    case miss
    /// The file of the key is corrupt or expired, and must be removed.
    case unusable
  }

  func record(for key: String) throws(DiskCacheError) -> ResourceRecord? {
    let folder = try openFolder()
    do throws(FileError) {
      return countLookup(try lookUp(for: key, in: folder), for: key)
    } catch {
      throw .cannotRead(key: key, code: error.code)
    }
  }

  private func countLookup(_ lookup: LookupResult, for key: String) -> ResourceRecord? {
    switch lookup {
    case .hit(let record):
      ledger.count(\.hits)
      return record
    case .miss:
      ledger.count(\.misses)
    case .unusable:
      ledger.count(\.misses)
      writeQueue.async { [weak self] in self?.discard(RecordName.name(for: key)) }
    }
    return nil
  }

  private func lookUp(for key: String, in folder: DiskFolder) throws(FileError) -> LookupResult {
    guard let file = try folder.openFile(named: RecordName.name(for: key)) else { return .miss }
    guard let status = try usableStatus(of: file), let stored = try StoredRecord(file, status)
    else { return .unusable }
    guard stored.isFor(key) else { return .miss }
    file.setLastUse(policy.clock.now())
    return .hit(stored.record)
  }

  /// Returns the status of the file, unless it is expired.
  private func usableStatus(of file: borrowing OpenFile) throws(FileError) -> FileStatus? {
    let status = try file.status()
    return policy.isExpired(status.lastUse, at: policy.clock.now()) ? nil : status
  }

  /// Removes an unusable file, if it still is unusable: a write may have replaced it.
  private func discard(_ name: String) {
    guard !ledger.isClosed, let (counter, bytes) = try? removalReason(of: name) else { return }
    do throws(FileError) {
      try folder.remove(name)
      ledger.count(counter)
      ledger.count(\.bytes, -bytes)
    } catch {
      ledger.count(\.failedRemovals)
    }
  }

  private typealias RemovalReason = (counter: WritableKeyPath<DiskCacheStatistics, Int>, bytes: Int)

  private func removalReason(of name: String) throws(FileError) -> RemovalReason? {
    guard let file = try folder.openFile(named: name) else { return nil }
    let status = try file.status()
    if policy.isExpired(status.lastUse, at: policy.clock.now()) {
      return (\.removedByAge, status.bytes)
    }
    if try StoredRecord(file, status) != nil { return nil }
    return (\.corrupt, status.bytes)
  }

  func save(_ record: ResourceRecord, for key: String) throws(DiskCacheError) {
    let folder = try openFolder()
    let head = RecordHead(key: key, record: record).encoded(body: record.body)
    let bytes = head.count + record.body.count
    if bytes > policy.recordSizeLimit {
      ledger.count(\.refused)
      throw .tooLarge(key: key, bytes: bytes, limit: policy.recordSizeLimit)
    }
    do throws(FileError) {
      let name = RecordName.name(for: key)
      let replaced = try folder.status(of: name)?.bytes ?? 0
      try folder.write(head, record.body, to: name, lastUse: policy.clock.now())
      ledger.count(\.writes)
      ledger.count(\.bytes, bytes - replaced)
    } catch {
      if error == .isMissing { throw .folderRemoved(folder: folder.url) }
      throw .cannotWrite(key: key, code: error.code)
    }
  }

  func removeRecord(for key: String) throws(DiskCacheError) {
    try remove(RecordName.name(for: key), from: try openFolder())
  }

  func remove(_ name: String, from folder: DiskFolder) throws(DiskCacheError) {
    do throws(FileError) {
      guard let status = try folder.status(of: name) else { return }
      try folder.remove(name)
      ledger.count(\.bytes, -status.bytes)
    } catch {
      throw .cannotRemove(file: name, code: error.code)
    }
  }
}
