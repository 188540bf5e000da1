import Atomics
import ReactiveLoadable

/// A log of the last changed keys of a collection, so that an observer checks only these.
///
/// It is a value that is copied with the collection. Each change has a unique number. An observer
/// that knows the number of a change can find all later changes, and detects a copy with other
/// changes. Copies share the older changes.
struct TouchLog<Key: Hashable & Sendable>: Sendable {
  /// The number of the last change that an observer has seen.
  typealias Mark = UInt

  final class Touch: Sendable {
    let mark: Mark
    let key: Key
    /// The slot of the key after the change; `nil` without a state.
    let slot: Int?
    let before: Touch?
    /// The mark of the change before this one.
    let markBefore: Mark
    /// The number of changes before this one in the log.
    let depth: Int

    init(_ key: Key, in slot: Int?, after before: Touch?, _ markBefore: Mark) {
      mark = TouchMarks.next()
      self.key = key
      self.slot = slot
      self.before = before
      self.markBefore = markBefore
      if let before { depth = before.depth + 1 } else { depth = 0 }
    }
  }

  private var last: Touch?
  /// The number of the last change; zero before the first one.
  private(set) var mark: Mark = 0

  private static var most: Int { 64 }

  mutating func note(_ key: Key, in slot: Int?) {
    var before = last
    if let last, last.depth >= Self.most { before = nil }
    let touch = Touch(key, in: slot, after: before, mark)
    last = touch
    mark = touch.mark
  }

  /// Records that all keys, or unknown keys, have changed.
  mutating func noteAll() { (last, mark) = (nil, TouchMarks.next()) }

  /// The only change since a mark; `nil` after no change or several changes.
  func onlyTouch(since mark: Mark) -> Touch? {
    if let last, last.markBefore == mark { return last }
    return nil
  }

  /// Returns the keys that have changed since a mark; `nil` if the log does not contain the mark.
  func keys(since mark: Mark) -> Set<Key>? {
    var (keys, touch, current) = (Set<Key>(), last, self.mark)
    while current != mark {
      guard let found = touch, found.mark == current else { return nil }
      keys.insert(found.key)
      (touch, current) = (found.before, found.markBefore)
    }
    return keys
  }
}

private enum TouchMarks {
  private static let last = ManagedAtomic<UInt>(0)

  static func next() -> UInt { last.wrappingIncrementThenLoad(ordering: .relaxed) }
}
