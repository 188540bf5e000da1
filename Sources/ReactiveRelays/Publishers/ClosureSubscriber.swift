/// A subscriber with unlimited demand that calls closures until it is cancelled or completed.
///
/// It replaces OpenCombine's `sink`, which at the completion releases the upstream's subscription
/// under its lock. If that subscription owned the last reference to a loader, the loader would end
/// there and cancel the same sink.
///
/// The lock guards `state`; everything is called, cancelled and released outside it. Releasing the
/// subscriber does not cancel it.
package final class ClosureSubscriber<Input, Failure: Error>: Subscriber, Cancellable, Sendable {
  private struct State {
    /// The closures; `nil` after the end.
    var receiveValue: ((Input) -> Void)?
    var receiveCompletion: ((Subscribers.Completion<Failure>) -> Void)?
    var subscription: (any Subscription)?
  }

  private let state: Lock<State>

  fileprivate init(
    _ receiveValue: @escaping (Input) -> Void,
    _ receiveCompletion: @escaping (Subscribers.Completion<Failure>) -> Void
  ) {
    state = Lock(State(receiveValue: receiveValue, receiveCompletion: receiveCompletion))
  }

  package func receive(subscription: any Subscription) {
    let isWanted = state.withLock { state in
      guard state.receiveValue != nil, state.subscription == nil else { return false }
      state.subscription = subscription
      return true
    }
    if isWanted { subscription.request(.unlimited) } else { subscription.cancel() }
  }

  package func receive(_ value: Input) -> Subscribers.Demand {
    state.withLock { $0.receiveValue }?(value)
    return .none
  }

  package func receive(completion: Subscribers.Completion<Failure>) {
    let ended = end()
    ended.receiveCompletion?(completion)
    withExtendedLifetime(ended) {}
  }

  package func cancel() {
    let ended = end()
    ended.subscription?.cancel()
    withExtendedLifetime(ended) {}
  }

  /// Ends the subscriber, and returns the objects to release outside the lock, once.
  private func end() -> State {
    var ended = State()
    state.withLock { swap(&ended, &$0) }
    return ended
  }
}

extension Publisher {
  /// Subscribes closures with unlimited demand; library code uses this instead of `sink`.
  ///
  /// The caller must cancel the subscription.
  package func unlockedSink(
    receiveCompletion: @escaping (Subscribers.Completion<Failure>) -> Void = { _ in },
    receiveValue: @escaping (Output) -> Void
  ) -> ClosureSubscriber<Output, Failure> {
    let subscriber = ClosureSubscriber(receiveValue, receiveCompletion)
    subscribe(subscriber)
    return subscriber
  }
}
