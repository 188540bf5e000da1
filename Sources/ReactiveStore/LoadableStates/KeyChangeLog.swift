import ReactiveLoadable

/// A log of the last changed keys of a collection, so that an observer checks only these.
///
/// It is a value that is copied with the collection. Each change has a unique number. An observer
/// that knows the number of a change can find all later changes, and detects a copy with other
/// changes. Copies share the older changes.
struct KeyChangeLog<Key: Hashable & Sendable>: Sendable {
  /// The number of the last change that an observer has received.
  typealias Revision = UInt

  final class Change: Sendable {
    let revision: Revision
    let key: Key
    /// The slot of the key after the change; `nil` without a state.
    let slot: Int?
    let before: Change?
    /// The revision of the change before this one.
    let revisionBefore: Revision
    /// The number of changes before this one in the log.
    let depth: Int

    init(_ key: Key, in slot: Int?, after before: Change?, _ revisionBefore: Revision) {
      revision = TicketCounter.newBlock()
      self.key = key
      self.slot = slot
      self.before = before
      self.revisionBefore = revisionBefore
      if let before { depth = before.depth + 1 } else { depth = 0 }
    }
  }

  private var last: Change?
  /// The number of the last change; zero before the first one.
  private(set) var revision: Revision = 0

  private static var maxDepth: Int { 64 }

  mutating func record(_ key: Key, in slot: Int?) {
    var before = last
    if let last, last.depth >= Self.maxDepth { before = nil }
    let change = Change(key, in: slot, after: before, revision)
    last = change
    revision = change.revision
  }

  /// Records that all keys, or unknown keys, have changed.
  mutating func recordAll() { (last, revision) = (nil, TicketCounter.newBlock()) }

  /// The only change since a revision; `nil` after no change or several changes.
  func onlyChange(since revision: Revision) -> Change? {
    if let last, last.revisionBefore == revision { return last }
    return nil
  }

  /// Returns the keys that have changed since a revision; `nil` if the log does not contain it.
  func keys(since revision: Revision) -> Set<Key>? {
    var (keys, change, current) = (Set<Key>(), last, self.revision)
    while current != revision {
      guard let candidate = change, candidate.revision == current else { return nil }
      keys.insert(candidate.key)
      (change, current) = (candidate.before, candidate.revisionBefore)
    }
    return keys
  }
}
