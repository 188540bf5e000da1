@preconcurrency public import CombineShim

/// A hot input, which plays its diagram from the start of the run, independent of subscribers.
///
/// It corresponds to a hot observable of RxTest, and publishes to its subscribers in the order of
/// subscription. A late subscriber misses earlier values; after the completion it receives the
/// completion. Values are buffered for a subscriber without demand, so no value is lost. Each
/// subscription is recorded; `m.expectSubscriptions` compares them.
public final class MarbleHot<Output, Failure: Error>: Publisher {
  private struct State {
    typealias Entry = (index: Int, subscription: InputSubscription<Output, Failure>)

    /// The subscriptions in the order of their indices in the log.
    private(set) var subscriptions: [Entry] = []
    var completion: Subscribers.Completion<Failure>?
    var hasPlayed = false

    mutating func insert(_ subscription: InputSubscription<Output, Failure>, at index: Int) {
      subscriptions.insert((index, subscription), at: position(of: index))
    }

    /// Removes and returns a subscription, which is released outside the lock.
    mutating func remove(_ index: Int) -> InputSubscription<Output, Failure>? {
      let position = position(of: index)
      guard position < subscriptions.count, subscriptions[position].index == index else {
        return nil
      }
      return subscriptions.remove(at: position).subscription
    }

    mutating func removeAll() -> [Entry] {
      defer { subscriptions = [] }
      return subscriptions
    }

    /// The first position whose index is not smaller: a binary search, for many subscriptions.
    private func position(of index: Int) -> Int {
      var (low, high) = (0, subscriptions.count)
      while low < high {
        let middle = (low + high) / 2
        if subscriptions[middle].index < index { low = middle + 1 } else { high = middle }
      }
      return low
    }
  }

  let log = SubscriptionLog()
  let consumers: InputConsumers
  private let timeline: RunTimeline
  private let state = Lock(State())

  init(timeline: RunTimeline) {
    self.timeline = timeline
    consumers = InputConsumers(timeline: timeline)
  }

  /// Attaches a subscriber, which receives all later signals.
  public func receive(subscriber: some Subscriber<Output, Failure>) {
    let log = log
    timeline.noteUse(of: ObjectIdentifier(log))
    let index = log.begin(at: timeline.now)
    let subscription = InputSubscription(subscriber) { [weak self, timeline] ending in
      log.end(index, at: timeline.now, by: ending)
      if index == 0, ending == .cancellation, self?.state.withLock({ $0.hasPlayed }) == false {
        log.noteLoss { timeline.endOrigin }
      }
      _ = self?.state.withLock { $0.remove(index) }
    }
    let completion = state.withLock { state in
      if state.completion == nil { state.insert(subscription, at: index) }
      return state.completion
    }
    subscriber.receive(subscription: subscription)
    if let completion { subscription.send(.completion(completion)) }
  }

  func play(_ signal: Script<Output, Failure>.Signal) {
    let subscriptions = state.withLock { state in
      state.hasPlayed = true
      guard case .completion(let completion) = signal else { return state.subscriptions }
      state.completion = completion
      return state.removeAll()
    }
    for (_, subscription) in subscriptions { subscription.send(signal) }
  }
}

extension MarbleHot: Sendable where Output: Sendable {}
