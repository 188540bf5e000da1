@preconcurrency public import CombineShim

/// A cold input, which plays its diagram for each subscription from the time of subscribing.
///
/// It corresponds to a cold observable of RxTest, and mocks a request in a test: as a publisher, as
/// a sequence through `elements`, or as the load function itself through ``callAsFunction()``. Each
/// use is recorded as a subscription, which
/// `m.expectSubscriptions` compares.
public final class MarbleCold<Output, Failure: Error>: Publisher {
  let cancellation: MarbleCancellation
  let log = SubscriptionLog()
  /// The scripts of the subscriptions; the last one repeats for further subscriptions.
  private let scripts: [Script<Output, Failure>]
  private let timeline: RunTimeline
  let consumers: InputConsumers

  init(
    _ scripts: [Script<Output, Failure>],
    cancellation: MarbleCancellation,
    timeline: RunTimeline
  ) {
    self.scripts = scripts
    self.cancellation = cancellation
    self.timeline = timeline
    consumers = InputConsumers(timeline: timeline)
  }

  /// Attaches a subscriber and plays the diagram to it from the current frame on.
  public func receive(subscriber: some Subscriber<Output, Failure>) {
    let timeline = timeline
    let log = log
    timeline.noteUse(of: ObjectIdentifier(log))
    let run = log.begin(at: timeline.now)
    let scheduled = Lock<[Int]>([])
    let subscription = InputSubscription(subscriber) { ending in
      timeline.remove(scheduled.withLock { $0 })
      log.end(run, at: timeline.now, by: ending)
    }
    subscriber.receive(subscription: subscription)
    let sequences = log.isOpen(run) ? play(to: subscription, run) : []
    scheduled.withLock { $0 = sequences }
  }

  private func play(to subscription: InputSubscription<Output, Failure>, _ run: Int) -> [Int] {
    let start = timeline.now
    // The signals of a subscription keep their order when a run explores others.
    var first: Int?
    return scripts[Swift.min(run, scripts.count - 1)].steps.map { step in
      let sequence = timeline.schedule(
        at: start + step.time,
        .cold(DriverConfined { subscription.send(step.signal) }),
        group: first
      )
      first = first ?? sequence
      return sequence
    }
  }
}

extension MarbleCold: Sendable where Output: Sendable {}

/// The reaction of a cold input, called as a function, to the cancellation of its task.
public enum MarbleCancellation: Hashable, Sendable {
  /// Ends the subscription and throws `CancellationError` in the same frame.
  case honored
  /// Continues until the value, like work that ignores cancellation; use it to test late results.
  case ignored
}
