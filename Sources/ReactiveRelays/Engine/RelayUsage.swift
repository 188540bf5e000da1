/// The use of a relay, as a separate relay: true while the relay is in use.
///
/// Every change is published, in order: also a use that begins and ends before another thread has
/// published its begin.
// SAFETY: `changes` is guarded by the lock of the used relay, `published` by that of `states`.
@usableFromInline
package final class RelayUsage: @unchecked Sendable {
  package let states: ValueRelayCore<Bool>
  /// The number of changes; every other one begins a use.
  @exclusivity(unchecked) fileprivate(set) var changes: UInt = 0
  @exclusivity(unchecked) private var published: UInt = 0
  private unowned let core: RelayCore

  fileprivate init(of core: RelayCore) {
    self.core = core
    states = ValueRelayCore(
      latest: false,
      creationSite: CallSite(fileID: #fileID, filePath: #filePath, line: #line, column: #column)
    )
  }

  /// Publishes the changes that are not published yet; called outside the lock.
  ///
  /// Each change is followed by a call. Only at the end can several wait: those of other threads.
  @usableFromInline
  func publish() {
    let count = core.withState { _ in changes }
    var isBehind = true
    while isBehind {
      states.transition {
        isBehind = published < count
        guard isBehind else { return nil }
        published += 1
        return states.latest.map { !$0 }
      }
    }
  }

  /// Publishes the last changes, and finishes.
  func finish() {
    publish()
    states.finish()
  }
}

extension RelayState {
  /// Counts a use; called under the lock, before the caller publishes the usage outside it.
  @inlinable
  mutating func beginUse() {
    useCount += 1
    if useCount == 1, usage != nil { recordUsageChange() }
  }

  /// Ends a counted use, as ``beginUse()`` counts it.
  @inlinable
  mutating func endUse() {
    useCount -= 1
    if useCount == 0, usage != nil { recordUsageChange() }
  }

  @usableFromInline
  func recordUsageChange() { usage?.changes += 1 }
}

extension RelayCore {
  /// True if the relay is in use: it has a subscriber that does not only follow, or another use.
  package final var isInUse: Bool { withState { $0.useCount > 0 } }

  /// The use of the relay, as a separate relay, which is created when it is first read.
  package final var usage: RelayUsage {
    if let usage = withState({ $0.usage }) { return usage }
    let new = RelayUsage(of: self)
    let (usage, hasEnded) = withState { state in
      if state.usage == nil {
        state.usage = new
        if state.useCount > 0 { state.recordUsageChange() }
      }
      return (state.usage ?? new, state.isClosed)
    }
    if hasEnded { usage.finish() } else { usage.publish() }
    return usage
  }

  /// Counts a use by something that is no subscriber, for instance a screen that is visible.
  package final func beginUse() {
    let usage = withState { state in
      state.beginUse()
      return state.usage
    }
    usage?.publish()
  }

  package final func endUse() {
    let usage = withState { state in
      state.endUse()
      return state.usage
    }
    usage?.publish()
  }
}

/// A use of a relay by something that is no subscriber, which ends at the latest with this value.
package struct RelayUse: ~Copyable, Sendable {
  private let core: RelayCore
  private var isActive = false

  /// Creates a use that has not begun.
  package init(of core: RelayCore) { self.core = core }

  deinit { if isActive { core.endUse() } }

  /// Begins the use, or ends it.
  package mutating func set(_ isActive: Bool) {
    guard isActive != self.isActive else { return }
    self.isActive = isActive
    if isActive { core.beginUse() } else { core.endUse() }
  }
}
