import ReactiveLoadable
public import Foundation

/// Keeps records in memory, up to a limit: for tests, and for programs without a disk.
///
/// It answers at once, on the task that asks, so that a test in virtual time stays exact, which a
/// ``DiskCache`` would not let it be:
///
/// ```swift
/// let fetcher = ResourceFetcher(
///   store: MemoryStore(),
///   transport: server,
///   wallClock: WallClock(from: m.clock)
/// )
/// ```
///
/// What was not used for longest goes when the limit is crossed; a use is a read or a write. It may be
/// used from any thread.
public final class MemoryStore: ResourceStore {
  /// How many bytes the records may have together, their facts included.
  public let sizeLimit: Int
  private let shelf = Lock(MemoryShelf())

  /// Creates a store that has nothing.
  ///
  /// - Parameter sizeLimit: How many bytes the records may have together: 64 MiB; more than 0.
  public init(sizeLimit: Int = 67_108_864) {
    precondition(sizeLimit > 0, "A store needs a limit over 0 bytes, and not \(sizeLimit).")
    self.sizeLimit = sizeLimit
  }

  /// How many records there are.
  public var count: Int { shelf.withLock { $0.places.count } }
  /// How many bytes they have together.
  public var bytes: Int { shelf.withLock { $0.bytes } }

  /// Finds what is kept for a key.
  ///
  /// - Parameter key: Any text, such as a URL.
  /// - Returns: The record; `nil` if there is none.
  public func record(for key: String) async -> ResourceRecord? {
    shelf.withLock { $0.use(key) }
  }

  /// Keeps a record for a key, in the place of what was kept before.
  ///
  /// - Parameters:
  ///   - record: What to keep.
  ///   - key: Any text, such as a URL.
  /// - Throws: ``MemoryStoreError/tooLarge(key:bytes:limit:)``, and what was there before still is.
  public func save(
    _ record: ResourceRecord,
    for key: String
  ) async throws(MemoryStoreError) {
    let bytes = record.bytes
    guard bytes <= sizeLimit else {
      throw .tooLarge(key: key, bytes: bytes, limit: sizeLimit)
    }
    let gone = shelf.withLock { $0.save(record, for: key, within: sizeLimit) }
    withExtendedLifetime(gone) {}
  }

  /// Forgets what is kept for a key.
  ///
  /// - Parameter key: Any text, such as a URL.
  public func removeRecord(for key: String) async {
    let gone = shelf.withLock { $0.remove(key) }
    withExtendedLifetime(gone) {}
  }

  /// Forgets everything.
  public func removeAll() {
    let gone = shelf.withLock { shelf in
      defer { shelf = MemoryShelf() }
      return shelf
    }
    withExtendedLifetime(gone) {}
  }
}

/// Why a store in memory does not keep a record.
public enum MemoryStoreError: Error, Hashable, Sendable {
  /// The record has more bytes than all records together may have.
  case tooLarge(key: String, bytes: Int, limit: Int)
}

extension MemoryStoreError: LocalizedError {
  /// A sentence that says what went wrong.
  public var errorDescription: String? {
    switch self {
    case .tooLarge(let key, let bytes, let limit):
      "The record of \(key) has \(bytes) bytes, which is over the limit of \(limit)."
    }
  }
}
