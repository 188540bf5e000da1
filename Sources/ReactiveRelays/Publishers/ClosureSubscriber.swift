/// A subscriber with unlimited demand that calls closures until it is cancelled or completed.
///
/// It replaces OpenCombine's `sink`, which at the completion releases the upstream's subscription
/// under its lock. If that subscription owned the last reference to a loader, the loader would end
/// there and cancel the same sink.
///
/// The lock guards `phase`; everything is called, cancelled and released outside it. Releasing the
/// subscriber does not cancel it.
package final class ClosureSubscriber<Input, Failure: Error>: Subscriber, Cancellable, Sendable {
  private struct Closures {
    let receiveValue: (Input) -> Void
    let receiveCompletion: (Subscribers.Completion<Failure>) -> Void
  }

  private enum Phase {
    case waiting(Closures)
    case subscribed(Closures, any Subscription)
    case ended

    var closures: Closures? {
      switch self {
      case .waiting(let closures), .subscribed(let closures, _): closures
      case .ended: nil
      }
    }

    var subscription: (any Subscription)? {
      if case .subscribed(_, let subscription) = self { subscription } else { nil }
    }
  }

  private let phase: Lock<Phase>

  fileprivate init(
    _ receiveValue: @escaping (Input) -> Void,
    _ receiveCompletion: @escaping (Subscribers.Completion<Failure>) -> Void
  ) {
    phase = Lock(
      .waiting(Closures(receiveValue: receiveValue, receiveCompletion: receiveCompletion))
    )
  }

  package func receive(subscription: any Subscription) {
    let isWanted = phase.withLock { phase in
      guard case .waiting(let closures) = phase else { return false }
      phase = .subscribed(closures, subscription)
      return true
    }
    if isWanted { subscription.request(.unlimited) } else { subscription.cancel() }
  }

  package func receive(_ value: Input) -> Subscribers.Demand {
    phase.withLock { $0.closures }?.receiveValue(value)
    return .none
  }

  package func receive(completion: Subscribers.Completion<Failure>) {
    let ended = end()
    ended.closures?.receiveCompletion(completion)
    withExtendedLifetime(ended) {}
  }

  package func cancel() {
    let ended = end()
    ended.subscription?.cancel()
    withExtendedLifetime(ended) {}
  }

  /// Ends the subscriber, and returns the objects to release outside the lock, once.
  private func end() -> Phase {
    var ended = Phase.ended
    phase.withLock { swap(&ended, &$0) }
    return ended
  }
}

extension Publisher {
  /// Subscribes closures with unlimited demand; library code uses this instead of `sink`.
  ///
  /// - Parameters:
  ///   - receiveCompletion: A closure that receives the completion, at most once.
  ///   - receiveValue: A closure that receives each value before the completion.
  /// - Returns: The subscription, which the caller must cancel.
  package func unlockedSink(
    receiveCompletion: @escaping (Subscribers.Completion<Failure>) -> Void = { _ in },
    receiveValue: @escaping (Output) -> Void
  ) -> ClosureSubscriber<Output, Failure> {
    let subscriber = ClosureSubscriber(receiveValue, receiveCompletion)
    subscribe(subscriber)
    return subscriber
  }
}
