import Atomics

/// A log of the last changed keys of a collection, so that an observer checks only these.
///
/// It is a value that is copied with the collection. Each change has a unique number. An observer
/// that knows the number of a change can find all later changes, and detects a copy with other
/// changes.
struct TouchLog<Key: Hashable & Sendable>: Sendable {
  /// The number of the last change that an observer has seen.
  typealias Mark = UInt

  private var touches: [(mark: Mark, key: Key)] = []

  private static var most: Int { 64 }

  var mark: Mark { touches.last?.mark ?? 0 }

  mutating func note(_ key: Key) {
    if touches.count == Self.most { touches.removeFirst(Self.most / 2) }
    touches.append((lastMark.wrappingIncrementThenLoad(ordering: .relaxed), key))
  }

  /// Records that all keys, or unknown keys, have changed.
  mutating func noteAll() { touches = [] }

  /// Returns the keys that have changed since a mark; `nil` if the log does not contain the mark.
  func keys(since mark: Mark) -> Set<Key>? {
    if mark == self.mark { return [] }
    guard let index = touches.lastIndex(where: { $0.mark == mark }) else { return nil }
    return Set(touches[(index + 1)...].map(\.key))
  }
}

private let lastMark = ManagedAtomic<UInt>(0)
