import Foundation

/// What happened, in order, noted from any thread.
///
/// Not behind a `Mutex`, which the thread sanitizer does not see through on Linux.
package final class Log<Entry: Sendable>: @unchecked Sendable {
  // SAFETY: `kept` is touched only while the lock is held.
  private var kept: [Entry] = []
  private let lock = NSLock()

  package init() {}

  package var entries: [Entry] { lock.withLock { kept } }
  package func note(_ entry: Entry) { lock.withLock { kept.append(entry) } }
}
