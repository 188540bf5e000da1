public import CombineShim
public import Synchronization

/// The half of a relay that knows no value type: its list, its deliverer, its end.
///
/// It is not generic on purpose. OpenCombine calls it unspecialised, where every use of a generic
/// type is a look-up of metadata that costs more than a whole subscription does here.
///
/// The relay owns its core and finishes it. Subscriptions hold the core, never the relay: so they do
/// not keep the relay alive, and no weak reference is needed (R9).
@usableFromInline
class RelayCore {
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
    /// Something waits under the lock, and the next thread that accepts delivers it, or a task.
    @inlinable static var parked: UInt8 { 3 }
  }

  @inlinable
  init(origin: Origin) { self.origin = origin }

  deinit { roster.withLock { $0.slots.deallocate() } }

  @usableFromInline
  func request(_ demand: Subscribers.Demand, for subscription: RelaySubscription) {}

  /// Delivers what is parked, unless another thread does.
  @usableFromInline
  func takeOver(turns limit: Int) {}

  /// Under the lock: removes a target that was handed over and is over now.
  ///
  /// The caller holds the target.
  @usableFromInline
  func withdraw(_ target: RelayTarget) {}
}

// SAFETY: all that changes is atomic, or guarded by the lock of `roster`.
extension RelayCore: @unchecked Sendable {}

// MARK: under the lock

extension RelayCore {
  /// True if a delivery is running, or parked, which from now on will come back to the lock.
  @inlinable
  final func detain() -> Bool {
    switch phase.load(ordering: .acquiring) {
    case Phase.idle: return false
    case Phase.awaited, Phase.parked: return true
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
    target.beginServing()
    if roster.count == roster.capacity {
      let old = roster.grow()
      if detain() { roster.retired.append(old) } else { old.deallocate() }
    }
    roster.append(target)
    target.subscription?.target = .passUnretained(target)
    return true
  }

  /// Opens the fast path if no earlier value can still be on its way.
  @inlinable
  final func openIfCaughtUp(_ target: RelayTarget) {
    if target.demand == .unlimited, !target.isOwed, target.isLive,
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
      if found.index < roster.inFlight {
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
      return leave(target, &roster, keeping: &survivor)
    }
    dead?.release()
  }

  /// For closures, which are released before this returns, unless a thread may be inside them.
  ///
  /// The caller holds the target.
  @usableFromInline
  final func cancel(_ target: RelayTarget) {
    var survivor: RelayTarget?
    var isVacant = false
    let dead: Unmanaged<RelayTarget>? = roster.withLock { roster in
      guard !target.hasLeft else { return nil }
      let dead = leave(.passUnretained(target), &roster, keeping: &survivor)
      isVacant = (dead != nil || roster.isClosed) && target.claimDrop()
      return dead
    }
    if isVacant { target.drop() }
    dead?.release()
  }

  /// Under the lock: returns the target if it can be released as soon as the lock is left.
  private final func leave(
    _ target: Unmanaged<RelayTarget>,
    _ roster: inout Roster,
    keeping survivor: inout RelayTarget?
  ) -> Unmanaged<RelayTarget>? {
    target._withUnsafeGuaranteedRef { end($0, keeping: &survivor) }
    return roster.isClosed ? nil : detach(target, from: &roster)
  }

  /// Marks a target as over.
  ///
  /// What kept it alive is handed out, to be released outside the lock.
  final func end(_ target: RelayTarget, keeping survivor: inout RelayTarget?) {
    target.subscription?.target = nil
    target.hasLeft = true
    target.isOver = true
    target.isFinishing = false
    if target.isHandedOver {
      target.isActive = false
      target.isHandedOver = false
      withdraw(target)
    }
    swap(&survivor, &target.survivor)
    target.shut()
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
    let (all, done) = roster.withLock { roster in
      let all = roster.close()
      return (all, all.filter { $0._withUnsafeGuaranteedRef { forget($0) } })
    }
    for target in done { target._withUnsafeGuaranteedRef { $0.drop() } }
    for target in all { target.release() }
  }

  /// False: it is over, or someone is in it, or it is owed values, and is finished after that.
  private final func mayFinish(_ target: RelayTarget) -> Bool {
    guard !target.isOver else { return false }
    target.shut()
    guard !target.isActive, !target.isOwed else {
      target.isFinishing = true
      target.survivor = target
      return false
    }
    target.isOver = true
    return true
  }

  /// Under the lock: nothing of the list can be reached any more, apart from survivors.
  ///
  /// True: no other thread is inside this target, or will be, so the caller drops it.
  private final func forget(_ target: RelayTarget) -> Bool {
    if target.survivor == nil {
      target.hasLeft = true
      target.subscription?.target = nil
    }
    return target.claimDrop()
  }
}
