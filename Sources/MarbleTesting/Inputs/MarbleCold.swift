@preconcurrency public import CombineShim

/// An input that plays its diagram anew for each subscription, from the moment of subscribing.
///
/// A stand-in for a request: as a publisher, as a sequence through `elements`, or as the load
/// function itself through ``callAsFunction()``. Each use is recorded as a subscription, to be
/// compared with ``Marbles/expectSubscriptions(_:_:fileID:filePath:line:column:)``.
public final class MarbleCold<Output, Failure: Error>: Publisher {
  let cancellation: MarbleCancellation
  let log = SubscriptionLog()
  /// What each subscription plays; the last one also plays for those that come after it.
  private let scripts: [Script<Output, Failure>]
  private let timeline: Timeline
  /// How to cancel the calls that wait for an answer.
  private let calls = Lock<[ObjectIdentifier: () -> Void]>([:])

  init(
    _ scripts: [Script<Output, Failure>],
    cancellation: MarbleCancellation,
    timeline: Timeline
  ) {
    self.scripts = scripts
    self.cancellation = cancellation
    self.timeline = timeline
  }

  /// Attaches a subscriber and plays the diagram to it from the current frame on.
  public func receive(subscriber: some Subscriber<Output, Failure>) {
    let timeline = timeline
    let log = log
    timeline.noteUse(of: "an input")
    let run = log.begin(at: timeline.now)
    let agenda = Lock<[Int]>([])
    let conduit = Conduit(subscriber) { _ in
      timeline.remove(agenda.withLock { $0 })
      log.end(run, at: timeline.now)
    }
    subscriber.receive(subscription: conduit)
    let sequences = log.isOpen(run) ? play(to: conduit, run) : []
    agenda.withLock { $0 = sequences }
  }

  private func play(to conduit: Conduit<Output, Failure>, _ run: Int) -> [Int] {
    let start = timeline.now
    return scripts[Swift.min(run, scripts.count - 1)].steps.map { step in
      timeline.schedule(
        at: start + step.time,
        .wake,
        .cold(
          OnDriver {
            switch step.signal {
            case .value(let value):
              conduit.offer(value)
            case .completion(let completion):
              conduit.finish(completion)
            }
          }
        )
      )
    }
  }
}

extension MarbleCold {
  /// Remembers how to cancel a call while it waits; at once when time is over.
  func enter(_ call: AnyObject, cancel: @escaping () -> Void) {
    calls.withLock { $0[ObjectIdentifier(call)] = cancel }
    if timeline.isOver { cancel() }
  }

  func leave(_ call: AnyObject) {
    calls.withLock { $0[ObjectIdentifier(call)] = nil }
  }

  /// Cancels the calls that are still waiting, because the run is over.
  func abandon() {
    for cancel in calls.withLock({ Array($0.values) }) { cancel() }
  }
}

// SAFETY: the log and the calls are behind locks; the scripts are read only.
extension MarbleCold: @unchecked Sendable where Output: Sendable {}

/// What a cold input used as a function does when its task is cancelled.
public enum MarbleCancellation: Hashable, Sendable {
  /// It ends its subscription and throws `CancellationError` in the same frame.
  case honored
  /// It goes on to its answer, as work does that never looks: to test what late results do.
  case ignored
}

/// When the subscriptions of one input began and ended.
///
/// The lock guards the list.
final class SubscriptionLog: Sendable {
  struct Entry {
    let began: Duration
    var ended: Duration?
  }

  private struct State {
    var entries: [Entry] = []
    /// How many had begun when time was over: what begins or ends then is clean-up, not behaviour.
    var countInTime: Int?
    var stillOpen: Set<Int> = []
  }

  private let state = Lock(State())

  var entries: [Entry] {
    state.withLock { Array($0.entries.prefix($0.countInTime ?? .max)) }
  }

  /// When each subscription began that has not ended even in the clean-up.
  var living: [Duration] {
    state.withLock { state in
      state.stillOpen.sorted().map { state.entries[$0].began }
    }
  }

  func begin(at time: Duration) -> Int {
    state.withLock { state in
      state.entries.append(Entry(began: time, ended: nil))
      state.stillOpen.insert(state.entries.count - 1)
      return state.entries.count - 1
    }
  }

  func end(_ index: Int, at time: Duration) {
    state.withLock { state in
      guard state.stillOpen.remove(index) != nil, state.countInTime == nil else { return }
      state.entries[index].ended = time
    }
  }

  func isOpen(_ index: Int) -> Bool {
    state.withLock { $0.stillOpen.contains(index) }
  }

  func close() {
    state.withLock { $0.countInTime = $0.entries.count }
  }
}
