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
  /// The waiting calls and the sequences.
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
        .wake,
        .cold(
          DriverConfined {
            switch step.signal {
            case .value(let value):
              subscription.send(value)
            case .completion(let completion):
              subscription.finish(completion)
            }
          }
        ),
        group: first
      )
      first = first ?? sequence
      return sequence
    }
  }
}

// SAFETY: the log and the consumers are behind locks; the scripts are read only.
extension MarbleCold: @unchecked Sendable where Output: Sendable {}

/// The reaction of a cold input, called as a function, to the cancellation of its task.
public enum MarbleCancellation: Hashable, Sendable {
  /// Ends the subscription and throws `CancellationError` in the same frame.
  case honored
  /// Continues until the value, like work that ignores cancellation; use it to test late results.
  case ignored
}

/// The start and end times of one input's subscriptions.
///
/// The lock guards the list.
final class SubscriptionLog: Sendable {
  /// The reason why a subscription ended.
  enum Ending {
    case completion, failure
    case cancellation
    /// The subscriber cancelled when it received a value, such as an answered call or `first()`.
    case value
  }

  struct Entry {
    let began: Duration
    var ended: Duration?
    var ending: Ending?
  }

  private struct State {
    var entries: [Entry] = []
    /// The number of subscriptions at the end of the run; later changes are clean-up, not behavior.
    var countInTime: Int?
    var open: Set<Int> = []
    var lossOrigin: EndOrigin?
  }

  private let state = Lock(State())

  var entries: [Entry] {
    state.withLock { Array($0.entries.prefix($0.countInTime ?? .max)) }
  }

  /// The start times of subscriptions that have not ended, even during clean-up.
  var openSubscriptions: [Duration] {
    state.withLock { state in
      state.open.sorted().map { state.entries[$0].began }
    }
  }

  func begin(at time: Duration) -> Int {
    state.withLock { state in
      state.entries.append(Entry(began: time, ended: nil))
      state.open.insert(state.entries.count - 1)
      return state.entries.count - 1
    }
  }

  func end(_ index: Int, at time: Duration, by ending: Ending) {
    state.withLock { state in
      guard state.open.remove(index) != nil, state.countInTime == nil else { return }
      state.entries[index].ended = time
      state.entries[index].ending = ending
    }
  }

  /// The calls that cancelled the first subscription before the first signal of a hot input.
  var lossOrigin: EndOrigin? {
    state.withLock { $0.lossOrigin }
  }

  /// Records the current calls, unless the run has ended.
  func noteLoss(_ timeline: RunTimeline) {
    guard state.withLock({ $0.countInTime == nil }) else { return }
    let origin = EndOrigin.current(timeline)
    state.withLock { $0.lossOrigin = origin }
  }

  func isOpen(_ index: Int) -> Bool {
    state.withLock { $0.open.contains(index) }
  }

  func close() {
    state.withLock { $0.countInTime = $0.entries.count }
  }
}
