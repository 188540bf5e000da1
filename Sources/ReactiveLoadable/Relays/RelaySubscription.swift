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
public final class RelaySubscription: Subscription, @unchecked Sendable {
  // SAFETY: every `var` here is guarded by the lock of `core.roster`.
  @usableFromInline let core: RelayCore
  /// Where this subscription stands in the list; `nil` when it is over.
  @exclusivity(unchecked) @usableFromInline var target: Unmanaged<RelayTarget>?
  /// Holds the target of a finished relay for as long as values are owed to it.
  @exclusivity(unchecked) @usableFromInline var survivor: RelayTarget?
  /// The target's slot in the list.
  @exclusivity(unchecked) @usableFromInline var index = 0
  @exclusivity(unchecked) @usableFromInline var demand: Subscribers.Demand
  /// The last version that was given to the subscriber, or put into its backlog.
  @exclusivity(unchecked) @usableFromInline var seen: UInt = 0
  @exclusivity(unchecked) @usableFromInline var missed: UInt = 0
  /// The relay remembers something that this subscriber was not given for want of demand.
  @exclusivity(unchecked) @usableFromInline var isOwed = false
  /// A thread is inside a callback of this subscriber and will look here again.
  @exclusivity(unchecked) @usableFromInline var isActive = true
  /// The relay has finished and this subscriber has still to be told.
  @exclusivity(unchecked) @usableFromInline var isFinishing = false
  /// Cancelled or finished.
  @exclusivity(unchecked) @usableFromInline var isOver = false

  @usableFromInline
  init(_ core: RelayCore, demand: Subscribers.Demand) {
    self.core = core
    self.demand = demand
  }

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

  @inlinable
  func spend() {
    if demand != .unlimited { demand -= 1 }
  }

  /// True if the relay may call this subscriber again.
  @inlinable var isLive: Bool { !isOver && !isFinishing }
}
