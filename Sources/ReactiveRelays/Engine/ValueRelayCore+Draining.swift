public import Synchronization

// MARK: Returning to the lock

extension ValueRelayCore {
  /// Delivers all queued work.
  ///
  /// A thread that does not accept passes a limit, a number of values; the remaining work is
  /// parked.
  @usableFromInline
  func drain(atMost limit: Int = .max) {
    var remaining = limit
    while true {
      switch next(remaining) {
      case .pass(let pass, let value):
        walk(pass, with: value)
        remaining -= 1
      case .finish(let pass): deliverFinish(pass)
      case .handedOff(let target): remaining = pumpHandedOff(target, atMost: remaining)
      case .parked: return delegate()
      case .nothing: return
      }
    }
  }

  private enum QueuedWork {
    case pass(DeliveryPass, Value)
    case finish(DeliveryPass)
    case handedOff(ValueTarget<Value>)
    case parked
    case nothing
  }

  private func next(_ remaining: Int) -> QueuedWork {
    var dead = ContiguousArray<Unmanaged<RelayTarget>>()
    var droppable = ContiguousArray<Unmanaged<RelayTarget>>()
    var isEndless = false
    let next: QueuedWork = withState { state in
      dead = state.removeDetached()
      if !dead.isEmpty {
        droppable = dead.filter { $0._withUnsafeGuaranteedRef { $0.claimDrop() } }
      }
      return take(remaining, &isEndless, &state)
    }
    for target in droppable { target._withUnsafeGuaranteedRef { $0.drop() } }
    for target in dead { target.release() }
    if isEndless { chainRecorder.report(ThreadIdentity.current, from: self) }
    return next
  }

  /// Takes the next work; called under the lock.
  private func take(
    _ remaining: Int,
    _ isEndless: inout Bool,
    _ state: inout RelayState
  ) -> QueuedWork {
    if handedOff.isEmpty, queue.isEmpty {
      state.chain.end()
      phase.store(Phase.idle, ordering: .releasing)
      return .nothing
    }
    if remaining <= 0 {
      park(&state)
      return .parked
    }
    if let target = handedOff.popFirst() {
      target.isHandedOff = false
      state.chain.startOutsideQueue()
      return .handedOff(target)
    }
    guard let entry = queue.popFirst() else { return .nothing }
    isEndless = state.chain.follow(entry.cause)
    state.inFlight = state.count
    let pass = DeliveryPass(state, version: entry.version)
    return entry.value.map { .pass(pass, $0) } ?? .finish(pass)
  }
}

// MARK: Handing off

extension ValueRelayCore {
  /// Delivers the backlog of a target that another thread has handed off, up to a number of values.
  ///
  /// Returns the number of values that the caller may still deliver.
  private func pumpHandedOff(_ target: ValueTarget<Value>, atMost limit: Int) -> Int {
    var remaining = limit
    var returned = Subscribers.Demand.none
    while true {
      var rest = RemainingWork.nothing
      var survivor: RelayTarget?
      let next: Value? = withState { state in
        target.demand += returned
        if remaining == 0, hasNext(target) {
          handedOff.prepend(target)
          target.isHandedOff = true
          return nil
        }
        if let value = take(for: target, &state) { return value }
        rest = stopServing(target, &state, keeping: &survivor)
        return nil
      }
      guard let next else {
        conclude(target, rest)
        return remaining
      }
      returned = target.receive(next)
      remaining -= 1
    }
  }

  /// Leaves queued work to the next thread that accepts; called under the lock.
  func park(_ state: inout RelayState) {
    state.inFlight = 0
    state.chain.park()
    phase.store(Phase.parked, ordering: .releasing)
  }

  /// Starts a task that delivers parked work if no thread accepts before it runs.
  @usableFromInline
  func delegate() { Task { takeOver(atMost: 64) } }

  /// Delivers parked work, on a thread that has queued a value.
  @inlinable
  func deliverParked() {
    if phase.load(ordering: .relaxed) == Phase.parked { takeOver(atMost: .max) }
  }
}
