import Dispatch
import Foundation

/// Does what a disk cache is asked for, on the queues where it is asked.
///
/// Everything that changes the folder runs on `changes`, one after the other, so that the bytes are
/// counted exactly and a file is removed only for what is in it then. Reads run on lanes of their
/// own, so that none waits for a write or a sweep, and few, so that many reads make few threads.
final class DiskStorage: Sendable {
  let folder: DiskFolder
  let policy: DiskCachePolicy
  let ledger: DiskLedger
  let changes = DispatchQueue(label: "ReactiveResources.DiskCache.changes")
  private let lanes = (0..<4).map {
    DispatchQueue(label: "ReactiveResources.DiskCache.reads.\($0)")
  }

  init(folder: DiskFolder, policy: DiskCachePolicy) {
    self.folder = folder
    self.policy = policy
    ledger = DiskLedger(policy: policy)
  }

  /// Where reads of a key run.
  func lane(of key: String) -> DispatchQueue {
    lanes[Int(RecordName.hash(of: key) % UInt64(lanes.count))]
  }

  func close() async {
    await changes.turn { self.ledger.close() }
    for lane in lanes { await lane.turn {} }
    await changes.turn { self.folder.unlock() }
  }

  /// Lets go of the folder, when what goes on behind has stopped: at the next file.
  func letGo() {
    ledger.close()
    changes.sync { folder.unlock() }
  }

  /// The folder, while the cache is open.
  func openFolder() throws(DiskCacheError) -> DiskFolder {
    if ledger.isClosed { throw .closed(folder: folder.url) }
    return folder
  }
}
