/// A publisher that starts something for each subscriber and ends it with the subscription.
///
/// It is `Deferred` and `handleEvents(receiveCancel:)` in one, without their locks.
struct OwningPublisher<Output>: Publisher {
  typealias Failure = Never

  /// A relay to subscribe to, and what lives as long as the subscription and keeps the relay alive.
  typealias Started = (core: ValueRelayCore<Output>, owned: any Cancellable)

  private let start: () -> Started

  init(_ start: @escaping () -> Started) { self.start = start }

  func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Never {
    let started = start()
    OwningSubscription.attach(subscriber, to: started.core, owning: started.owned)
  }
}
