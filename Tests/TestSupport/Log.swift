import Foundation

/// Entries in order, recorded from any thread.
///
/// Without a `Mutex`, which the thread sanitizer does not support on Linux.
package final class Log<Entry: Sendable>: @unchecked Sendable {
  // SAFETY: `kept` is touched only while the lock is held.
  private var kept: [Entry] = []
  private let lock = NSLock()

  package init() {}

  package var entries: [Entry] { lock.withLock { kept } }
  package func note(_ entry: Entry) { lock.withLock { kept.append(entry) } }
}
