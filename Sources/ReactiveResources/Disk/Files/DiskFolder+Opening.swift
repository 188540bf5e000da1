// NB: if FoundationNetworking is imported, the compiler attributes `stat` to CoreFoundation.
import CoreFoundation
import Foundation

extension DiskFolder {
  private static let lockName = "lock"

  /// Opens the folder, and checks the open folder: its path may be changed at any time.
  static func openDirectory(_ url: URL) throws(DiskCacheError) -> OpenFile {
    let directory = try open(url)
    let status = try status(of: directory, url)
    if status.st_uid != geteuid() { throw .otherOwner(folder: url, user: status.st_uid) }
    if status.st_mode & S_IWOTH != 0 { throw .writableByOthers(folder: url) }
    return directory
  }

  private static func open(_ url: URL) throws(DiskCacheError) -> OpenFile {
    do throws(FileError) {
      try make(url)
      let flags = O_RDONLY | O_DIRECTORY | O_CLOEXEC
      return OpenFile(try check(url) { path in Foundation.open(path, flags) })
    } catch {
      throw .cannotOpen(folder: url, code: error.code)
    }
  }

  private static func status(
    of directory: borrowing OpenFile,
    _ url: URL
  ) throws(DiskCacheError) -> stat {
    let descriptor = directory.descriptor
    var status = stat()
    do throws(FileError) {
      try FileError.check { fstat(descriptor, &status) }
    } catch {
      throw .cannotOpen(folder: url, code: error.code)
    }
    return status
  }

  /// Creates the folder and its parents, readable by their owner only.
  private static func make(_ url: URL) throws(FileError) {
    do throws(FileError) {
      try check(url) { path in mkdir(path, 0o700) }
    } catch FileError(code: EEXIST) {
      return
    } catch .isMissing {
      try make(url.deletingLastPathComponent())
      try check(url) { path in mkdir(path, 0o700) }
    }
  }

  @discardableResult
  private static func check(
    _ url: URL,
    _ call: (UnsafePointer<CChar>) -> Int32
  ) throws(FileError) -> Int32 {
    try FileError.check {
      url.withUnsafeFileSystemRepresentation { path in
        if let path { return call(path) }
        errno = EINVAL
        return -1
      }
    }
  }

  static func openLock(
    in directory: borrowing OpenFile,
    of url: URL
  ) throws(DiskCacheError) -> OpenFile {
    let folder = directory.descriptor
    // `O_CLOEXEC`: programs that this one starts would otherwise keep the lock.
    let flags = O_RDWR | O_CREAT | safeFlags
    do throws(FileError) {
      let lock = OpenFile(try FileError.check { openat(folder, lockName, flags, 0o600) })
      if try lock.status().kind == .own { return lock }
    } catch {
      // A lock that is a link, a socket or a file of another user cannot be opened.
      guard let status = try? directory.status(of: lockName), status.kind != .own else {
        throw .cannotOpen(folder: url, code: error.code)
      }
    }
    // It is not written: it may be another name of a file with other contents.
    throw .unusableLock(folder: url)
  }

  /// Locks the file; the system releases the lock when the process ends for any reason.
  static func take(_ lock: borrowing OpenFile, of url: URL) throws(DiskCacheError) {
    let descriptor = lock.descriptor
    do throws(FileError) {
      try FileError.check { flock(descriptor, LOCK_EX | LOCK_NB) }
    } catch {
      if error.code != EWOULDBLOCK { throw .cannotOpen(folder: url, code: error.code) }
      throw .inUse(folder: url, process: holder(of: lock))
    }
    // Only used in the message of a later `inUse` error, so a full disk does not matter.
    try? writeHolder(getpid(), in: lock)
  }

  private static func writeHolder(_ process: Int32, in lock: borrowing OpenFile) throws(FileError) {
    let descriptor = lock.descriptor
    try FileError.check { ftruncate(descriptor, 0) }
    try lock.write(Array("\(process)\n".utf8))
  }

  private static func holder(of lock: borrowing OpenFile) -> Int32? {
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 16, alignment: 1)
    defer { buffer.deallocate() }
    guard let count = try? lock.read(into: buffer, at: 0) else { return nil }
    return Int32(String(decoding: buffer[..<count], as: UTF8.self).filter { $0 != "\n" })
  }
}
