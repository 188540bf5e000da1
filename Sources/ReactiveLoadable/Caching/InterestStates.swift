/// The states of one interest: those of its key's loader until the interest ends.
///
/// A separate relay lets subscribers receive a completion when the interest is cancelled, in order
/// with the states before it, while the states of other interests continue.
final class InterestStates<Value: Sendable, Failure: Error>: Sendable {
  let relay: BehaviorRelay<Loadable<Value, Failure>>
  private let feed: Feed

  /// Follows the states of a loader, without retaining the interest.
  init(following states: BehaviorRelay<Loadable<Value, Failure>>) {
    let relay = BehaviorRelay(states.value)
    self.relay = relay
    feed = Feed(states.core.subscribe { relay.accept($0) })
  }

  /// Completes the states; no state of the loader follows.
  func end() {
    feed.subscription.cancel()
    relay.finish()
  }

  // SAFETY: The subscription is cancelled once, by the one call that ends the interest.
  private struct Feed: @unchecked Sendable {
    let subscription: AnyCancellable
    init(_ subscription: AnyCancellable) { self.subscription = subscription }
  }
}
