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
  /// The lock of `state` and of all that subclasses and targets say it guards.
  @usableFromInline package final let lock = RawLock()
  @exclusivity(unchecked) @usableFromInline final var state = RelayState()
  @usableFromInline final let chainRecorder = ChainRecorder.shared
  @usableFromInline package final let creationSite: CallSite
  /// The loader that publishes to the relay, for descriptions; `nil` if it has no name.
  @exclusivity(unchecked) @usableFromInline final var owner: RelayOwner?

  /// The phase of the delivery.
  ///
  /// The delivering thread ends with one exchange of `delivering` for `idle`, without the lock. A
  /// thread that queues work makes that exchange fail.
  @usableFromInline
  enum Phase {
    @inlinable static var idle: UInt8 { 0 }
    @inlinable static var delivering: UInt8 { 1 }
    /// A thread delivers, and work under the lock waits for it.
    @inlinable static var drainRequested: UInt8 { 2 }
    /// Work waits under the lock for the next thread that accepts, or for a task.
    @inlinable static var parked: UInt8 { 3 }
  }

  @inlinable
  init(creationSite: CallSite) {
    self.creationSite = creationSite
    if Creations.areObserved { Creations.note(self) }
  }

  deinit { if state.capacity > 0 { state.slots.deallocate() } }

  /// Runs `body` with exclusive access to the state, and returns its result.
  @inlinable @inline(__always)
  final func withState<R>(_ body: (inout RelayState) -> R) -> R {
    lock.withLock { body(&state) }
  }

  @usableFromInline
  func request(_ demand: Subscribers.Demand, for subscription: RelaySubscription) {}

  /// Delivers parked work, unless another thread does.
  @usableFromInline
  func takeOver(atMost limit: Int) {}

  /// Removes an ended target from the backlog of the delivering thread; called under the lock.
  ///
  /// The caller retains the target.
  @usableFromInline
  func withdraw(_ target: RelayTarget) {}

  /// The number of values that it retains, their type, and the latest one; `nil` after the end.
  package var described: (depth: Int, type: Any.Type, latest: () -> Any?) {
    (0, Void.self, { nil })
  }
}

// SAFETY: all mutable state is atomic, or guarded by `lock`.
extension RelayCore: @unchecked Sendable {}

// MARK: Under the lock

extension RelayCore {
  /// Makes a running or parked delivery return to the lock; returns false if there is no delivery.
  @inlinable
  final func requestDrain() -> Bool {
    switch phase.load(ordering: .acquiring) {
    case Phase.idle: return false
    case Phase.drainRequested, Phase.parked: return true
    default:
      return phase.compareExchange(
        expected: Phase.delivering,
        desired: Phase.drainRequested,
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
    to state: inout RelayState,
    in scope: RelayScope? = nil,
    isUse: Bool
  ) -> Bool {
    if state.isEnding || scope?.hasEnded ?? false { return false }
    target.startServing()
    if state.count == state.capacity {
      let (old, size) = (state.slots, state.capacity)
      state.grow()
      if size > 0 { if requestDrain() { state.retired.append(old) } else { old.deallocate() } }
    }
    state.append(target)
    if isUse {
      target.isUse = true
      state.beginUse()
    }
    scope?.add(target)
    target.subscription?.target = .passUnretained(target)
    return true
  }

  /// Opens the fast path if no earlier value can still be in delivery.
  @inlinable
  final func openIfCaughtUp(_ target: RelayTarget) {
    if target.demand == .unlimited, !target.hasPending, target.isLive,
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
    from state: inout RelayState
  ) -> Unmanaged<RelayTarget>? {
    target._withUnsafeGuaranteedRef { found in
      if found.index < state.inFlight {
        if requestDrain() {
          state.detached.append(target)
          return nil
        }
        state.inFlight = 0
      }
      state.clear(found)
      if state.isSparse, !requestDrain() {
        state.inFlight = 0
        state.compact()
      }
      return target
    }
  }

  /// Returns true if a target has not left the list.
  package final func contains(_ target: RelayTarget) -> Bool {
    withState { _ in !target.isDetached }
  }

  /// The number of current subscribers, also those of scopes.
  package final var subscriberCount: Int { withState { $0.liveCount } }
}

// MARK: Cancelling

extension RelayCore {
  final func cancel(_ subscription: RelaySubscription) {
    var survivor: RelayTarget?
    var usage: RelayUsage?
    let dead: Unmanaged<RelayTarget>? = withState { state in
      guard let target = subscription.target else { return nil }
      usage = state.usage
      return endAndDetach(target, &state, keeping: &survivor)
    }
    dead?.release()
    usage?.publish()
  }

  /// Cancels a target of closures, and releases them unless a thread may be executing them.
  ///
  /// The caller retains the target.
  @usableFromInline
  final func cancel(_ target: RelayTarget) {
    var survivor: RelayTarget?
    var canDrop = false
    var usage: RelayUsage?
    let dead: Unmanaged<RelayTarget>? = withState { state in
      guard !target.isDetached else { return nil }
      usage = state.usage
      let dead = endAndDetach(.passUnretained(target), &state, keeping: &survivor)
      canDrop = (dead != nil || state.isClosed) && target.claimDrop()
      return dead
    }
    if canDrop { target.drop() }
    dead?.release()
    usage?.publish()
  }

  /// Ends a target; called under the lock.
  ///
  /// Returns the target if the caller can release it after it has released the lock.
  private final func endAndDetach(
    _ target: Unmanaged<RelayTarget>,
    _ state: inout RelayState,
    keeping survivor: inout RelayTarget?
  ) -> Unmanaged<RelayTarget>? {
    target._withUnsafeGuaranteedRef { end($0, &state, keeping: &survivor) }
    return state.isClosed ? nil : detach(target, from: &state)
  }

  /// Marks a target as ended.
  ///
  /// Moves the reference that kept it alive to `survivor`, to be released outside the lock.
  final func end(
    _ target: RelayTarget,
    _ state: inout RelayState,
    keeping survivor: inout RelayTarget?
  ) {
    state.endUse(of: target)
    target.scope?._withUnsafeGuaranteedRef { $0.remove(target) }
    target.subscription?.target = nil
    target.isDetached = true
    target.hasEnded = true
    target.isFinishing = false
    if target.isHandedOff {
      target.isActive = false
      target.isHandedOff = false
      withdraw(target)
    }
    swap(&survivor, &target.survivor)
    target.shut()
  }
}

// MARK: Completion

extension RelayCore {
  /// Delivers the completion to all targets in the list, and empties the list.
  @usableFromInline
  final func deliverFinish(_ pass: DeliveryPass) {
    for index in 0..<pass.count {
      guard let target = pass.slots[index]?.takeUnretainedValue() else { continue }
      if withState({ _ in mayFinish(target) }) { target.finish() }
    }
    var usage: RelayUsage?
    lock.acquire()
    let all = state.close()
    if state.usage != nil { usage = state.usage }
    let done = all.filter { $0._withUnsafeGuaranteedRef { disconnect($0) } }
    lock.release()
    for target in done { target._withUnsafeGuaranteedRef { $0.drop() } }
    for target in all { target.release() }
    usage?.finish()
  }

  /// Returns true if a target can finish now.
  ///
  /// It cannot if it has ended. If a thread is inside the subscriber or retained values are
  /// pending, also those of a scope that has ended, the target finishes later.
  private final func mayFinish(_ target: RelayTarget) -> Bool {
    guard !target.hasEnded else { return false }
    target.shut()
    guard !target.isActive, !target.hasPending, !target.isFinishing else {
      target.isFinishing = true
      target.survivor = target
      return false
    }
    target.hasEnded = true
    return true
  }

  /// Makes a target of the closed list unreachable unless it survives; called under the lock.
  ///
  /// Returns true if no other thread is or will be inside the target, so that the caller drops it.
  private final func disconnect(_ target: RelayTarget) -> Bool {
    if target.survivor == nil {
      target.isDetached = true
      target.subscription?.target = nil
    }
    return target.claimDrop()
  }
}
