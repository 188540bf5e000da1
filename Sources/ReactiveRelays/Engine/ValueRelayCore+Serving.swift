public import CombineShim

extension ValueRelayCore {
  /// Delivers a value to one subscriber on the slow path.
  ///
  /// Returns true if the caller must deliver, false if the value is delivered, queued or skipped.
  @inlinable @inline(never)
  func admit(_ target: ValueTarget<Value>, _ value: Value, _ version: UInt) -> Bool {
    var isCounted = false
    var isEndless = false
    let isPlain = withState { _ in
      guard isDue(target, version) else {
        if target.isActive, target.hasPending {
          target.pendingCounter = target.recordDeferred(&isEndless)
        }
        return false
      }
      target.seen = version
      if target.isActive {
        target.backlog.append(BacklogEntry(value, target.recordDeferred(&isEndless)))
        return false
      }
      if target.demand == .unlimited {
        target.open()
        return true
      }
      target.spend()
      target.isActive = true
      isCounted = true
      return false
    }
    if isCounted { pump(target, target.receive(value)) }
    if isEndless { chainRecorder.report(ThreadIdentity.current, from: self) }
    return isPlain
  }

  /// Returns true if this subscriber has demand for a value that it has not seen.
  ///
  /// Called under the lock.
  @inlinable
  func isDue(_ target: ValueTarget<Value>, _ version: UInt) -> Bool {
    guard target.isLive, version > target.seen, !target.hasPending else {
      return false
    }
    if target.demand > target.backlog.count { return true }
    if depth > 0 {
      target.hasPending = true
    } else {
      target.miss(1)
      target.seen = version
    }
    return false
  }
}

/// The remaining work after a subscriber was served.
@usableFromInline
enum RemainingWork {
  case nothing
  /// The subscriber must receive the completion.
  case finish
  /// The subscription was cancelled while this thread was inside the subscriber.
  case drop
  /// Work is parked; a task delivers it unless an accept does so first.
  case delegate
}

extension ValueRelayCore {
  /// Delivers values to an active subscriber that were accepted during its calls.
  ///
  /// A thread that subscribes or requests delivers a bounded number of values. After 64 calls
  /// during which other threads accepted, it leaves the remaining values to the delivering thread
  /// (<doc:RelayContract#R3-Serial-delivery>). Values that this thread accepts inside the subscriber do not count.
  @inlinable @inline(never)
  func pump(_ target: ValueTarget<Value>, _ returned: Subscribers.Demand) {
    var returned = returned
    var concurrentAccepts = 0
    while true {
      var rest = RemainingWork.nothing
      var survivor: RelayTarget?
      let next = withState { state in
        target.demand += returned
        if target.hasConcurrentAccept {
          target.hasConcurrentAccept = false
          concurrentAccepts += 1
        }
        if concurrentAccepts >= 64, hasNext(target) {
          rest = handOff(target, &state)
          return Value?.none
        }
        if let value = take(for: target, &state) { return value }
        rest = stopServing(target, &state, keeping: &survivor)
        return nil
      }
      guard let next else { return conclude(target, rest) }
      returned = target.receive(next)
    }
  }

  @inlinable @inline(never)
  func conclude(_ target: ValueTarget<Value>, _ rest: RemainingWork) {
    switch rest {
    case .nothing: break
    case .finish:
      target.finish()
      target.drop()
    case .drop: target.drop()
    case .delegate: delegate()
    }
  }

  /// Hands a target off to the delivering thread, or to the next one; called under the lock.
  @usableFromInline
  func handOff(_ target: ValueTarget<Value>, _ state: inout RelayState) -> RemainingWork {
    handedOff.append(target)
    target.isHandedOff = true
    if requestDrain() { return .nothing }
    park(&state)
    return .delegate
  }

  /// Marks a subscriber as not served by a thread, and returns the remaining work.
  ///
  /// Called under the lock.
  @usableFromInline
  func stopServing(
    _ target: ValueTarget<Value>,
    _ state: inout RelayState,
    keeping survivor: inout RelayTarget?
  ) -> RemainingWork {
    target.isActive = false
    if target.hasEnded { return target.claimDrop() ? .drop : .nothing }
    openIfCaughtUp(target)
    guard target.isFinishing, !target.hasPending, target.backlog.isEmpty else { return .nothing }
    end(target, &state, keeping: &survivor)
    target.isDropped = true
    // The list of a finished relay is emptied as a whole; a scope leaves it one by one.
    if !state.isEnding, let dead = detach(.passUnretained(target), from: &state) {
      survivor = dead.takeRetainedValue()
    }
    return .finish
  }

  /// Returns true if `take` has a value; called under the lock.
  @inlinable
  func hasNext(_ target: ValueTarget<Value>) -> Bool {
    if target.hasEnded || target.demand == .none { return false }
    return target.hasPending || !target.backlog.isEmpty
  }

  /// Returns the next value for a target without another server, and spends its demand.
  ///
  /// Called under the lock.
  @inlinable
  func take(for target: ValueTarget<Value>, _ state: inout RelayState) -> Value? {
    if target.hasEnded || target.demand == .none { return nil }
    if let next = target.backlog.popFirst() {
      target.spend()
      target.counter = next.counter
      return next.value
    }
    return target.hasPending ? takePending(for: target, &state) : nil
  }

  /// Returns the first retained value for a target, and queues more up to its demand.
  ///
  /// Called under the lock.
  @inlinable @inline(never)
  func takePending(for target: ValueTarget<Value>, _ state: inout RelayState) -> Value {
    let oldest = state.version - state.retainedCount
    let from = max(target.seen, oldest)
    let pending = state.version - from
    target.miss(from - target.seen)
    target.counter = target.pendingCounter
    target.pendingCounter = nil
    if pending == 1 {
      target.seen = state.version
      target.hasPending = false
      target.spend()
      // SAFETY: as for `retainedValue`, whose look-up of types costs a subscription 500 instructions.
      return latest.unsafelyUnwrapped
    }
    let count = min(target.demand.max.map(UInt.init) ?? pending, pending)
    target.seen = from + count
    target.hasPending = count < pending
    target.spend()
    for offset in 1..<count {
      target.backlog.append(BacklogEntry(retainedValue(from + offset - oldest), target.counter))
    }
    return retainedValue(from - oldest)
  }
}
