/// A store of records: on disk between launches, or in memory for a test.
///
/// The key of a record may be a URL with a token in its query. A store that writes files should
/// write a hash of the key, as ``DiskCache`` does.
///
/// Its functions may be called from any task, also concurrently.
public protocol ResourceStore: Sendable {
  /// Returns the record of a key.
  ///
  /// - Parameter key: Any text, such as a URL.
  /// - Returns: The record; `nil` if the key has none.
  /// - Throws: The error that prevented the read.
  func record(for key: String) async throws -> ResourceRecord?

  /// Stores a record for a key, and replaces the previous one.
  ///
  /// - Parameters:
  ///   - record: The record to store.
  ///   - key: Any text, such as a URL.
  /// - Throws: The error that prevented the write; the previous record is then unchanged.
  func save(_ record: ResourceRecord, for key: String) async throws

  /// Removes the record of a key.
  ///
  /// - Parameter key: Any text, such as a URL.
  /// - Throws: The error that prevented the removal.
  func removeRecord(for key: String) async throws

  /// Removes all records that exist when the removal starts.
  ///
  /// - Throws: The error that prevented a removal, after the others.
  func removeAll() async throws
}
