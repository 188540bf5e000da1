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
