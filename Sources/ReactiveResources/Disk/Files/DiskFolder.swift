import Foundation
import Synchronization

/// The folder of a disk cache: open and locked for as long as somebody holds it.
///
/// Files are named within the open folder, so that a folder that is moved goes on working, and one
/// that was removed and made anew by another cache is left to that one.
final class DiskFolder: Sendable {
  let url: URL
  let watch: DiskWatch
  private let directory: OpenFile
  private let lock: OpenFile
  private let written = Atomic<Int>(0)

  init(opening url: URL, watch: DiskWatch) throws(DiskCacheError) {
    let directory = try Self.openDirectory(url)
    let lock = try Self.openLock(in: directory, of: url)
    try Self.take(lock, of: url)
    self.url = url
    self.watch = watch
    self.directory = directory
    self.lock = lock
  }

  var descriptor: Int32 { directory.descriptor }

  /// Lets others open the folder, although it is held.
  func unlock() { _ = flock(lock.descriptor, LOCK_UN) }

  /// A name for a file that is to become this one, used by nobody else.
  func temporaryName(for name: String) -> String {
    let number = written.add(1, ordering: .relaxed).newValue
    return RecordName.temporary(for: name, process: getpid(), number: number)
  }
}
