/// A subscriber's place in a relay that was made for it alone, and what feeds that relay.
///
/// Both go when the subscription is cancelled or the relay ends. The relay brings the order, the
/// demand and the re-entrancy of contract R.
///
/// The lock guards `state`; what is cancelled or released is so outside it.
final class FedSubscription<Downstream: Subscriber>: Subscriber where Downstream.Failure == Never {
  private struct State {
    /// Let go of when the subscription is over: it may hold the subscription.
    var downstream: Downstream?
    var feed: AnyCancellable?
    var place: (any Subscription)?
  }

  private let state: Lock<State>

  private init(_ downstream: Downstream, fedBy feed: AnyCancellable) {
    state = Lock(State(downstream: downstream, feed: feed))
  }

  /// Subscribes to a relay, and keeps what feeds it until the subscription is over.
  static func attach(
    _ downstream: Downstream,
    to core: ValueRelayCore<Downstream.Input>,
    fedBy feed: AnyCancellable
  ) {
    core.subscribe(FedSubscription(downstream, fedBy: feed))
  }

  func receive(subscription: any Subscription) {
    let downstream = state.withLock { state in
      state.place = subscription
      return state.downstream
    }
    downstream?.receive(subscription: self)
  }

  func receive(_ value: Downstream.Input) -> Subscribers.Demand {
    state.withLock { $0.downstream }?.receive(value) ?? .none
  }

  func receive(completion: Subscribers.Completion<Never>) {
    leave().downstream?.receive(completion: completion)
  }

  /// Returns what is to be cancelled outside the lock.
  private func leave() -> State {
    state.withLock { state in
      defer { state = State() }
      return state
    }
  }
}

extension FedSubscription: Subscription {
  func request(_ demand: Subscribers.Demand) {
    state.withLock { $0.place }?.request(demand)
  }

  func cancel() {
    let left = leave()
    left.place?.cancel()
    left.feed?.cancel()
  }
}

// SAFETY: `state`, which holds what is not Sendable, is behind its lock; the subscriber is called
// by the relay alone, one call after another.
extension FedSubscription: @unchecked Sendable {}
