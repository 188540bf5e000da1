public import CombineShim
public import Synchronization

/// The part of a relay that is independent of the value type.
///
/// It is deliberately not generic. OpenCombine calls it unspecialized, where every use of a generic
/// type is a lookup of metadata that costs more than a whole subscription does here.
///
/// The relay owns its core and finishes it. Subscriptions hold the core, never the relay, so they
/// do not keep the relay alive and need no weak reference (<doc:RelayContract#R9-Completion>).
@usableFromInline
package class RelayCore {
  @usableFromInline final let phase = Atomic<UInt8>(Phase.idle)
  /// The lock of `roster` and of all that subclasses and targets say it guards.
  @usableFromInline package final let lock = BareLock()
  @exclusivity(unchecked) @usableFromInline final var roster = Roster()
  @usableFromInline final let watch = ChainWatch.shared
  @usableFromInline final let origin: Origin

  /// The phase of the delivery.
  ///
  /// The delivering thread ends with one exchange of `delivering` for `idle`, without the lock. A
  /// thread that queues work makes that exchange fail.
  @usableFromInline
  enum Phase {
    @inlinable static var idle: UInt8 { 0 }
    @inlinable static var delivering: UInt8 { 1 }
    /// A thread delivers, and work under the lock waits for it.
    @inlinable static var awaited: UInt8 { 2 }
    /// Work waits under the lock for the next thread that accepts, or for a task.
    @inlinable static var parked: UInt8 { 3 }
  }

  @inlinable
  init(origin: Origin) { self.origin = origin }

  deinit { if roster.capacity > 0 { roster.slots.deallocate() } }

  /// Runs `body` with exclusive access to the roster, and returns its result.
  @inlinable @inline(__always)
  final func withRoster<R>(_ body: (inout Roster) -> R) -> R {
    lock.acquire()
    defer { lock.release() }
    return body(&roster)
  }

  @usableFromInline
  func request(_ demand: Subscribers.Demand, for subscription: RelaySubscription) {}

  /// Delivers parked work, unless another thread does.
  @usableFromInline
  func takeOver(turns limit: Int) {}

  /// Removes an ended target from the backlog of the delivering thread.
  ///
  /// Called under the lock.
  ///
  /// The caller retains the target.
  @usableFromInline
  func withdraw(_ target: RelayTarget) {}
}

// SAFETY: all mutable state is atomic, or guarded by `lock`.
extension RelayCore: @unchecked Sendable {}

// MARK: under the lock

extension RelayCore {
  /// Makes a running or parked delivery return to the lock; returns false if there is no delivery.
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

  /// Appends a target to the list.
  ///
  /// Returns false if the relay or the scope has finished.
  @inlinable
  final func attach(
    _ target: RelayTarget,
    to roster: inout Roster,
    in scope: RelayScope? = nil
  ) -> Bool {
    if roster.isEnding || scope?.isOver ?? false { return false }
    target.beginServing()
    if roster.count == roster.capacity {
      let (old, size) = (roster.slots, roster.capacity)
      roster.grow()
      if size > 0 { if detain() { roster.retired.append(old) } else { old.deallocate() } }
    }
    roster.append(target)
    scope?.add(target)
    target.subscription?.target = .passUnretained(target)
    return true
  }

  /// Opens the fast path if no earlier value can still be in delivery.
  @inlinable
  final func openIfCaughtUp(_ target: RelayTarget) {
    if target.demand == .unlimited, !target.isOwed, target.isLive,
      phase.load(ordering: .acquiring) == Phase.idle
    {
      target.open()
    }
  }

  /// Removes a target from the list.
  ///
  /// Returns the target if the caller can release it after it has released the lock.
  final func detach(
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
    let dead: Unmanaged<RelayTarget>? = withRoster { roster in
      guard let target = subscription.target else { return nil }
      return leave(target, &roster, keeping: &survivor)
    }
    dead?.release()
  }

  /// Cancels a target of closures, and releases them unless a thread may be executing them.
  ///
  /// The caller retains the target.
  @usableFromInline
  final func cancel(_ target: RelayTarget) {
    var survivor: RelayTarget?
    var isVacant = false
    let dead: Unmanaged<RelayTarget>? = withRoster { roster in
      guard !target.hasLeft else { return nil }
      let dead = leave(.passUnretained(target), &roster, keeping: &survivor)
      isVacant = (dead != nil || roster.isClosed) && target.claimDrop()
      return dead
    }
    if isVacant { target.drop() }
    dead?.release()
  }

  /// Ends a target.
  ///
  /// Called under the lock.
  ///
  /// Returns the target if the caller can release it after it has released the lock.
  private final func leave(
    _ target: Unmanaged<RelayTarget>,
    _ roster: inout Roster,
    keeping survivor: inout RelayTarget?
  ) -> Unmanaged<RelayTarget>? {
    target._withUnsafeGuaranteedRef { end($0, keeping: &survivor) }
    return roster.isClosed ? nil : detach(target, from: &roster)
  }

  /// Marks a target as ended.
  ///
  /// Moves the reference that kept it alive to `survivor`, to be released outside the lock.
  final func end(_ target: RelayTarget, keeping survivor: inout RelayTarget?) {
    target.scope?._withUnsafeGuaranteedRef { $0.remove(target) }
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
  /// Delivers the completion to all targets in the list, and empties the list.
  @usableFromInline
  final func deliverFinish(_ round: Round) {
    for index in 0..<round.count {
      guard let target = round.slots[index]?.takeUnretainedValue() else { continue }
      if withRoster({ _ in mayFinish(target) }) { target.finish() }
    }
    let (all, done) = withRoster { roster in
      let all = roster.close()
      return (all, all.filter { $0._withUnsafeGuaranteedRef { forget($0) } })
    }
    for target in done { target._withUnsafeGuaranteedRef { $0.drop() } }
    for target in all { target.release() }
  }

  /// Returns true if a target can finish now.
  ///
  /// It cannot if it has ended. If a thread is inside the subscriber or retained values are
  /// pending, also those of a scope that has ended, the target finishes later.
  private final func mayFinish(_ target: RelayTarget) -> Bool {
    guard !target.isOver else { return false }
    target.shut()
    guard !target.isActive, !target.isOwed, !target.isFinishing else {
      target.isFinishing = true
      target.survivor = target
      return false
    }
    target.isOver = true
    return true
  }

  /// Makes a target of the closed list unreachable unless it survives.
  ///
  /// Called under the lock.
  ///
  /// Returns true if no other thread is or will be inside the target, so that the caller drops it.
  private final func forget(_ target: RelayTarget) -> Bool {
    if target.survivor == nil {
      target.hasLeft = true
      target.subscription?.target = nil
    }
    return target.claimDrop()
  }
}
