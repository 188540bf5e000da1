public import CombineShim
public import ReactiveRelays

extension Publisher where Failure == Never, Output: Sendable {
  /// Calls a closure on the main actor with every value, in order, until the subscription ends.
  ///
  /// Values may be published on any thread. None is lost, and no two calls overlap. The current
  /// value of a relay is delivered first:
  ///
  /// ```swift
  /// subscription = loader.states.sinkOnMainActor { [weak self] state in self?.draw(state) }
  /// ```
  ///
  /// A value that is published on the main actor while no value waits is delivered before the call
  /// that publishes it returns. So the first state is available when the view is created, and the
  /// change after a tap is visible immediately. Every other value waits for one hop to the main
  /// actor, which delivers all waiting values. Values that `receiveValue` itself publishes are
  /// delivered after them.
  ///
  /// ```
  /// background   --a-----
  /// main actor   -----b--
  /// called       --a--b--      (a: after a hop; b: within the call that publishes it)
  /// ```
  ///
  /// After a cancel on the main actor, the closure is not called again, not even for waiting
  /// values. After a cancel on another thread, a call that has already started may still run.
  ///
  /// The subscription retains the last value until the next one has been delivered, or until the
  /// subscription ends. So a property that `receiveValue` assigns already has its new value when
  /// the old value is released.
  ///
  /// The method may be called on any thread. See
  /// <doc:HoldingALoaderInAView#V2-Synchronous-or-one-hop-later>.
  ///
  /// - Parameter receiveValue: A closure that is called on the main actor, outside every lock.
  /// - Returns: The subscription, which ends when it is cancelled or dropped.
  @inlinable
  public func sinkOnMainActor(
    receiveValue: @escaping @MainActor (Output) -> Void
  ) -> AnyCancellable {
    let receiver = RetainingReceiver(receiveValue)
    return deliverOnMainActor { receiver.receive($0) }
  }

  /// Subscribes as ``sinkOnMainActor(receiveValue:)`` does, but retains no value.
  ///
  /// The closure is called on the main actor. It must itself retain a value that it replaces, until
  /// the replacement is visible.
  @usableFromInline
  package func deliverOnMainActor(
    _ receive: @escaping @Sendable (Output) -> Void
  ) -> AnyCancellable {
    // Generic code finds this method for each publisher. The relay of a cached key costs 20,000
    // instructions less as a relay.
    if let relay = self as? ReadOnlyRelay<Output> { return relay.deliverOnMainActor(receive) }
    let delivery = MainActorDelivery()
    let subscription = unlockedSink(receiveValue: delivery.receiver(receive))
    return AnyCancellable {
      delivery.close()
      subscription.cancel()
    }
  }
}

// It shadows the method above, whose subscriber takes a lock for every value, like `sink`.
extension RelayPublisher where Output: Sendable {
  /// Calls a closure on the main actor with every value, in order, until the subscription ends.
  ///
  /// See the method of a publisher, which behaves the same:
  /// <doc:HoldingALoaderInAView#V2-Synchronous-or-one-hop-later>.
  ///
  /// - Parameter receiveValue: A closure that is called on the main actor, outside every lock.
  /// - Returns: The subscription, which ends when it is cancelled or dropped.
  @inlinable
  public func sinkOnMainActor(
    receiveValue: @escaping @MainActor (Output) -> Void
  ) -> AnyCancellable {
    let receiver = RetainingReceiver(receiveValue)
    return deliverOnMainActor { receiver.receive($0) }
  }

  @inlinable
  package func deliverOnMainActor(
    _ receive: @escaping @Sendable (Output) -> Void
  ) -> AnyCancellable {
    let delivery = MainActorDelivery()
    return source.subscribe(delivery.receiver(receive), beforeCancel: delivery.close)
  }
}

/// A closure on the main actor, and the last value that it has received.
///
/// The closure usually assigns the next value to a property. Without this reference the assignment
/// would release the last value, whose `deinit` may read that same property.
// SAFETY: the closure is called, and the value is changed, on the main actor only.
@usableFromInline
final class RetainingReceiver<Value>: @unchecked Sendable {
  @usableFromInline let receiveValue: @Sendable (Value) -> Void
  @exclusivity(unchecked) @usableFromInline var last: Value?

  @inlinable
  init(_ receiveValue: @escaping @MainActor (Value) -> Void) {
    self.receiveValue = MainActor.unchecked(receiveValue)
  }

  @inlinable
  func receive(_ value: Value) {
    let before = last
    last = value
    receiveValue(value)
    withExtendedLifetime(before) {}
  }
}
