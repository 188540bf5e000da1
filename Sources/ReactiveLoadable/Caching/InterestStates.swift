/// The states of one interest: those of its key's loader until the interest ends.
///
/// They have a relay of their own, so that their subscribers receive a completion when the interest is
/// cancelled, in order with the states before it, while those of other interests go on.
final class InterestStates<Value: Sendable, Failure: Error>: Sendable {
  let relay: BehaviorRelay<Loadable<Value, Failure>>
  private let feed: Feed

  /// Follows the states of a loader; nothing keeps the interest alive.
  init(following states: BehaviorRelay<Loadable<Value, Failure>>) {
    let relay = BehaviorRelay(states.value)
    self.relay = relay
    feed = Feed(states.core.subscribe { relay.accept($0) })
  }

  /// Ends them; nothing of the loader's is published by them after that.
  func end() {
    feed.subscription.cancel()
    relay.finish()
  }

  // SAFETY: it is cancelled once, by the one call that ends the interest.
  private struct Feed: @unchecked Sendable {
    let subscription: AnyCancellable
    init(_ subscription: AnyCancellable) { self.subscription = subscription }
  }
}
