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
/// query            asw
/// podcasts         nll   --S
/// podcasts events  -b(xb)--d
///                  n not requested · l loading · a "" · s "s" · w "w" · S loaded(["Swift"])
///                  b started · x replaced · d succeeded
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
  }

  private let wasStopped = Atomic(false)

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
    wasStopped.store(true, ordering: .relaxed)
    let subscriptions = state.withLock { state in
      defer { state.subscriptions = [] }
      return state.subscriptions
    }
    for subscription in subscriptions { subscription.cancel() }
    for lane in lanes { lane.endWaits() }
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

  /// A Boolean value that indicates whether the recordings have ended.
  var isStopped: Bool { wasStopped.load(ordering: .relaxed) }

  /// Keeps a subscription until the recording ends.
  func keep(_ subscription: AnyCancellable) {
    state.withLock { $0.subscriptions.append(subscription) }
    if isStopped { stop() }
  }
}
