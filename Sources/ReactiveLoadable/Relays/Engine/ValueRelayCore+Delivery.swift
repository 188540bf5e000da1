public import OpenCombineShim
public import Synchronization

// MARK: one round

extension ValueRelayCore {
  @inlinable @inline(__always)
  func deliver(_ value: Value, in round: Round?) {
    if watch.thread.load(ordering: .relaxed) != 0 { watch.note(origin) }
    guard let round else { return }
    walk(round, with: value)
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

  /// The slow path for one subscriber.
  ///
  /// True: the caller delivers. False: done, or not to be done.
  @inlinable @inline(never)
  func admit(_ target: ValueTarget<Value>, _ value: Value, _ version: UInt) -> Bool {
    var isCounted = false
    let isPlain = roster.withLock { _ in
      guard isDue(target, version) else { return false }
      target.seen = version
      if target.isActive {
        target.backlog.append(value)
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
    return isPlain
  }

  /// Under the lock: true if this subscriber has demand for a value that it has not seen.
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

/// What is left to do when a subscriber has been served.
@usableFromInline
enum Afterwards {
  case nothing, drain, finish
}

extension ValueRelayCore {
  /// Gives an active subscriber whatever came while it was called, then lets go of it.
  ///
  /// Outside a delivery it gives up after some turns, so that a busy relay cannot hold the thread of
  /// a new subscriber for ever: the deliverer goes on, or this thread becomes the deliverer.
  @inlinable @inline(never)
  func pump(
    _ target: ValueTarget<Value>,
    _ returned: Subscribers.Demand,
    turns limit: Int = 64
  ) {
    var returned = returned
    var turns = 0
    while true {
      var rest = Afterwards.nothing
      var survivor: RelayTarget?
      let next = roster.withLock { roster in
        target.demand += returned
        if turns == limit {
          rest = handOver(target)
          return Value?.none
        }
        if let value = take(for: target, &roster) { return value }
        rest = letGo(of: target, keeping: &survivor)
        return nil
      }
      guard let next else { return conclude(target, rest) }
      turns += 1
      returned = target.receive(next)
    }
  }

  @inlinable @inline(never)
  func conclude(_ target: ValueTarget<Value>, _ rest: Afterwards) {
    switch rest {
    case .nothing: break
    case .drain: drain()
    case .finish:
      target.finish()
      target.drop()
    }
  }

  /// Under the lock: leaves a target to the deliverer.
  ///
  /// If there is none, this thread becomes it.
  @inlinable
  func handOver(_ target: ValueTarget<Value>) -> Afterwards {
    handedOver.append(target)
    if detain() { return .nothing }
    phase.store(Phase.awaited, ordering: .relaxed)
    return .drain
  }

  /// Under the lock: nobody is inside this subscriber any more.
  @usableFromInline
  func letGo(
    of target: ValueTarget<Value>,
    keeping survivor: inout RelayTarget?
  ) -> Afterwards {
    target.isActive = false
    openIfCaughtUp(target)
    guard target.isFinishing, !target.isOwed, !target.isOver else { return .nothing }
    end(target, keeping: &survivor)
    return .finish
  }

  /// Under the lock: the next value for a target that nobody else serves, spending its demand.
  @inlinable
  func take(for target: ValueTarget<Value>, _ roster: inout Roster) -> Value? {
    if target.isOver || target.demand == .none { return nil }
    if !target.backlog.isEmpty {
      target.spend()
      return target.backlog.popFirst()
    }
    return target.isOwed ? takeOwed(for: target, &roster) : nil
  }

  /// Under the lock: what the relay remembers for this target, as far as its demand reaches.
  @inlinable @inline(never)
  func takeOwed(for target: ValueTarget<Value>, _ roster: inout Roster) -> Value {
    let oldest = roster.version - roster.kept
    let from = max(target.seen, oldest)
    let owed = roster.version - from
    target.miss(from - target.seen)
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
    for offset in 1..<count { target.backlog.append(remembered(from + offset - oldest)) }
    return remembered(from - oldest)
  }
}

// MARK: coming back to the lock

extension ValueRelayCore {
  /// Delivers whatever waits, until nothing does.
  @usableFromInline
  func drain() {
    while true {
      var entry: QueueEntry<Value>?
      var target: ValueTarget<Value>?
      let round = next(&entry, &target)
      if let target {
        pump(target, .none, turns: .max)
      } else if let round, let value = entry?.value {
        walk(round, with: value)
      } else if let round {
        deliverFinish(round)
      } else {
        return
      }
    }
  }

  /// What the deliverer does next: a handed over target, or a round with an entry, or nothing.
  private func next(
    _ entry: inout QueueEntry<Value>?,
    _ target: inout ValueTarget<Value>?
  ) -> Round? {
    var dead = ContiguousArray<Unmanaged<RelayTarget>>()
    var isEndless = false
    let round: Round? = roster.withLock { roster in
      dead = roster.tidy()
      target = handedOver.popFirst()
      if target != nil {
        roster.chain.owner = ThreadIdentity.current
        return nil
      }
      entry = queue.popFirst()
      guard let entry else {
        roster.chain.end(watch: watch)
        phase.store(Phase.idle, ordering: .releasing)
        return nil
      }
      isEndless = roster.chain.advance(isReentrant: entry.isReentrant, watch: watch)
      roster.inFlight = roster.count
      return Round(roster, version: entry.version)
    }
    for target in dead { target.release() }
    if isEndless { watch.report(ThreadIdentity.current, from: origin) }
    return round
  }
}
