@preconcurrency public import CombineShim

/// A hot input, which plays its diagram from the start of the run, independent of subscribers.
///
/// It corresponds to a hot observable of RxTest, and publishes to its subscribers in the order of
/// subscription. A late subscriber misses earlier values; after the completion it receives the
/// completion. Values are buffered for a subscriber without demand, so no value is lost.
public final class MarbleHot<Output, Failure: Error>: Publisher {
  private struct State {
    var subscriptions: [InputSubscription<Output, Failure>] = []
    var completion: Subscribers.Completion<Failure>?
  }

  let log = SubscriptionLog()
  private let timeline: Timeline
  private let state = Lock(State())

  init(timeline: Timeline) {
    self.timeline = timeline
  }

  /// Attaches a subscriber, which receives all later signals.
  public func receive(subscriber: some Subscriber<Output, Failure>) {
    let log = log
    timeline.noteUse(of: "an input")
    let index = log.begin(at: timeline.now)
    let subscription = InputSubscription(subscriber) { [weak self, timeline] subscription in
      log.end(index, at: timeline.now)
      self?.remove(subscription)
    }
    let completion = state.withLock { state in
      if state.completion == nil { state.subscriptions.append(subscription) }
      return state.completion
    }
    subscriber.receive(subscription: subscription)
    if let completion { subscription.finish(completion) }
  }

  func play(_ signal: Script<Output, Failure>.Signal) {
    switch signal {
    case .value(let value):
      for subscription in state.withLock({ $0.subscriptions }) { subscription.send(value) }
    case .completion(let completion):
      for subscription in end(with: completion) { subscription.finish(completion) }
    }
  }

  private func end(
    with completion: Subscribers.Completion<Failure>
  ) -> [InputSubscription<Output, Failure>] {
    state.withLock { state in
      defer { state.subscriptions = [] }
      state.completion = completion
      return state.subscriptions
    }
  }

  private func remove(_ subscription: InputSubscription<Output, Failure>) {
    state.withLock { state in
      state.subscriptions.removeAll { $0 === subscription }
    }
  }
}

// SAFETY: the list of subscriptions is behind a lock.
extension MarbleHot: @unchecked Sendable where Output: Sendable {}
