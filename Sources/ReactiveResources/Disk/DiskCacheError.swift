public import Foundation

/// The reason why a call of a disk cache failed.
///
/// A `code` is the `errno` of the file call that failed, such as `ENOSPC` for a full disk.
public enum DiskCacheError: LocalizedError, Hashable, Sendable {
  /// Another cache of this process or another one uses the folder.
  ///
  /// The process is the one that the lock file names; `nil` if it does not name one yet.
  case inUse(folder: URL, process: Int32?)
  /// The folder cannot be created, opened or locked.
  case cannotOpen(folder: URL, code: Int32)
  /// The folder belongs to another user than that of this process.
  case otherOwner(folder: URL, user: UInt32)
  /// Every user may write into the folder.
  case writableByOthers(folder: URL)
  /// The file `lock` in the folder is a link, a directory, or a file that the cache did not create.
  case unusableLock(folder: URL)
  /// The folder or a temporary file in it was removed while the cache was open.
  case folderRemoved(folder: URL)
  /// The folder cannot be listed.
  case cannotList(folder: URL, code: Int32)
  /// The record cannot be written; the previous record of the key is unchanged.
  case cannotWrite(key: String, code: Int32)
  /// The record is larger than the policy allows; the previous record of the key is unchanged.
  case tooLarge(key: String, bytes: Int, limit: Int)
  /// The file of the key exists and cannot be read.
  case cannotRead(key: String, code: Int32)
  /// A file cannot be removed.
  case cannotRemove(file: String, code: Int32)
  /// The cache is closed.
  case closed(folder: URL)

  /// A message that names the folder, the record or the file, and the cause.
  public var errorDescription: String? {
    switch self {
    case .inUse(let folder, let process):
      "The cache folder \(folder.path) is in use by \(Self.holder(process))."
    case .cannotOpen(let folder, let code):
      "The cache folder \(folder.path) cannot be opened: \(Self.reason(code))."
    case .otherOwner(let folder, let user):
      """
      The cache folder \(folder.path) belongs to the user \(user), not to the user \(geteuid()) of this \
      process. Use a folder of this user.
      """
    case .writableByOthers(let folder):
      """
      Every user may write into the cache folder \(folder.path). Use a folder of the cache alone, or \
      remove that permission (chmod o-w).
      """
    case .unusableLock(let folder):
      """
      The file lock in the cache folder \(folder.path) is a link, a directory, or a file that the cache \
      did not create. Remove it.
      """
    case .folderRemoved(let folder):
      "The cache folder \(folder.path) was removed or cleared while the cache was open."
    case .cannotList(let folder, let code):
      "The cache folder \(folder.path) cannot be listed: \(Self.reason(code))."
    case .cannotWrite(let key, let code):
      "The record of \(key) cannot be written: \(Self.reason(code))."
    case .tooLarge(let key, let bytes, let limit):
      "The record of \(key) has \(bytes) bytes, more than the limit of \(limit) for one record."
    case .cannotRead(let key, let code):
      "The record of \(key) cannot be read: \(Self.reason(code))."
    case .cannotRemove(let file, let code):
      "The file \(file) cannot be removed from the cache: \(Self.reason(code))."
    case .closed(let folder):
      "The cache of the folder \(folder.path) is closed."
    }
  }

  private static func holder(_ process: Int32?) -> String {
    guard let process else { return "another cache" }
    if process == ProcessInfo.processInfo.processIdentifier {
      return "another cache of this process (\(process))"
    }
    return "process \(process)"
  }

  private static func reason(_ code: Int32) -> String { String(cString: strerror(code)) }
}
