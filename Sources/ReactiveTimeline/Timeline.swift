import CombineShim
import ReactiveLoadable
import ReactiveRelays
import Synchronization

/// A recording of streams, states and loads with their times, which prints as marble lines.
///
/// ```swift
/// let timeline = Timeline(clock: clock)
/// timeline.record(query, as: "query")
/// timeline.record(loader, as: "podcasts")
/// print(timeline)
/// ```
///
/// ```
/// query     s--w
/// podcasts  n 340ms l----A
///           n not requested · l loading · s "s" · w "sw" · A loaded(["Swift by Sundell"])
/// ```
///
/// Each lane keeps its last 10,000 entries by default. Recording is safe from any thread and never
/// calls code of the recorded values. The timeline does not keep the recorded objects alive. See
/// <doc:RecordingTimelines#K1-What-is-recorded>.
public final class Timeline: Sendable {
  /// The largest number of entries of a lane.
  public let limit: Int
  let elapsed: @Sendable () -> Duration
  private let sequence = Atomic<UInt>(0)
  private let state = Lock(State())

  private struct State {
    var lanes: [TimelineLane] = []
    var functions: [TimelineFunction] = []
    var subscriptions: [AnyCancellable] = []
    var isStopped = false
  }

  /// Creates a timeline that starts now.
  ///
  /// - Parameters:
  ///   - clock: The clock of the times; the continuous clock by default.
  ///   - limit: The largest number of entries of a lane, at least 1; 10,000 by default. Older
  ///     entries are dropped and counted.
  public init(clock: some Clock<Duration> = ContinuousClock(), limit: Int = 10_000) {
    self.limit = max(limit, 1)
    let start = clock.now
    elapsed = { start.duration(to: clock.now) }
  }

  /// Ends all recordings; the entries stay.
  public func stop() {
    let subscriptions = state.withLock { state in
      state.isStopped = true
      defer { state.subscriptions = [] }
      return state.subscriptions
    }
    for subscription in subscriptions { subscription.cancel() }
  }

  /// The number of entries that the lanes have dropped.
  public var droppedCount: Int { lanes.reduce(0) { $0 + $1.droppedCount } }
}

extension Timeline {
  var lanes: [TimelineLane] { state.withLock { $0.lanes } }

  /// The next position in the order of all lanes.
  func nextPosition() -> UInt { sequence.add(1, ordering: .relaxed).newValue }

  func add(_ lane: TimelineLane) { state.withLock { $0.lanes.append(lane) } }

  var functions: [TimelineFunction] { state.withLock { $0.functions } }

  func add(_ function: TimelineFunction) { state.withLock { $0.functions.append(function) } }

  /// Keeps a subscription until the recording ends.
  func keep(_ subscription: AnyCancellable) {
    let isStopped = state.withLock { state in
      if !state.isStopped { state.subscriptions.append(subscription) }
      return state.isStopped
    }
    if isStopped { subscription.cancel() }
  }
}
