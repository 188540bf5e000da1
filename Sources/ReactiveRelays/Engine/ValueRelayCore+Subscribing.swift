public import CombineShim

extension ValueRelayCore {
  /// Subscribes two closures with unlimited demand.
  @inlinable
  func subscribe(
    _ receiveValue: consuming @escaping (Value) -> Void,
    finish: consuming (() -> Void)? = nil,
    in scope: RelayScope? = nil,
    isUse: Bool = true
  ) -> AnyCancellable {
    AnyCancellable(subscribeClosures(receiveValue, finish: finish, in: scope, isUse: isUse).cancel)
  }

  /// Subscribes two closures; any thread may cancel the result.
  @inlinable
  func subscribeClosures(
    _ receiveValue: consuming @escaping (Value) -> Void,
    finish: consuming (() -> Void)? = nil,
    in scope: RelayScope? = nil,
    isUse: Bool = true
  ) -> ClosureTarget<Value> {
    let target = ClosureTarget(self, ReceiveClosures(receiveValue, finish))
    var first: Value?
    var usage: RelayUsage?
    let isAttached = withState { state in
      guard attach(target, to: &state, in: scope, isUse: isUse) else { return false }
      usage = state.usage
      first = take(for: target, &state)
      if first == nil { markIdle(target) }
      return true
    }
    guard isAttached else {
      ended(scope).replay(to: target)
      return target
    }
    if Creations.areObserved { Creations.note(target, of: self) }
    if let first {
      _ = target.receive(first)
      let isIdle = withState { _ in markIdleIfCaughtUp(target) }
      if !isIdle { pump(target, .none) }
    }
    usage?.publish()
    return target
  }

  @inlinable
  func subscribe<S: Subscriber>(
    _ subscriber: S,
    in scope: RelayScope? = nil,
    isUse: Bool = true
  ) where S.Input == Value, S.Failure == Never {
    let subscription = RelaySubscription(self)
    let target = SubscriberTarget(subscription, subscriber)
    var usage: RelayUsage?
    let isAttached = withState { state in
      guard attach(target, to: &state, in: scope, isUse: isUse) else { return false }
      usage = state.usage
      return true
    }
    guard isAttached else {
      return ended(scope).retainedValues.publisher.receive(subscriber: subscriber)
    }
    if Creations.areObserved { Creations.note(target, of: self) }
    // The target stays active during this call, so that no value is delivered before it ends.
    subscriber.receive(subscription: subscription)
    pump(target, .none)
    usage?.publish()
  }

  /// Adds demand, and delivers what it admits on this thread.
  @inlinable
  func serve(_ demand: Subscribers.Demand, _ subscription: RelaySubscription) {
    var target: ValueTarget<Value>?
    let first: Value? = withState { state in
      guard let slot = subscription.target else { return nil }
      let found = unsafeDowncast(slot.takeUnretainedValue(), to: ValueTarget<Value>.self)
      // An open target has unlimited demand.
      if found.isOpen { return nil }
      found.demand += demand
      if found.isActive { return nil }
      target = found
      let first = take(for: found, &state)
      found.isActive = first != nil
      if first == nil { openIfCaughtUp(found) }
      found.startServing()
      return first
    }
    if let first, let target { pump(target, target.receive(first)) }
  }

  /// Marks a new target without a first value as inactive; called under the lock.
  @inlinable
  func markIdle(_ target: RelayTarget) {
    target.isActive = false
    openIfCaughtUp(target)
  }

  /// Settles a target unless a value or the completion arrived during its first value.
  ///
  /// Called under the lock.
  @inlinable
  func markIdleIfCaughtUp(_ target: ValueTarget<Value>) -> Bool {
    guard target.backlog.isEmpty, !target.hasPending, !target.isFinishing else { return false }
    markIdle(target)
    return true
  }

  /// The finished core whose values a late subscriber receives: that of the scope, or this one.
  @usableFromInline
  func ended(_ scope: RelayScope?) -> ValueRelayCore {
    let last = scope.flatMap { scope in withState { _ in scope.last } }
    return last.map { unsafeDowncast($0, to: ValueRelayCore.self) } ?? self
  }

  /// The values that the relay retains, oldest first.
  @usableFromInline var retainedValues: [Value] {
    withState { state in (0..<state.retainedCount).map { retainedValue($0) } }
  }

  /// Delivers retained values and the completion to a subscriber of a finished relay (<doc:RelayContract#R9-Completion>).
  @usableFromInline
  func replay(to target: ValueTarget<Value>) {
    for value in retainedValues { _ = target.receive(value) }
    target.finish()
    target.drop()
  }
}
