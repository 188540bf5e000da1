// MARK: for owners of two relays that change together

extension ValueRelayCore {
  /// A value that has its position in the order and is not delivered yet.
  ///
  /// It is a class so that owners that are generic over the value need not look up its layout.
  package final class Placed {
    fileprivate let value: Value
    fileprivate let round: Round?
    private let old: Value?

    fileprivate init(_ value: Value, _ round: Round?, replacing old: Value?) {
      self.value = value
      self.round = round
      self.old = old
    }
  }

  /// Makes `value` the current value immediately; ``deliver(_:)`` delivers it later.
  ///
  /// An owner that calls this for two relays under its own lock changes both atomically. The caller
  /// must deliver the result outside the lock.
  package func place(_ value: Value) -> Placed {
    var old: Value?
    let round = withRoster { place(value, in: &$0, replacing: &old) }
    return Placed(value, round, replacing: old)
  }

  /// Delivers a placed value, or leaves it to the thread that delivers now.
  package func deliver(_ placed: Placed) { deliver(placed.value, in: placed.round) }
}

extension BehaviorRelay {
  package typealias Placed = ValueRelayCore<Output>.Placed

  /// Makes `value` the current value immediately; see the core.
  package func place(_ value: Output) -> Placed { core.place(value) }

  /// Delivers a placed value; see the core.
  package func deliver(_ placed: Placed) { core.deliver(placed) }
}
