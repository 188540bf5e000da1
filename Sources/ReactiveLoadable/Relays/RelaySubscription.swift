public import CombineShim

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
  private let lock = BareLock()
  /// `nil` when the subscription is over, so that one that is held then owns nothing of the relay.
  @exclusivity(unchecked) private var core: RelayCore?
  /// What this subscription serves; `nil` when it is over.
  @exclusivity(unchecked) @usableFromInline var target: Unmanaged<RelayTarget>?
  @exclusivity(unchecked) @usableFromInline var missed: UInt = 0

  @usableFromInline
  init(_ core: RelayCore) { self.core = core }

  /// How many values were never delivered because the subscriber had not asked for them (R7).
  ///
  /// Values that a relay still remembers for the subscriber are not counted yet.
  public var dropped: Int {
    guard let core = currentCore else { return Int(missed) }
    return core.roster.withLock { _ in Int(missed) }
  }

  /// Asks for more values, and delivers on this thread what is owed already (R7).
  ///
  /// - Parameter demand: How many more values; must be positive.
  public func request(_ demand: Subscribers.Demand) {
    precondition(demand > .none, "a subscriber requests a positive demand, not \(demand)")
    currentCore?.request(demand, for: self)
  }

  /// Ends the subscription; no delivery starts on this thread afterwards (R8).
  public func cancel() {
    currentCore?.cancel(self)
    leaveCore()
  }
}

extension RelaySubscription {
  private var currentCore: RelayCore? {
    lock.acquire()
    defer { lock.release() }
    return core
  }

  /// Gives up the core, which is released outside the lock.
  @usableFromInline
  func leaveCore() {
    lock.acquire()
    let left = core.take()
    lock.release()
    withExtendedLifetime(left) {}
  }
}

// SAFETY: `core` is guarded by `lock`, `target` and `missed` by the lock of `core.roster`; nothing
// writes `missed` once `core` is `nil`.
extension RelaySubscription: @unchecked Sendable {}
