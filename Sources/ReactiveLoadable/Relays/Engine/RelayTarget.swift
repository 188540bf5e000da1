public import OpenCombineShim
public import Synchronization

/// One subscriber in a relay's list.
///
/// It lives as long as its subscription, so that what it calls can be a `let`: calling through a
/// `let` needs no retain, through a `var` it does.
@usableFromInline
class RelayTarget {
  @usableFromInline final let subscription: RelaySubscription
  /// 0 is open: live, unlimited, served by nobody else, and all before the next value was seen.
  @usableFromInline final let gate = Atomic<UInt8>(1)

  @inlinable
  init(_ subscription: RelaySubscription) { self.subscription = subscription }

  @usableFromInline
  func finish() {}

  @inlinable final var isOpen: Bool { gate.load(ordering: .relaxed) == 0 }

  @inlinable
  final func open() { gate.store(0, ordering: .relaxed) }

  @inlinable
  final func shut() { gate.store(1, ordering: .relaxed) }
}

@usableFromInline
class ValueTarget<Value>: RelayTarget {
  // SAFETY: unchecked because it is guarded by the core's lock.
  /// Values that came while a thread was inside the subscriber.
  @exclusivity(unchecked) @usableFromInline final var backlog = FIFO<Value>()

  @inlinable
  override init(_ subscription: RelaySubscription) { super.init(subscription) }

  @inlinable
  func receive(_ value: Value) -> Subscribers.Demand { .none }
}

@usableFromInline
final class ClosureTarget<Value>: ValueTarget<Value> {
  @usableFromInline let receiveValue: (Value) -> Void
  @usableFromInline let receiveFinish: (() -> Void)?

  @inlinable
  init(
    _ subscription: RelaySubscription,
    _ receiveValue: @escaping (Value) -> Void,
    _ receiveFinish: (() -> Void)?
  ) {
    self.receiveValue = receiveValue
    self.receiveFinish = receiveFinish
    super.init(subscription)
  }

  @inlinable
  override func receive(_ value: Value) -> Subscribers.Demand {
    receiveValue(value)
    return .none
  }

  @inlinable
  override func finish() { receiveFinish?() }
}

@usableFromInline
final class SubscriberTarget<S: Subscriber>: ValueTarget<S.Input> where S.Failure == Never {
  @usableFromInline let subscriber: S

  @inlinable
  init(_ subscription: RelaySubscription, _ subscriber: S) {
    self.subscriber = subscriber
    super.init(subscription)
  }

  @inlinable
  override func receive(_ value: S.Input) -> Subscribers.Demand { subscriber.receive(value) }

  @inlinable
  override func finish() { subscriber.receive(completion: .finished) }
}
