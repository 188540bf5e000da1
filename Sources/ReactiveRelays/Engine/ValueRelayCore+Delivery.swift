public import CombineShim
public import Synchronization

// MARK: one round

extension ValueRelayCore {
  @inlinable @inline(__always)
  func deliver(_ value: Value, in round: Round?) {
    if watch.thread.load(ordering: .relaxed) != 0 { watch.note(origin) }
    guard let round else { return deliverParked() }
    walk(round, with: value)
    leaveOrDrain()
  }

  /// Stops to be the delivering thread, or first delivers the work that others have left to it.
  @inlinable @inline(__always)
  func leaveOrDrain() {
    let left = phase.compareExchange(
      expected: Phase.delivering,
      desired: Phase.idle,
      ordering: .releasing
    ).exchanged
    if !left { drain() }
  }

  @inlinable @inline(__always)
  func walk(_ round: Round, with value: Value) {
    for index in 0..<round.count {
      // SAFETY: not retained, because slots and targets outlive the delivery that walks them.
      round.slots[index]?._withUnsafeGuaranteedRef { target in
        let target = unsafeDowncast(target, to: ValueTarget<Value>.self)
        if target.isOpen || admit(target, value, round.version) { _ = target.receive(value) }
      }
    }
  }

  /// Delivers a value to one subscriber on the slow path.
  ///
  /// Returns true if the caller must deliver, false if the value is delivered, queued or skipped.
  @inlinable @inline(never)
  func admit(_ target: ValueTarget<Value>, _ value: Value, _ version: UInt) -> Bool {
    var isCounted = false
    var isEndless = false
    let isPlain = withRoster { _ in
      guard isDue(target, version) else {
        if target.isActive, target.isOwed { target.owedTally = target.noteLater(&isEndless) }
        return false
      }
      target.seen = version
      if target.isActive {
        target.backlog.append(BacklogEntry(value, target.noteLater(&isEndless)))
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
    if isEndless { watch.report(ThreadIdentity.current, from: origin) }
    return isPlain
  }

  /// Returns true if this subscriber has demand for a value that it has not seen.
  ///
  /// Called under the lock.
  @inlinable
  func isDue(_ target: ValueTarget<Value>, _ version: UInt) -> Bool {
    guard target.isLive, version > target.seen, !target.isOwed else {
      return false
    }
    if target.demand > target.backlog.count { return true }
    if depth > 0 {
      target.isOwed = true
    } else {
      target.miss(1)
      target.seen = version
    }
    return false
  }
}

// MARK: serving one subscriber

/// The remaining work after a subscriber was served.
@usableFromInline
enum Afterwards {
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
    var outrun = 0
    while true {
      var rest = Afterwards.nothing
      var survivor: RelayTarget?
      let next = withRoster { roster in
        target.demand += returned
        if target.isOutrun {
          target.isOutrun = false
          outrun += 1
        }
        if outrun >= 64, hasNext(target) {
          rest = handOver(target, &roster)
          return Value?.none
        }
        if let value = take(for: target, &roster) { return value }
        rest = leave(target, &roster, keeping: &survivor)
        return nil
      }
      guard let next else { return conclude(target, rest) }
      returned = target.receive(next)
    }
  }

  @inlinable @inline(never)
  func conclude(_ target: ValueTarget<Value>, _ rest: Afterwards) {
    switch rest {
    case .nothing: break
    case .finish:
      target.finish()
      target.drop()
    case .drop: target.drop()
    case .delegate: delegate()
    }
  }

  /// Leaves a target to the delivering thread, or to the next one.
  ///
  /// Called under the lock.
  @usableFromInline
  func handOver(_ target: ValueTarget<Value>, _ roster: inout Roster) -> Afterwards {
    handedOver.append(target)
    target.isHandedOver = true
    if detain() { return .nothing }
    park(&roster)
    return .delegate
  }

  /// Marks a subscriber as left by its thread, and returns the remaining work.
  ///
  /// Called under the lock.
  @usableFromInline
  func leave(
    _ target: ValueTarget<Value>,
    _ roster: inout Roster,
    keeping survivor: inout RelayTarget?
  ) -> Afterwards {
    target.isActive = false
    if target.isOver { return target.claimDrop() ? .drop : .nothing }
    openIfCaughtUp(target)
    guard target.isFinishing, !target.isOwed, target.backlog.isEmpty else { return .nothing }
    end(target, keeping: &survivor)
    target.isDropped = true
    // The list of a finished relay is emptied as a whole; a scope leaves it one by one.
    if !roster.isEnding, let dead = detach(.passUnretained(target), from: &roster) {
      survivor = dead.takeRetainedValue()
    }
    return .finish
  }

  /// Returns true if `take` has a value.
  ///
  /// Called under the lock.
  @inlinable
  func hasNext(_ target: ValueTarget<Value>) -> Bool {
    if target.isOver || target.demand == .none { return false }
    return target.isOwed || !target.backlog.isEmpty
  }

  /// Returns the next value for a target without another server, and spends its demand.
  ///
  /// Called under the lock.
  @inlinable
  func take(for target: ValueTarget<Value>, _ roster: inout Roster) -> Value? {
    if target.isOver || target.demand == .none { return nil }
    if let next = target.backlog.popFirst() {
      target.spend()
      target.tally = next.tally
      return next.value
    }
    return target.isOwed ? takeOwed(for: target, &roster) : nil
  }

  /// Returns the first retained value for a target, and queues more up to its demand.
  ///
  /// Called under the lock.
  @inlinable @inline(never)
  func takeOwed(for target: ValueTarget<Value>, _ roster: inout Roster) -> Value {
    let oldest = roster.version - roster.kept
    let from = max(target.seen, oldest)
    let owed = roster.version - from
    target.miss(from - target.seen)
    target.tally = target.owedTally
    target.owedTally = nil
    if owed == 1 {
      target.seen = roster.version
      target.isOwed = false
      target.spend()
      return remembered(from - oldest)
    }
    let count = min(target.demand.max.map(UInt.init) ?? owed, owed)
    target.seen = from + count
    target.isOwed = count < owed
    target.spend()
    for offset in 1..<count {
      target.backlog.append(BacklogEntry(remembered(from + offset - oldest), target.tally))
    }
    return remembered(from - oldest)
  }
}
