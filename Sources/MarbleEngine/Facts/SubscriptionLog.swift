/// The start and end times of one input's subscriptions.
///
/// The lock guards the list.
package final class SubscriptionLog: Sendable {
  package enum Ending {
    case completion, failure
    case cancellation
    /// The subscriber cancelled when it received a value, such as an answered call or `first()`.
    case value
  }

  package struct Entry {
    package let began: Duration
    package var ended: Duration?
    package var ending: Ending?

    /// The start and the end as a diagram draws them.
    package var events: [MarbleDiagram.Event] {
      [MarbleDiagram.Event(.subscribe, at: began)]
        + (ended.map { [MarbleDiagram.Event(.unsubscribe, at: $0)] } ?? [])
    }
  }

  private struct State {
    var entries: [Entry] = []
    /// The number of subscriptions at the end of the run; later changes are clean-up, not behavior.
    var countInTime: Int?
    var open: Set<Int> = []
    var lossOrigin: EndOrigin?
  }

  private let state = Lock(State())

  package init() {}

  package var entries: [Entry] {
    state.withLock { Array($0.entries.prefix($0.countInTime ?? .max)) }
  }

  /// The start times of subscriptions that have not ended, even during clean-up.
  var openSubscriptions: [Duration] {
    state.withLock { state in
      state.open.sorted().map { state.entries[$0].began }
    }
  }

  package func begin(at time: Duration) -> Int {
    state.withLock { state in
      state.entries.append(Entry(began: time, ended: nil))
      state.open.insert(state.entries.count - 1)
      return state.entries.count - 1
    }
  }

  package func end(_ index: Int, at time: Duration, by ending: Ending) {
    state.withLock { state in
      guard state.open.remove(index) != nil, state.countInTime == nil else { return }
      state.entries[index].ended = time
      state.entries[index].ending = ending
    }
  }

  /// The calls that cancelled the first subscription before the first signal of a hot input.
  package var lossOrigin: EndOrigin? { state.withLock { $0.lossOrigin } }

  /// Records the current calls, unless the run has ended.
  package func noteLoss(_ origin: () -> EndOrigin) {
    guard state.withLock({ $0.countInTime == nil }) else { return }
    let origin = origin()
    state.withLock { $0.lossOrigin = origin }
  }

  package func isOpen(_ index: Int) -> Bool {
    state.withLock { $0.open.contains(index) }
  }

  package func close() { state.withLock { $0.countInTime = $0.entries.count } }
}
