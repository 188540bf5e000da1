public import OpenCombineShim
public import Synchronization

/// The half of a relay that knows no value type: its list, its deliverer, its end.
///
/// It is not generic on purpose. OpenCombine calls it unspecialised, where every use of a generic
/// type is a look-up of metadata that costs more than a whole subscription does here.
///
/// The relay owns its core and finishes it. Subscriptions hold the core, never the relay: so they do
/// not keep the relay alive, and no weak reference is needed (R9).
@usableFromInline
class RelayCore: @unchecked Sendable {
  // SAFETY: all that changes is atomic, or guarded by the lock of `roster`.
  @usableFromInline final let phase = Atomic<UInt8>(Phase.idle)
  @usableFromInline final let roster = Lock(Roster())
  @usableFromInline final let watch = ChainWatch.shared
  @usableFromInline final let origin: Origin

  /// Who delivers.
  ///
  /// The deliverer leaves with one exchange of `delivering` for `idle`, without the lock; whoever
  /// needs it back makes that exchange fail.
  @usableFromInline
  enum Phase {
    @inlinable static var idle: UInt8 { 0 }
    @inlinable static var delivering: UInt8 { 1 }
    /// Delivering, and something waits under the lock for the deliverer.
    @inlinable static var awaited: UInt8 { 2 }
  }

  @inlinable
  init(origin: Origin) { self.origin = origin }

  deinit { roster.withLock { $0.slots.deallocate() } }

  @usableFromInline
  func request(_ demand: Subscribers.Demand, for subscription: RelaySubscription) {}
}

// MARK: under the lock

extension RelayCore {
  /// True if a delivery is running, which from now on will come back to the lock.
  @inlinable
  final func detain() -> Bool {
    switch phase.load(ordering: .acquiring) {
    case Phase.idle: return false
    case Phase.awaited: return true
    default:
      return phase.compareExchange(
        expected: Phase.delivering,
        desired: Phase.awaited,
        ordering: .acquiring
      ).exchanged
    }
  }

  /// Puts a target at the end of the list.
  ///
  /// False: the relay has finished.
  @inlinable
  final func attach(_ target: RelayTarget, to roster: inout Roster) -> Bool {
    if roster.isEnding { return false }
    if roster.count == roster.capacity {
      let old = roster.grow()
      if detain() { roster.retired.append(old) } else { old.deallocate() }
    }
    roster.append(target)
    target.subscription.target = .passUnretained(target)
    return true
  }

  /// Opens the fast path if no earlier value can still be on its way.
  @inlinable
  final func openIfCaughtUp(_ target: RelayTarget) {
    let subscription = target.subscription
    if subscription.demand == .unlimited, !subscription.isOwed, subscription.isLive,
      phase.load(ordering: .acquiring) == Phase.idle
    {
      target.open()
    }
  }

  /// Takes a target out of the list.
  ///
  /// Returns it if it can be released as soon as the lock is left.
  private final func detach(
    _ target: Unmanaged<RelayTarget>,
    from roster: inout Roster
  ) -> Unmanaged<RelayTarget>? {
    target._withUnsafeGuaranteedRef { found in
      if found.subscription.index < roster.inFlight {
        if detain() {
          roster.graveyard.append(target)
          return nil
        }
        roster.inFlight = 0
      }
      roster.clear(found)
      if roster.isSparse, !detain() {
        roster.inFlight = 0
        roster.compact()
      }
      return target
    }
  }
}

// MARK: cancelling

extension RelayCore {
  final func cancel(_ subscription: RelaySubscription) {
    var survivor: RelayTarget?
    let dead: Unmanaged<RelayTarget>? = roster.withLock { roster in
      guard let target = subscription.target else { return nil }
      end(subscription, target, keeping: &survivor)
      return roster.isClosed ? nil : detach(target, from: &roster)
    }
    dead?.release()
  }

  /// Marks a subscription as over.
  ///
  /// What kept its target alive is handed out, to be released later.
  final func end(
    _ subscription: RelaySubscription,
    _ target: Unmanaged<RelayTarget>,
    keeping survivor: inout RelayTarget?
  ) {
    subscription.target = nil
    subscription.isOver = true
    swap(&survivor, &subscription.survivor)
    target._withUnsafeGuaranteedRef { $0.shut() }
  }
}

// MARK: the end

extension RelayCore {
  /// Tells everyone in the list that the relay is over, and empties the list.
  @usableFromInline
  final func deliverFinish(_ round: Round) {
    for index in 0..<round.count {
      guard let target = round.slots[index]?.takeUnretainedValue() else { continue }
      if roster.withLock({ _ in mayFinish(target) }) { target.finish() }
    }
    let all = roster.withLock { roster in
      let all = roster.close()
      for target in all { target._withUnsafeGuaranteedRef { forget($0.subscription) } }
      return all
    }
    for target in all { target.release() }
  }

  /// False: it is over, or someone is in it, or it is owed values, and is finished after that.
  private final func mayFinish(_ target: RelayTarget) -> Bool {
    let subscription = target.subscription
    guard !subscription.isOver else { return false }
    target.shut()
    guard !subscription.isActive, !subscription.isOwed else {
      subscription.isFinishing = true
      subscription.survivor = target
      return false
    }
    subscription.isOver = true
    return true
  }

  private final func forget(_ subscription: RelaySubscription) {
    if subscription.survivor == nil { subscription.target = nil }
  }
}
