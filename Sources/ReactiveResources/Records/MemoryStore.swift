import ReactiveLoadable
public import Foundation

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
public final class MemoryStore: ResourceStore {
  /// The largest total number of bytes of the records, including their metadata.
  public let sizeLimit: Int
  private let records = Lock(MemoryRecords())

  /// Creates an empty store.
  ///
  /// - Parameter sizeLimit: The largest total number of bytes of the records, greater than 0; 64
  ///   MiB by default.
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

  /// Returns the record of a key.
  ///
  /// - Parameter key: Any text, such as a URL.
  /// - Returns: The record; `nil` if the key has none.
  public func record(for key: String) async -> ResourceRecord? {
    records.withLock { $0.use(key) }
  }

  /// Stores a record for a key, and replaces the previous one.
  ///
  /// - Parameters:
  ///   - record: The record to store.
  ///   - key: Any text, such as a URL.
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
  ///
  /// - Parameter key: Any text, such as a URL.
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
public enum MemoryStoreError: Error, Hashable, Sendable {
  /// The record has more bytes than the size limit of the store.
  case tooLarge(key: String, bytes: Int, limit: Int)
}

extension MemoryStoreError: LocalizedError {
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
