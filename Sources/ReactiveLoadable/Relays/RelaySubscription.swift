public import OpenCombineShim

/// The subscription that relays hand to their subscribers; safe to use from any thread.
///
/// A subscriber that takes values slowly can learn how many it missed:
///
/// ```swift
/// func receive(subscription: any Subscription) {
///   relaySubscription = subscription as? RelaySubscription
///   subscription.request(.max(1))
/// }
/// ```
public final class RelaySubscription: Subscription {
  @usableFromInline let core: RelayCore
  /// What this subscription serves; `nil` when it is over.
  @exclusivity(unchecked) @usableFromInline var target: Unmanaged<RelayTarget>?
  @exclusivity(unchecked) @usableFromInline var missed: UInt = 0

  @usableFromInline
  init(_ core: RelayCore) { self.core = core }

  /// How many values were never delivered because the subscriber had not asked for them (R7).
  ///
  /// Values that a relay still remembers for the subscriber are not counted yet.
  public var dropped: Int { core.roster.withLock { _ in Int(missed) } }

  /// Asks for more values, and delivers on this thread what is owed already (R7).
  ///
  /// - Parameter demand: How many more values; must be positive.
  public func request(_ demand: Subscribers.Demand) {
    precondition(demand > .none, "a subscriber requests a positive demand, not \(demand)")
    core.request(demand, for: self)
  }

  /// Ends the subscription; no delivery starts on this thread afterwards (R8).
  public func cancel() { core.cancel(self) }
}

// SAFETY: every `var` is guarded by the lock of `core.roster`.
extension RelaySubscription: @unchecked Sendable {}
