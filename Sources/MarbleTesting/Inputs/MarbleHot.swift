@preconcurrency public import CombineShim

/// An input that plays its diagram from the start of the run, whoever listens.
///
/// It serves its subscribers in the order in which they subscribed. A subscriber that comes late
/// misses what was; one that comes after the end gets the end. Values wait for a subscriber that
/// has not asked for any yet, so none is lost between a frame and a demand.
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

  /// Attaches a subscriber; it hears everything from now on.
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
