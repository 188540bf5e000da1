public import CombineShim

extension Publisher where Failure == Never, Output: Sendable {
  /// Calls `receiveValue` on the main actor with every value, in order, until it is cancelled.
  ///
  /// Values may come from any thread. None is lost, and no two calls overlap. The current value of
  /// a relay comes first:
  ///
  /// ```swift
  /// subscription = loader.states.sinkOnMainActor { [weak self] state in self?.draw(state) }
  /// ```
  ///
  /// A value that comes on the main actor while none waits is delivered at once, before the call
  /// that brought it returns. So the first state is there when the view is made, and what a tap
  /// changes shows at once. Every other value waits for one hop to the main actor, which delivers
  /// all that wait; what `receiveValue` brings about itself is behind them.
  ///
  /// ```
  /// background   --a-----
  /// main actor   -----b--
  /// called       --a--b--      (a: after a hop; b: within the call that brought it)
  /// ```
  ///
  /// After a cancel on the main actor there is no call, not even for a value that waits. After one
  /// on another thread, a call that is just being made may still come.
  ///
  /// The subscription retains the last value until the next one was delivered, or until it ends: so a
  /// property that `receiveValue` assigns has changed when the old value is released.
  ///
  /// This may be called on any thread. See <doc:HoldingALoaderInAView> for the rules (V1 to V4).
  ///
  /// - Parameter receiveValue: Is called on the main actor, where no lock is held.
  /// - Returns: The subscription, which ends when this is dropped.
  public func sinkOnMainActor(
    receiveValue: @escaping @MainActor (Output) -> Void
  ) -> AnyCancellable {
    let delivery = MainActorDelivery(receiveValue)
    let subscription = follow { _ in
      delivery.finish()
    } receiveValue: {
      delivery.put($0)
    }
    // NB: This closure is released under exclusive access to the `AnyCancellable`; it then owns
    // nothing of the caller's any more.
    return AnyCancellable {
      delivery.close()
      subscription.cancel()
    }
  }
}
