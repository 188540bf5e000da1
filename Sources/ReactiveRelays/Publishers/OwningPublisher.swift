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
    started.core.subscribe(OwningSubscription(subscriber, owning: started.owned))
  }
}

/// A subscription to a relay that owns an object for as long as the subscription lasts.
///
/// The owned object is an interest in a key, a feed of the relay, or a system source. The
/// downstream and the owned object are released once: on cancel or on completion, whichever is
/// first, even inside the delivery of a value, inside `receive(subscription:)` or inside a
/// `deinit`. The relay provides the order, demand and re-entrancy of contract R.
///
/// OpenCombine's `handleEvents` cannot do this: it releases its closures under its lock, and with
/// them the last owner of a loader, which acquires that lock again when it ends.
///
/// The lock guards `state`; everything is called, cancelled and released outside it.
private final class OwningSubscription<Downstream: Subscriber>: Subscriber, Sendable
where Downstream.Failure == Never {
  private struct State: ~Copyable {
    var downstream: Downstream?
    var owned: (any Cancellable)?
    var upstream: (any Subscription)?
  }

  private let state: Lock<State>

  init(_ downstream: Downstream, owning owned: any Cancellable) {
    state = Lock(State(downstream: downstream, owned: owned))
  }

  func receive(subscription: any Subscription) {
    let downstream = state.withLock { state in
      state.upstream = subscription
      return state.downstream
    }
    downstream?.receive(subscription: self)
  }

  func receive(_ value: Downstream.Input) -> Subscribers.Demand {
    state.withLock { $0.downstream }?.receive(value) ?? .none
  }

  func receive(completion: Subscribers.Completion<Never>) {
    let ended = end()
    ended.downstream?.receive(completion: completion)
    ended.owned?.cancel()
  }

  /// Ends the subscription, and returns the objects to cancel and release outside the lock, once.
  private func end() -> State {
    var ended = State()
    state.withLock { swap(&ended, &$0) }
    return ended
  }
}

extension OwningSubscription: Subscription {
  func request(_ demand: Subscribers.Demand) {
    state.withLock { $0.upstream }?.request(demand)
  }

  func cancel() {
    let ended = end()
    ended.upstream?.cancel()
    ended.owned?.cancel()
  }
}
