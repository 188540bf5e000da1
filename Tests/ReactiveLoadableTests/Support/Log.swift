import Synchronization

/// What happened, in order, noted from any thread.
final class Log<Entry: Sendable>: Sendable {
  private let kept = Mutex<[Entry]>([])
  var entries: [Entry] { kept.withLock { $0 } }
  func note(_ entry: Entry) { kept.withLock { $0.append(entry) } }
}
