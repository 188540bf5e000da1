// NB: if FoundationNetworking is imported, the compiler attributes `stat` to CoreFoundation.
import CoreFoundation
import Foundation

extension DiskFolder {
  /// Opens a file for reading; returns `nil` if it does not exist.
  func openFile(named name: String) throws(FileFault) -> OpenFile? {
    do throws(FileFault) {
      let flags = O_RDONLY | O_CLOEXEC | O_NOFOLLOW
      return OpenFile(try FileFault.check { openat(descriptor, name, flags) })
    } catch .isMissing {
      return nil
    }
  }

  /// Returns the status of a file; `nil` if it does not exist.
  func status(of name: String) throws(FileFault) -> FileStatus? {
    var status = stat()
    do throws(FileFault) {
      try FileFault.check { fstatat(descriptor, name, &status, AT_SYMLINK_NOFOLLOW) }
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
  ) throws(FileFault) {
    let temporary = temporaryName(for: name)
    do throws(FileFault) {
      try fill(temporary, with: head, body, lastUse: lastUse)
      try watch.step(.rename)
      try FileFault.check { renameat(descriptor, temporary, descriptor, name) }
    } catch {
      _ = unlinkat(descriptor, temporary, 0)
      throw error
    }
    watch.passed(.renamed)
  }

  private func fill(
    _ name: String,
    with head: [UInt8],
    _ body: Data,
    lastUse: Date
  ) throws(FileFault) {
    try watch.step(.create)
    let flags = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC
    let file = OpenFile(try FileFault.check { openat(descriptor, name, flags, 0o600) })
    try watch.step(.writeHead)
    try file.write(head)
    try watch.step(.writeBody)
    try file.write(body)
    try watch.step(.setDate)
    try file.setDates(lastUse)
  }

  /// Removes a file; a missing file is not an error.
  func remove(_ name: String) throws(FileFault) {
    try watch.step(.remove)
    do throws(FileFault) {
      try FileFault.check { unlinkat(descriptor, name, 0) }
    } catch .isMissing {}
    watch.passed(.removed)
  }
}
