import Foundation

/// What happened, in order, noted from any thread.
///
/// Not behind a `Mutex`, which the thread sanitizer does not see through on Linux.
final class Log<Entry: Sendable>: @unchecked Sendable {
  // SAFETY: `kept` is touched only while the lock is held.
  private var kept: [Entry] = []
  private let lock = NSLock()

  var entries: [Entry] { lock.withLock { kept } }
  func note(_ entry: Entry) { lock.withLock { kept.append(entry) } }
}
