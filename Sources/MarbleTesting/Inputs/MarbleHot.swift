@preconcurrency public import CombineShim

/// A hot input, which plays its diagram from the start of the run, independent of subscribers.
///
/// It corresponds to a hot observable of RxTest, and publishes to its subscribers in the order of
/// subscription. A late subscriber misses earlier values; after the completion it receives the
/// completion. Values are buffered for a subscriber without demand, so no value is lost.
public final class MarbleHot<Output, Failure: Error>: Publisher {
  private struct State {
    var conduits: [Conduit<Output, Failure>] = []
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
    let conduit = Conduit(subscriber) { [weak self, timeline] conduit in
      log.end(index, at: timeline.now)
      self?.forget(conduit)
    }
    let completion = state.withLock { state in
      if state.completion == nil { state.conduits.append(conduit) }
      return state.completion
    }
    subscriber.receive(subscription: conduit)
    if let completion { conduit.finish(completion) }
  }

  func play(_ signal: Script<Output, Failure>.Signal) {
    switch signal {
    case .value(let value):
      for conduit in state.withLock({ $0.conduits }) { conduit.offer(value) }
    case .completion(let completion):
      for conduit in end(with: completion) { conduit.finish(completion) }
    }
  }

  private func end(with completion: Subscribers.Completion<Failure>) -> [Conduit<Output, Failure>] {
    state.withLock { state in
      defer { state.conduits = [] }
      state.completion = completion
      return state.conduits
    }
  }

  private func forget(_ conduit: Conduit<Output, Failure>) {
    state.withLock { state in
      state.conduits.removeAll { $0 === conduit }
    }
  }
}

// SAFETY: the list of subscriptions is behind a lock.
extension MarbleHot: @unchecked Sendable where Output: Sendable {}
