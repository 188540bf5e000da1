/// Keeps records between runs of a program, or in memory for a test.
///
/// Its functions may be called from any task, also at the same time.
public protocol ResourceStore: Sendable {
  /// Finds what is kept for a key.
  ///
  /// - Parameter key: Any text, such as a URL.
  /// - Returns: The record; `nil` if there is none.
  /// - Throws: What keeps it from being read.
  func record(for key: String) async throws -> ResourceRecord?

  /// Keeps a record for a key, in the place of what was kept before.
  ///
  /// - Parameters:
  ///   - record: What to keep.
  ///   - key: Any text, such as a URL.
  /// - Throws: What keeps it from being written; then what was there before is still there.
  func save(_ record: ResourceRecord, for key: String) async throws

  /// Forgets what is kept for a key.
  ///
  /// - Parameter key: Any text, such as a URL.
  /// - Throws: What keeps it from being removed.
  func removeRecord(for key: String) async throws
}
