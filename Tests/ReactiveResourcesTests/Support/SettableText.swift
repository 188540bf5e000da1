import Foundation

/// A text that the test changes.
final class SettableText: @unchecked Sendable {
  // SAFETY: touched only while the lock is held.
  private var current: String
  private let lock = NSLock()

  init(_ text: String) { current = text }

  var text: String {
    get { lock.withLock { current } }
    set { lock.withLock { current = newValue } }
  }
}
