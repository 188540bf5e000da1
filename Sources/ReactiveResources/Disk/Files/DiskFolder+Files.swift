// NB: if FoundationNetworking is imported, the compiler attributes `stat` to CoreFoundation.
import CoreFoundation
import Foundation

extension DiskFolder {
  /// Opens a file for reading; returns `nil` if it does not exist.
  func openFile(named name: String) throws(FileError) -> OpenFile? {
    do throws(FileError) {
      let flags = O_RDONLY | O_CLOEXEC | O_NOFOLLOW
      return OpenFile(try FileError.check { openat(descriptor, name, flags) })
    } catch .isMissing {
      return nil
    }
  }

  /// Returns the status of a file; `nil` if it does not exist.
  func status(of name: String) throws(FileError) -> FileStatus? {
    var status = stat()
    do throws(FileError) {
      try FileError.check { fstatat(descriptor, name, &status, AT_SYMLINK_NOFOLLOW) }
    } catch .isMissing {
      return nil
    }
    return FileStatus(status)
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
      try FileError.check { renameat(descriptor, temporary, descriptor, name) }
    } catch {
      _ = unlinkat(descriptor, temporary, 0)
      throw error
    }
    hooks.didPerform(.renamed)
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

  /// Removes a file; a missing file is not an error.
  func remove(_ name: String) throws(FileError) {
    try hooks.willPerform(.remove)
    do throws(FileError) {
      try FileError.check { unlinkat(descriptor, name, 0) }
    } catch .isMissing {}
    hooks.didPerform(.removed)
  }
}
