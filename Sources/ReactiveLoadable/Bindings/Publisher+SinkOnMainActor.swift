public import CombineShim

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
  public func sinkOnMainActor(
    receiveValue: @escaping @MainActor (Output) -> Void
  ) -> AnyCancellable {
    let delivery = MainActorDelivery(receiveValue)
    let subscription = unlockedSink { _ in
      delivery.finish()
    } receiveValue: {
      delivery.enqueue($0)
    }
    // NB: This closure is released under exclusive access to the `AnyCancellable`; by then it owns no
    // object of the caller.
    return AnyCancellable {
      delivery.close()
      subscription.cancel()
    }
  }
}
