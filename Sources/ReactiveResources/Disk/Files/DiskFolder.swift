import Foundation
import Synchronization

/// The folder of a disk cache, open and locked while this object exists.
///
/// Files are named relative to the open folder. A folder that is moved continues to work, and a new
/// folder that another cache creates at the same path is not touched.
final class DiskFolder: Sendable {
  let url: URL
  let hooks: DiskHooks
  let directory: OpenFile
  private let lock: OpenFile
  private let written = Atomic<Int>(0)

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
  func temporaryName(for name: String) -> String {
    let number = written.add(1, ordering: .relaxed).newValue
    return RecordName.temporary(for: name, process: getpid(), number: number)
  }
}
