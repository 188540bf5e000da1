// MARK: for owners of two relays that change together

extension BehaviorRelay {
  /// A value that has its place in the order and is still to be delivered.
  struct Placed {
    fileprivate let value: Output
    fileprivate let round: Round?
    fileprivate let old: Output?
  }

  /// Makes `value` the current one, at once, and leaves its delivery to ``deliver(_:)``.
  ///
  /// Called for two relays under the lock of their owner, it makes one decision of two values. Whoever
  /// places must deliver, where no lock is held.
  func place(_ value: Output) -> Placed {
    var old: Output?
    let round = core.roster.withLock { core.place(value, in: &$0, replacing: &old) }
    return Placed(value: value, round: round, old: old)
  }

  /// Delivers a placed value, unless another thread is delivering and does it.
  func deliver(_ placed: Placed) { core.deliver(placed.value, in: placed.round) }
}
