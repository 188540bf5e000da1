// MARK: For owners of two relays that change together

extension ValueRelayCore {
  /// A value that has its position in the order and is not delivered yet.
  ///
  /// It is a class so that owners that are generic over the value need not look up its layout.
  package final class PendingDelivery {
    fileprivate let value: Value
    fileprivate let pass: DeliveryPass?
    private let old: Value?

    fileprivate init(_ value: Value, _ pass: DeliveryPass?, replacing old: Value?) {
      self.value = value
      self.pass = pass
      self.old = old
    }
  }

  /// Makes `value` the current value immediately; ``deliver(_:)`` delivers it later.
  ///
  /// An owner that calls this for two relays under its own lock changes both atomically. The caller
  /// must deliver the result outside the lock.
  package func commit(_ value: Value) -> PendingDelivery {
    var old: Value?
    let pass = withState { commit(value, in: &$0, replacing: &old) }
    return PendingDelivery(value, pass, replacing: old)
  }

  /// Delivers a pending value, or leaves it to the thread that delivers now.
  package func deliver(_ pending: PendingDelivery) { deliver(pending.value, in: pending.pass) }
}

extension BehaviorRelay {
  package typealias PendingDelivery = ValueRelayCore<Output>.PendingDelivery

  /// Makes `value` the current value immediately; see the core.
  package func commit(_ value: Output) -> PendingDelivery { core.commit(value) }

  /// Delivers a pending value; see the core.
  package func deliver(_ pending: PendingDelivery) { core.deliver(pending) }
}
