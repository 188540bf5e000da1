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
/// Each lane keeps its last 10,000 entries by default. The lanes of the last 100 recordings that
/// have ended are kept. Recording is safe from any thread and never
/// calls code of the recorded values. The timeline does not keep the recorded objects alive. See
/// <doc:RecordingTimelines#K1-What-is-recorded>.
public final class Timeline: Sendable {
  /// The largest number of entries of a lane.
  public let limit: Int
  let elapsed: @Sendable () -> Duration
  private let sequence = Atomic<UInt>(0)
  private let recordings = Lock(TimelineRecordings())

  private let wasStopped = Atomic(false)

  /// Creates a timeline that starts now.
  ///
  /// - Parameters:
  ///   - clock: The clock of the times; the continuous clock by default.
  ///   - limit: The largest number of entries of a lane, at least 1; 10,000 by default. Older
  ///     entries are dropped and counted.
  public init(clock: some Clock<Duration> = ContinuousClock(), limit: Int = 10_000) {
    self.limit = max(limit, 1)
    elapsed = ElapsedTime(on: clock).now
  }

  /// Ends all recordings; the entries stay.
  public func stop() {
    wasStopped.store(true, ordering: .relaxed)
    let subscriptions = recordings.withLock { $0.takeSubscriptions() }
    for subscription in subscriptions { subscription.cancel() }
    for lane in lanes { lane.endWaits() }
  }

  /// The number of entries that the lanes have dropped, and of those of removed lanes.
  public var droppedCount: Int {
    let (lanes, removed) = recordings.withLock { ($0.all.flatMap(\.lanes), $0.removedEntries) }
    return lanes.reduce(removed) { $0 + $1.droppedCount }
  }
}

extension Timeline {
  var lanes: [TimelineLane] { recordings.withLock { $0.all.flatMap(\.lanes) } }
  var functions: [TimelineFunction] { recordings.withLock { $0.all.compactMap(\.function) } }

  /// The number of recordings that have ended and were removed.
  var removedCount: Int { recordings.withLock { $0.removedCount } }

  func nextPosition() -> UInt { sequence.add(1, ordering: .relaxed).newValue }

  /// Adds a recording, which ends when its use is released or an object that it names.
  func add(
    _ lanes: [TimelineLane],
    of function: TimelineFunction? = nil,
    isReleased: (@Sendable () -> Bool)? = nil
  ) -> TimelineUse {
    endReleased()
    let number = recordings.withLock { $0.add(lanes, function, isReleased) }
    return TimelineUse(number, of: self)
  }

  func endReleased() {
    let observed = recordings.withLock { $0.all.filter { $0.isReleased != nil } }
    for recording in observed where recording.isReleased?() == true {
      endRecording(recording.number)
    }
  }

  /// Marks a recording as ended, and removes the oldest one of too many.
  func endRecording(_ number: UInt) {
    guard let removed = recordings.withLock({ $0.end(number) }) else { return }
    for subscription in removed.subscriptions { subscription.cancel() }
  }

  var isStopped: Bool { wasStopped.load(ordering: .relaxed) }

  /// Keeps a subscription until the recording ends.
  func keep(_ subscription: AnyCancellable, of number: UInt) {
    let isKept = recordings.withLock { $0.keep(subscription, of: number) }
    if !isKept { subscription.cancel() }
    if isStopped { stop() }
  }
}
