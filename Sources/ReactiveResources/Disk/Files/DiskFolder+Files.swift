// NB: if FoundationNetworking is imported, the compiler attributes `stat` to CoreFoundation.
import CoreFoundation
import Foundation

extension DiskFolder {
  /// Opens a file for reading; returns `nil` if it does not exist.
  ///
  /// It follows no link, and does not wait for the writer of a FIFO.
  func openFile(named name: String) throws(FileError) -> OpenFile? {
    try hooks.willPerform(.open)
    do throws(FileError) {
      let flags = O_RDONLY | Self.safeFlags
      return OpenFile(try FileError.check { openat(descriptor, name, flags) })
    } catch .isMissing {
      return nil
    }
  }

  /// The flags with which an existing file is opened, whatever it is.
  static let safeFlags = O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY

  /// Returns the status of a file, not of the target of a link; `nil` if it does not exist.
  func status(of name: String) throws(FileError) -> FileStatus? {
    try directory.status(of: name)
  }

  /// Writes a temporary file and renames it; after an error the old file is unchanged.
  func write(
    _ head: [UInt8],
    _ body: Data,
    to name: String,
    lastUse: Date
  ) throws(FileError) {
    let temporary = temporaryName(for: name)
    do throws(FileError) {
      try fill(temporary, with: head, body, lastUse: lastUse)
      try hooks.willPerform(.rename)
      try replace(name, with: temporary)
    } catch {
      _ = unlinkat(descriptor, temporary, 0)
      throw error
    }
    hooks.didPerform(.renamed)
  }

  /// Renames a file; a file that has the name is replaced, a directory is removed before.
  private func replace(_ name: String, with temporary: String) throws(FileError) {
    do throws(FileError) {
      try FileError.check { renameat(descriptor, temporary, descriptor, name) }
    } catch FileError(code: EISDIR) {
      try removeDirectory(name)
      try FileError.check { renameat(descriptor, temporary, descriptor, name) }
    }
  }

  private func fill(
    _ name: String,
    with head: [UInt8],
    _ body: Data,
    lastUse: Date
  ) throws(FileError) {
    try hooks.willPerform(.create)
    let flags = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC
    let file = OpenFile(try FileError.check { openat(descriptor, name, flags, 0o600) })
    try hooks.willPerform(.writeHead)
    try file.write(head)
    try hooks.willPerform(.writeBody)
    try file.write(body)
    try hooks.willPerform(.setDate)
    try file.setDates(lastUse)
  }

  /// Removes a file, a link or a directory; a missing one is not an error.
  func remove(_ name: String) throws(FileError) {
    try hooks.willPerform(.remove)
    do throws(FileError) {
      try FileError.check { unlinkat(descriptor, name, 0) }
    } catch .isMissing {
    } catch {
      guard try status(of: name)?.kind == .directory else { throw error }
      try removeDirectory(name)
    }
    hooks.didPerform(.removed)
  }

  /// Removes a directory with the name of a record.
  ///
  /// The cache never creates one. One with contents gets the name of a temporary file instead.
  private func removeDirectory(_ name: String) throws(FileError) {
    do throws(FileError) {
      try FileError.check { unlinkat(descriptor, name, AT_REMOVEDIR) }
    } catch {
      guard RecordName.isRecord(name), [ENOTEMPTY, EEXIST].contains(error.code) else { throw error }
      let other = temporaryName(for: name)
      try FileError.check { renameat(descriptor, name, descriptor, other) }
    }
  }
}
