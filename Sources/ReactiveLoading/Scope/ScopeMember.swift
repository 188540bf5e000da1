package import CombineShim
package import ReactiveRelays

/// A member of a scope of loads: a loader, a list, a cache, or the writes of a mutation.
///
/// A scope holds it weakly, and calls it outside every lock, in one call after the other. See
/// <doc:ScopeContract>.
package protocol ScopeMember: AnyObject, Sendable {
  /// True if the member writes: a reset begins with such members.
  var writes: Bool { get }

  /// Returns the number of loads that a selection contains: 1 for a loader, the keys of a cache.
  func count(of selection: ScopeSelection) -> Int

  /// Marks the selected values as stale, and loads those again that are in use.
  ///
  /// See <doc:ScopeContract#S4-Revalidating-by-tags>. It calls ``ScopeLoads/revalidate(_:)`` for each load.
  func revalidate(_ selection: ScopeSelection, _ loads: ScopeLoads)

  /// Loads values again that are in use, and are stale or failed.
  ///
  /// See <doc:ScopeContract#S6-Triggers>. It calls ``ScopeLoads/revalidateInUse(_:)`` for each load that is in use.
  func revalidateInUse(_ loads: ScopeLoads)

  /// Loads failed values again that are in use, and starts attempts that wait for their delay.
  ///
  /// See <doc:ScopeContract#S7-Retrying-what-failed>. It calls ``ScopeLoads/retryFailed(_:)`` for each load that is in use or waits.
  func retryFailed(_ loads: ScopeLoads)

  /// Cancels all work, and removes all values and held requests; nothing late is shown.
  ///
  /// See <doc:ScopeContract#S9-Resetting-at-sign-out>.
  ///
  /// - Returns: The removal of stored records, if there are any. Its failure does not stop others.
  func resetForScope() -> ScopeRemoval?
}

/// The removal of stored records, which runs in a task.
package typealias ScopeRemoval = @Sendable () async throws -> Void

/// The loads of a member that a call selects.
package enum ScopeSelection: Sendable {
  case all
  /// The keys that are equal to one of these parts of tags.
  case steps([any Hashable & Sendable])

  /// Returns the keys that are selected, each once; `nil` for all.
  ///
  /// A part of another type selects nothing.
  package func keys<Key: Hashable & Sendable>(of type: Key.Type) -> [Key]? {
    switch self {
    case .all: return nil
    case .steps(let parts):
      var unique: Set<Key> = []
      return parts.compactMap { $0 as? Key }.filter { unique.insert($0).inserted }
    }
  }

  /// Returns whether the load of a request is selected; `nil` is a load without a request.
  package func contains<Key: Hashable & Sendable>(_ key: Key?) -> Bool {
    guard let keys = keys(of: Key.self) else { return true }
    guard let key, Key.self != NoRequest.self else { return false }
    return keys.contains(key)
  }
}

// MARK: One load

/// One load of a member: that of a loader, of a list, or of a key.
package protocol ScopedLoad: Sendable {
  var scopedState: ScopedState { get }

  func performForScope(_ intent: ScopedIntent)

  /// Follows the states, without a use of them, and calls a closure at the first one that is not
  /// loading, or with `nil` at their end.
  ///
  /// It must not keep the loader alive. It may call the closure more than once, also within this
  /// call.
  func follow(_ settled: @escaping @Sendable (Self?) -> Void) -> any Cancellable
}

extension ScopedLoad where Self: AnyObject {
  /// Follows the states of a relay until one of them is that of no load in flight.
  package func follow<State>(
    _ states: RelaySource<State>,
    until isSettled: @escaping @Sendable (State) -> Bool,
    _ settled: @escaping @Sendable (Self?) -> Void
  ) -> any Cancellable {
    states.following.subscribe { [weak self] state in
      if isSettled(state) { settled(self) }
    } finish: {
      settled(nil)
    }
  }
}

/// The state of a load, as a scope decides about it.
package struct ScopedState: Sendable {
  package let isInUse: Bool
  /// The load in flight: an object that lives at least as long as the load.
  package let running: (any AnyObject & Sendable)?
  /// True if the load in flight waits before a retry.
  package let isWaiting: Bool
  /// True if the result of the load in flight will be stale.
  package let isOutdated: Bool
  /// True if a page at an end of a list waits before a retry.
  package let hasWaitingEnd: Bool

  package init(
    isInUse: Bool,
    running: (any AnyObject & Sendable)?,
    isWaiting: Bool,
    isOutdated: Bool,
    hasWaitingEnd: Bool = false
  ) {
    self.isInUse = isInUse
    self.running = running
    self.isWaiting = isWaiting
    self.isOutdated = isOutdated
    self.hasWaitingEnd = hasWaitingEnd
  }
}

/// The load in flight of a state that is a value, as a scope decides about it.
package struct ScopedRun: Sendable {
  /// The number of the load, unique among all loads.
  package let number: UInt
  package let isWaiting: Bool
  package let isOutdated: Bool

  package init(number: UInt, isWaiting: Bool, isOutdated: Bool) {
    self.number = number
    self.isWaiting = isWaiting
    self.isOutdated = isOutdated
  }
}

/// An intent of a scope, as the intents of a loader with these names.
package enum ScopedIntent: Sendable {
  case invalidate, revalidate, retry
}

extension ScopeMember where Self: ScopedLoad {
  package var writes: Bool { false }

  package func revalidate(_ selection: ScopeSelection, _ loads: ScopeLoads) {
    if count(of: selection) > 0 { loads.revalidate(self) }
  }

  package func revalidateInUse(_ loads: ScopeLoads) { loads.revalidateInUse(self) }

  package func retryFailed(_ loads: ScopeLoads) { loads.retryFailed(self) }
}
