/// A subscriber's slot in a relay, with something that lives as long as the subscription.
///
/// What it owns is an interest in a key, a feed of the relay, a source of the system. Downstream and
/// owned object are released once: on cancel or on completion, whichever comes first, also when that
/// happens inside a value, inside `receive(subscription:)` or inside a `deinit`. The relay brings the
/// order, the demand and the re-entrancy of contract R.
///
/// OpenCombine's `handleEvents` cannot do this: it releases its closures under its lock, and with them
/// the last owner of a loader, whose end comes back to that lock.
///
/// The lock guards `state`; everything is called, cancelled and released outside it.
final class OwningSubscription<Downstream: Subscriber>: Subscriber
where Downstream.Failure == Never {
  private struct State {
    var downstream: Downstream?
    var owned: (any Cancellable)?
    var slot: (any Subscription)?
  }

  private let state: Lock<State>

  private init(_ downstream: Downstream, owning owned: any Cancellable) {
    state = Lock(State(downstream: downstream, owned: owned))
  }

  /// Subscribes to a relay, and owns something until the subscription ends.
  static func attach(
    _ downstream: Downstream,
    to core: ValueRelayCore<Downstream.Input>,
    owning owned: any Cancellable
  ) {
    core.subscribe(OwningSubscription(downstream, owning: owned))
  }

  func receive(subscription: any Subscription) {
    let downstream = state.withLock { state in
      state.slot = subscription
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

  /// Returns what to cancel, and to release outside the lock; nothing after the first time.
  private func end() -> State {
    var ended = State()
    state.withLock { swap(&ended, &$0) }
    return ended
  }
}

extension OwningSubscription: Subscription {
  func request(_ demand: Subscribers.Demand) {
    state.withLock { $0.slot }?.request(demand)
  }

  func cancel() {
    let ended = end()
    ended.slot?.cancel()
    ended.owned?.cancel()
  }
}

// SAFETY: `state`, which holds what is not Sendable, is behind its lock; the subscriber is called
// by the relay alone, one call after another.
extension OwningSubscription: @unchecked Sendable {}
