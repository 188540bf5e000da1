/// A publisher that starts a source for each subscriber and cancels it with the subscription.
///
/// It combines `Deferred` and `handleEvents(receiveCancel:)`, without their locks.
package struct OwningPublisher<Output>: Publisher {
  package typealias Failure = Never

  /// The relay to subscribe to, and an object that keeps it alive as long as the subscription.
  package typealias ActiveSource = (core: ValueRelayCore<Output>, owned: any Cancellable)

  private let start: () -> ActiveSource

  package init(_ start: @escaping () -> ActiveSource) { self.start = start }

  package func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Never {
    let started = start()
    OwningSubscription.attach(subscriber, to: started.core, owning: started.owned)
  }
}
