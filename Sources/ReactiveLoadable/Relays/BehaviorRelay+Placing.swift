// MARK: for owners of two relays that change together

extension BehaviorRelay {
  /// A value that has its position in the order and is not delivered yet.
  struct Placed {
    fileprivate let value: Output
    fileprivate let round: Round?
    fileprivate let old: Output?
  }

  /// Makes `value` the current value immediately; ``deliver(_:)`` delivers it later.
  ///
  /// An owner that calls this for two relays under its own lock changes both atomically. The caller
  /// must deliver the result outside the lock.
  func place(_ value: Output) -> Placed {
    var old: Output?
    let round = core.roster.withLock { core.place(value, in: &$0, replacing: &old) }
    return Placed(value: value, round: round, old: old)
  }

  /// Delivers a placed value, or leaves it to the thread that delivers now.
  func deliver(_ placed: Placed) { core.deliver(placed.value, in: placed.round) }
}
