public import Foundation
import ReactiveLoadable

/// A store of records in memory with a size limit, for tests and for programs without a disk.
///
/// It returns immediately, on the calling task, so that a test in virtual time stays exact. Such a
/// test cannot use a ``DiskCache``:
///
/// ```swift
/// let fetcher = ResourceFetcher(
///   store: MemoryStore(),
///   transport: server,
///   wallClock: WallClock(from: m.clock)
/// )
/// ```
///
/// A record that exceeds the limit evicts the least recently used ones; a use is a read or a write.
/// The store may be used from any thread.
public final class MemoryStore: ResourceStore, RecordDeskOwner {
  /// The largest total number of bytes of the records, including their metadata.
  public let sizeLimit: Int
  private let records = Lock(MemoryRecords())
  let desk = RecordDesk()

  /// Creates an empty store with a size limit greater than 0, 64 MiB by default.
  public init(sizeLimit: Int = 67_108_864) {
    precondition(
      sizeLimit > 0,
      "The sizeLimit of a MemoryStore must be greater than 0 bytes, but is \(sizeLimit)."
    )
    self.sizeLimit = sizeLimit
  }

  /// The number of records.
  public var count: Int { records.withLock { $0.entries.count } }
  /// The total number of bytes of the records.
  public var bytes: Int { records.withLock { $0.bytes } }

  /// Returns the record of a key; `nil` if it has none.
  public func record(for key: String) async -> ResourceRecord? {
    records.withLock { $0.use(key) }
  }

  /// Stores a record for a key, and replaces the previous one.
  ///
  /// - Throws: ``MemoryStoreError/tooLarge(key:bytes:limit:)``; the previous record is unchanged.
  public func save(
    _ record: ResourceRecord,
    for key: String
  ) async throws(MemoryStoreError) {
    let bytes = record.bytes
    guard bytes <= sizeLimit else {
      throw .tooLarge(key: HTTPRedaction.text(key), bytes: bytes, limit: sizeLimit)
    }
    let removed = records.withLock { $0.save(record, for: key, within: sizeLimit) }
    withExtendedLifetime(removed) {}
  }

  /// Removes the record of a key.
  public func removeRecord(for key: String) async {
    let removed = records.withLock { $0.remove(key) }
    withExtendedLifetime(removed) {}
  }

  /// Removes all records.
  public func removeAll() {
    let removed = records.withLock { records in
      defer { records = MemoryRecords() }
      return records
    }
    withExtendedLifetime(removed) {}
  }
}

/// The reason why a memory store refuses a record.
public enum MemoryStoreError: LocalizedError, Hashable, Sendable {
  /// The record has more bytes than the size limit of the store.
  case tooLarge(key: String, bytes: Int, limit: Int)

  /// A message that names the record and the limit.
  public var errorDescription: String? {
    switch self {
    case .tooLarge(let key, let bytes, let limit):
      "The record of \(key) has \(bytes) bytes, more than the limit of \(limit) for all records."
    }
  }
}

extension MemoryStore: Described {
  package var objectText: ObjectText {
    ObjectText(
      "MemoryStore",
      state: "\(counted(count, "record")), \(bytes) of \(sizeLimit) bytes"
    )
  }

  package var mirrorParts: KeyValuePairs<String, Any?> {
    ["count": count, "bytes": bytes, "sizeLimit": sizeLimit]
  }
}

/// The records of a memory store, each with its last use.
struct MemoryRecords {
  typealias Entry = (record: ResourceRecord, lastUse: UInt64)

  private(set) var entries: [String: Entry] = [:]
  private(set) var bytes = 0
  private var uses: UInt64 = 0

  mutating func use(_ key: String) -> ResourceRecord? {
    uses += 1
    entries[key]?.lastUse = uses
    return entries[key]?.record
  }

  /// Stores a record that is within the limit, and returns the replaced and evicted records.
  mutating func save(_ record: ResourceRecord, for key: String, within limit: Int) -> [Entry] {
    uses += 1
    let replaced = remove(key)
    entries[key] = (record, uses)
    bytes += record.bytes
    return [replaced].compactMap(\.self) + evict(limit)
  }

  @discardableResult
  mutating func remove(_ key: String) -> Entry? {
    let entry = entries.removeValue(forKey: key)
    bytes -= entry?.record.bytes ?? 0
    return entry
  }

  /// Evicts down to four fifths of the limit, so that not every record evicts; the last one stays.
  private mutating func evict(_ limit: Int) -> [Entry] {
    guard bytes > limit else { return [] }
    var removed: [Entry] = []
    for (key, entry) in entries.sorted(by: { $0.value.lastUse < $1.value.lastUse }).dropLast()
    where bytes > limit / 5 * 4 {
      remove(key)
      removed.append(entry)
    }
    return removed
  }
}

extension ResourceRecord {
  /// The number of bytes, including the metadata.
  var bytes: Int {
    metadata.reduce(body.count) { $0 + $1.key.utf8.count + $1.value.utf8.count }
  }
}
