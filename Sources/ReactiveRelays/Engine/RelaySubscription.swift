public import CombineShim

/// The subscription that a relay passes to each subscriber, usable from any thread.
///
/// A slow subscriber can read the number of values that it missed from ``dropped``:
///
/// ```swift
/// func receive(subscription: any Subscription) {
///   relaySubscription = subscription as? RelaySubscription
///   subscription.request(.max(1))
/// }
/// ```
public final class RelaySubscription: Subscription {
  private let lock = RawLock()
  /// `nil` when the subscription has ended, so that a retained one owns nothing of the relay.
  @exclusivity(unchecked) private var core: RelayCore?
  /// The subscriber's entry in the relay; `nil` when the subscription has ended.
  @exclusivity(unchecked) @usableFromInline var target: Unmanaged<RelayTarget>?
  @exclusivity(unchecked) @usableFromInline var missed: UInt = 0

  @usableFromInline
  init(_ core: RelayCore) { self.core = core }

  /// The number of values that were not delivered for lack of demand.
  ///
  /// Values that the relay still retains for the subscriber do not count. See
  /// <doc:RelayContract#R7-Demand>.
  public var dropped: Int {
    guard let core = currentCore else { return Int(missed) }
    return core.withState { _ in Int(missed) }
  }

  /// Requests more values, and delivers retained values on this thread.
  ///
  /// - Parameter demand: The number of additional values, at least 1.
  public func request(_ demand: Subscribers.Demand) {
    precondition(demand > .none, "a subscriber requests a demand of at least 1, not \(demand)")
    currentCore?.request(demand, for: self)
  }

  /// Ends the subscription; no delivery to it starts on this thread afterwards.
  ///
  /// See <doc:RelayContract#R8-Cancellation>.
  public func cancel() {
    currentCore?.cancel(self)
    releaseCore()
  }
}

extension RelaySubscription {
  private var currentCore: RelayCore? { lock.withLock { core } }

  /// Releases the core outside the lock.
  @usableFromInline
  func releaseCore() {
    lock.acquire()
    let left = core.take()
    lock.release()
    withExtendedLifetime(left) {}
  }
}

// SAFETY: `core` is guarded by `lock`, `target` and `missed` by the lock of `core.state`; nothing
// writes `missed` once `core` is `nil`.
extension RelaySubscription: @unchecked Sendable {}
