// NB: if FoundationNetworking is imported, the compiler attributes `stat` to CoreFoundation.
import CoreFoundation
import Foundation

extension DiskFolder {
  private static let lockName = "lock"

  /// Opens the folder, and checks the open folder: its path may be changed at any time.
  static func openDirectory(_ url: URL) throws(DiskCacheError) -> OpenFile {
    let directory = try open(url)
    let status: stat
    do throws(FileError) {
      status = try directory.systemStatus()
    } catch {
      throw .cannotOpen(folder: url, code: error.code)
    }
    if status.st_uid != geteuid() { throw .otherOwner(folder: url, user: status.st_uid) }
    if status.st_mode & S_IWOTH != 0 { throw .writableByOthers(folder: url) }
    return directory
  }

  private static func open(_ url: URL) throws(DiskCacheError) -> OpenFile {
    do throws(FileError) {
      try requireLocal(url)
      let path = try path(of: url)
      try make(path)
      let flags = O_RDONLY | O_DIRECTORY | O_CLOEXEC
      return OpenFile(try FileError.check { Foundation.open(path, flags) })
    } catch {
      throw .cannotOpen(folder: url, code: error.code)
    }
  }

  /// Throws an error for a folder of another computer: only its path would be used.
  private static func requireLocal(_ url: URL) throws(FileError) {
    let host = url.host()?.lowercased() ?? ""
    guard host.isEmpty || host == "localhost" else { throw FileError(code: EREMOTE) }
  }

  private static func path(of url: URL) throws(FileError) -> String {
    let path = url.withUnsafeFileSystemRepresentation { $0.map(String.init(cString:)) }
    guard let path else { throw FileError(code: EINVAL) }
    return path
  }

  /// Creates the folder and its parents, readable by their owner only.
  ///
  /// The parents are those of the text of the path: above a relative URL, Foundation adds `..`
  /// without end.
  private static func make(_ path: String) throws(FileError) {
    do throws(FileError) {
      try makeOne(path)
    } catch .isMissing {
      guard let parent = parent(of: path) else { throw .isMissing }
      try make(parent)
      try makeOne(path)
    }
  }

  /// Creates a folder in an existing one, unless it exists.
  private static func makeOne(_ path: String) throws(FileError) {
    do throws(FileError) {
      try FileError.check { mkdir(path, 0o700) }
    } catch FileError(code: EEXIST) {
    }
  }

  /// The path without its last component; `nil` if it has one component.
  private static func parent(of path: String) -> String? {
    guard let end = path.lastIndex(where: { $0 != "/" }),
      let slash = path[..<end].lastIndex(of: "/")
    else { return nil }
    return String(path[...slash])
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
    guard ftruncate(descriptor, 0) == 0 else { return }
    try? lock.write(Array("\(getpid())\n".utf8))
  }

  private static func holder(of lock: borrowing OpenFile) -> Int32? {
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 16, alignment: 1)
    defer { buffer.deallocate() }
    guard let count = try? lock.read(into: buffer, at: 0) else { return nil }
    return Int32(String(decoding: buffer[..<count], as: UTF8.self).filter { $0 != "\n" })
  }
}
