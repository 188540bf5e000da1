public import CombineShim

extension ValueRelayCore {
  /// Subscribes two closures with unlimited demand.
  @inlinable
  func subscribe(
    _ receiveValue: consuming @escaping (Value) -> Void,
    finish: consuming (() -> Void)? = nil,
    in scope: RelayScope? = nil
  ) -> AnyCancellable {
    AnyCancellable(join(receiveValue, finish: finish, in: scope).cancel)
  }

  /// Subscribes two closures; any thread may cancel the result.
  @inlinable
  func join(
    _ receiveValue: consuming @escaping (Value) -> Void,
    finish: consuming (() -> Void)? = nil,
    in scope: RelayScope? = nil
  ) -> ClosureTarget<Value> {
    let target = ClosureTarget(self, Closures(receiveValue, finish))
    var first: Value?
    var welcome: (() -> Void)?
    let isJoined = withRoster { roster in
      welcome = roster.welcome
      guard attach(target, to: &roster, in: scope) else { return false }
      first = take(for: target, &roster)
      if first == nil { settle(target) }
      return true
    }
    guard isJoined else {
      ended(scope).replay(to: target)
      return target
    }
    if let first {
      _ = target.receive(first)
      let isQuiet = withRoster { _ in settleIfQuiet(target) }
      if !isQuiet { pump(target, .none) }
    }
    welcome?()
    return target
  }

  @inlinable
  func subscribe<S: Subscriber>(
    _ subscriber: S,
    in scope: RelayScope? = nil
  ) where S.Input == Value, S.Failure == Never {
    let subscription = RelaySubscription(self)
    let target = SubscriberTarget(subscription, subscriber)
    var welcome: (() -> Void)?
    let isJoined = withRoster { roster in
      welcome = roster.welcome
      return attach(target, to: &roster, in: scope)
    }
    guard isJoined else { return ended(scope).memory.publisher.receive(subscriber: subscriber) }
    // The target stays active during this call, so that no value is delivered before it ends.
    subscriber.receive(subscription: subscription)
    pump(target, .none)
    welcome?()
  }

  /// Adds demand, and delivers what it admits on this thread.
  @inlinable
  func serve(_ demand: Subscribers.Demand, _ subscription: RelaySubscription) {
    var target: ValueTarget<Value>?
    let first: Value? = withRoster { roster in
      guard let slot = subscription.target else { return nil }
      let found = unsafeDowncast(slot.takeUnretainedValue(), to: ValueTarget<Value>.self)
      // An open target has unlimited demand.
      if found.isOpen { return nil }
      found.demand += demand
      if found.isActive { return nil }
      target = found
      let first = take(for: found, &roster)
      found.isActive = first != nil
      if first == nil { openIfCaughtUp(found) }
      found.beginServing()
      return first
    }
    if let first, let target { pump(target, target.receive(first)) }
  }

  /// Marks a new target without a first value as inactive.
  ///
  /// Called under the lock.
  @inlinable
  func settle(_ target: RelayTarget) {
    target.isActive = false
    openIfCaughtUp(target)
  }

  /// Settles a target unless a value or the completion arrived during its first value.
  ///
  /// Called under the lock.
  @inlinable
  func settleIfQuiet(_ target: ValueTarget<Value>) -> Bool {
    guard target.backlog.isEmpty, !target.isOwed, !target.isFinishing else { return false }
    settle(target)
    return true
  }

  /// The finished core whose values a late subscriber receives: that of the scope, or this one.
  @usableFromInline
  func ended(_ scope: RelayScope?) -> ValueRelayCore {
    let last = scope.flatMap { scope in withRoster { _ in scope.last } }
    return last.map { unsafeDowncast($0, to: ValueRelayCore.self) } ?? self
  }

  /// The values that the relay retains, oldest first.
  @usableFromInline var memory: [Value] {
    withRoster { roster in (0..<roster.kept).map { remembered($0) } }
  }

  /// Delivers retained values and the completion to a subscriber of a finished relay (<doc:RelayContract#R9-Completion>).
  @usableFromInline
  func replay(to target: ValueTarget<Value>) {
    for value in memory { _ = target.receive(value) }
    target.finish()
    target.drop()
  }
}
