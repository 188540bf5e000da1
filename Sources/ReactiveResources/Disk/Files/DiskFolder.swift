// NB: if FoundationNetworking is imported, the compiler attributes `stat` to CoreFoundation.
import CoreFoundation
import Foundation

/// The folder of a disk cache, open and locked while this object exists.
///
/// Files are named relative to the open folder. A folder that is moved continues to work, and a new
/// folder that another cache creates at the same path is not touched.
final class DiskFolder: Sendable {
  let url: URL
  let hooks: DiskHooks
  let directory: OpenFile
  private let lock: OpenFile

  init(opening url: URL, hooks: DiskHooks) throws(DiskCacheError) {
    let directory = try Self.openDirectory(url)
    let lock = try Self.openLock(in: directory, of: url)
    try Self.take(lock, of: url)
    self.url = url
    self.hooks = hooks
    self.directory = directory
    self.lock = lock
  }

  var descriptor: Int32 { directory.descriptor }

  /// Unlocks the folder for other caches before the deallocation.
  func unlock() { _ = flock(lock.descriptor, LOCK_UN) }

  /// Returns a unique name for the temporary file that is renamed to this name.
  ///
  /// It has a random number: one that counts would start again with each cache, and a directory
  /// with contents may still have the name.
  func temporaryName(for name: String) -> String {
    let number = UInt64.random(in: .min ... .max)
    return RecordName.temporary(for: name, process: getpid(), number: number)
  }
}

/// The file of a record in a listing of the folder.
struct RecordEntry: Hashable {
  var name: String
  var bytes: Int
  var lastUse: Date
}

extension DiskFolder {
  /// The records, and the names of the links, directories and other files with names of records.
  typealias Listing = (records: [RecordEntry], others: [String])

  func listing() throws(FileError) -> Listing {
    var listing: Listing = ([], [])
    for name in try names() where RecordName.isRecord(name) {
      guard let status = try directory.status(of: name) else { continue }
      if status.kind == .own {
        let record = RecordEntry(name: name, bytes: status.bytes, lastUse: status.lastUse)
        listing.records.append(record)
      } else {
        listing.others.append(name)
      }
    }
    return listing
  }

  /// Lists the names of temporary files, and of the files of an earlier format.
  func outdatedNames() throws(FileError) -> [String] {
    try names().filter { RecordName.isTemporary($0) || RecordName.isFormer($0) }
  }

  private func names() throws(FileError) -> [String] {
    try hooks.willPerform(.list)
    let flags = O_RDONLY | O_DIRECTORY | O_CLOEXEC
    let copy = try FileError.check { openat(descriptor, ".", flags) }
    // `closedir` also closes the copy.
    guard let stream = fdopendir(copy) else {
      defer { close(copy) }
      throw .last
    }
    defer { closedir(stream) }
    var names: [String] = []
    errno = 0
    while let entry = readdir(stream) {
      names.append(
        withUnsafePointer(to: &entry.pointee.d_name) { name in
          String(cString: UnsafeRawPointer(name).assumingMemoryBound(to: CChar.self))
        }
      )
      errno = 0
    }
    if errno != 0 { throw .last }
    return names
  }

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
      guard try directory.status(of: name)?.kind == .directory else { throw error }
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
