import Foundation

extension DiskStorage {
  /// The result of a lookup in the folder.
  private enum LookupResult {
    case hit(ResourceRecord)
    case miss
    /// The file of the key must be removed: it is corrupt, expired, too large, or foreign.
    case unusable
  }

  func record(for key: String) throws(DiskCacheError) -> ResourceRecord? {
    let folder = try openFolder()
    let hash = KeyHash(of: key)
    do throws(FileError) {
      return countLookup(try lookUp(hash, in: folder), of: hash.fileName)
    } catch {
      throw .cannotRead(key: HTTPRedaction.text(key), code: error.code)
    }
  }

  private func countLookup(_ lookup: LookupResult, of name: String) -> ResourceRecord? {
    switch lookup {
    case .hit(let record):
      ledger.count(\.hits)
      return record
    case .miss:
      ledger.count(\.misses)
    case .unusable:
      ledger.count(\.misses)
      writeQueue.async { [weak self] in self?.discard(name) }
    }
    return nil
  }

  private func lookUp(_ hash: KeyHash, in folder: DiskFolder) throws(FileError) -> LookupResult {
    guard let status = try folder.status(of: hash.fileName) else { return .miss }
    // What the cache has not written is not opened.
    if status.kind != .own { return .unusable }
    guard let file = try folder.openFile(named: hash.fileName) else { return .miss }
    let opened = try file.status()
    guard reason(against: opened) == nil, let stored = try StoredRecord(file, opened) else {
      return .unusable
    }
    guard stored.keyHash == hash else { return .miss }
    file.setLastUse(policy.clock.now())
    return .hit(stored.record)
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
    guard let status = try folder.status(of: name) else { return nil }
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
    let head = RecordHead(keyHash: hash, record: record).encoded(body: record.body)
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
}
