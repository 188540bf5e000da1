public import Synchronization

// MARK: returning to the lock

extension ValueRelayCore {
  /// Delivers all queued work.
  ///
  /// A thread that does not accept passes a limit, a number of values; the remaining work is
  /// parked.
  @usableFromInline
  func drain(turns limit: Int = .max) {
    var turns = limit
    while true {
      switch next(turns) {
      case .round(let round, let value):
        walk(round, with: value)
        turns -= 1
      case .finish(let round): deliverFinish(round)
      case .handedOver(let target): turns = pumpHandedOver(target, turns: turns)
      case .parked: return delegate()
      case .nothing: return
      }
    }
  }

  private enum Next {
    case round(Round, Value)
    case finish(Round)
    case handedOver(ValueTarget<Value>)
    case parked
    case nothing
  }

  /// Returns the next work of the delivering thread.
  private func next(_ turns: Int) -> Next {
    var dead = ContiguousArray<Unmanaged<RelayTarget>>()
    var vacant = ContiguousArray<Unmanaged<RelayTarget>>()
    var isEndless = false
    let next: Next = withRoster { roster in
      dead = roster.tidy()
      if !dead.isEmpty { vacant = dead.filter { $0._withUnsafeGuaranteedRef { $0.claimDrop() } } }
      return take(turns, &isEndless, &roster)
    }
    for target in vacant { target._withUnsafeGuaranteedRef { $0.drop() } }
    for target in dead { target.release() }
    if isEndless { watch.report(ThreadIdentity.current, from: origin) }
    return next
  }

  /// Takes the next work.
  ///
  /// Called under the lock.
  private func take(_ turns: Int, _ isEndless: inout Bool, _ roster: inout Roster) -> Next {
    if handedOver.isEmpty, queue.isEmpty {
      roster.chain.end()
      phase.store(Phase.idle, ordering: .releasing)
      return .nothing
    }
    if turns <= 0 {
      park(&roster)
      return .parked
    }
    if let target = handedOver.popFirst() {
      target.isHandedOver = false
      roster.chain.advance()
      return .handedOver(target)
    }
    guard let entry = queue.popFirst() else { return .nothing }
    isEndless = roster.chain.advance(entry.link)
    roster.inFlight = roster.count
    let round = Round(roster, version: entry.version)
    return entry.value.map { .round(round, $0) } ?? .finish(round)
  }
}

// MARK: handing over

extension ValueRelayCore {
  /// Delivers the backlog of a subscriber that another thread has left, up to a number of values.
  ///
  /// Returns the number of values that the caller may still deliver.
  private func pumpHandedOver(_ target: ValueTarget<Value>, turns limit: Int) -> Int {
    var turns = limit
    var returned = Subscribers.Demand.none
    while true {
      var rest = Afterwards.nothing
      var survivor: RelayTarget?
      let next: Value? = withRoster { roster in
        target.demand += returned
        if turns == 0, hasNext(target) {
          handedOver.prepend(target)
          target.isHandedOver = true
          return nil
        }
        if let value = take(for: target, &roster) { return value }
        rest = leave(target, &roster, keeping: &survivor)
        return nil
      }
      guard let next else {
        conclude(target, rest)
        return turns
      }
      returned = target.receive(next)
      turns -= 1
    }
  }

  /// Leaves queued work to the next thread that accepts.
  ///
  /// Called under the lock.
  func park(_ roster: inout Roster) {
    roster.inFlight = 0
    roster.chain.park()
    phase.store(Phase.parked, ordering: .releasing)
  }

  /// Starts a task that delivers parked work if no thread accepts before it runs.
  @usableFromInline
  func delegate() { Task { takeOver(turns: 64) } }

  /// Delivers parked work, on a thread that has queued a value.
  @inlinable
  func deliverParked() {
    if phase.load(ordering: .relaxed) == Phase.parked { takeOver(turns: .max) }
  }
}
