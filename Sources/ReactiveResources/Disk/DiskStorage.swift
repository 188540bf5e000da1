import Dispatch
import Foundation

/// The work of a disk cache, called on its queues.
///
/// Every change of the folder runs serially on `writeQueue`, so that the bytes are counted exactly
/// and a file is removed only for its content at that time. Reads run on separate queues, so that
/// none waits for a write or a sweep. There are few queues, so that many reads use few threads.
final class DiskStorage: Sendable {
  let folder: DiskFolder
  let policy: DiskCachePolicy
  let ledger: DiskLedger
  let writeQueue = DispatchQueue(label: "ReactiveResources.DiskCache.changes")
  private let readQueues = (0..<4).map {
    DispatchQueue(label: "ReactiveResources.DiskCache.reads.\($0)")
  }

  init(folder: DiskFolder, policy: DiskCachePolicy) {
    self.folder = folder
    self.policy = policy
    ledger = DiskLedger(policy: policy)
  }

  /// Returns the queue for reads of a key.
  func readQueue(of key: String) -> DispatchQueue {
    readQueues[Int(UInt(bitPattern: key.hashValue) % UInt(readQueues.count))]
  }

  func close() async {
    await writeQueue.run { self.ledger.close() }
    for readQueue in readQueues { await readQueue.run {} }
    await writeQueue.run { self.folder.unlock() }
  }

  /// Unlocks the folder after the running work has stopped, at the next file of a sweep.
  func releaseFolder() {
    ledger.close()
    writeQueue.sync { folder.unlock() }
  }

  /// Returns the folder while the cache is open.
  func openFolder() throws(DiskCacheError) -> DiskFolder {
    if ledger.isClosed { throw .closed(folder: folder.url) }
    return folder
  }
}
