import CombineShim
import DequeModule
import ReactiveLoading

/// The lanes of one call of `record`.
struct TimelineRecording {
  let number: UInt
  let lanes: [TimelineLane]
  let function: TimelineFunction?
  /// Returns true if the recorded object was released; `nil` if the recording ends by a call.
  var isReleased: (@Sendable () -> Bool)?
  var subscriptions: [AnyCancellable] = []
}

/// The recordings of a timeline, of which those that have ended are bounded.
struct TimelineRecordings {
  private static let mostEnded = 100

  private(set) var all: [TimelineRecording] = []
  private var ended: Deque<UInt> = []
  private var last: UInt = 0
  private(set) var removedCount = 0
  private(set) var removedEntries = 0

  mutating func add(
    _ lanes: [TimelineLane],
    _ function: TimelineFunction?,
    _ isReleased: (@Sendable () -> Bool)?
  ) -> UInt {
    last += 1
    all.append(
      TimelineRecording(number: last, lanes: lanes, function: function, isReleased: isReleased)
    )
    return last
  }

  /// Adds a subscription, and returns false if its recording was removed.
  mutating func keep(_ subscription: AnyCancellable, of number: UInt) -> Bool {
    guard let index = index(of: number) else { return false }
    all[index].subscriptions.append(subscription)
    return true
  }

  /// Marks a recording as ended, and returns the one that it removes.
  mutating func end(_ number: UInt) -> TimelineRecording? {
    guard index(of: number) != nil, !ended.contains(number) else { return nil }
    ended.append(number)
    guard ended.count > Self.mostEnded, let oldest = ended.popFirst(),
      let index = index(of: oldest)
    else { return nil }
    removedCount += 1
    removedEntries += all[index].lanes.reduce(0) { $0 + Int($1.count) }
    return all.remove(at: index)
  }

  mutating func takeSubscriptions() -> [AnyCancellable] {
    defer { for index in all.indices { all[index].subscriptions = [] } }
    return all.flatMap(\.subscriptions)
  }

  private func index(of number: UInt) -> Int? { all.firstIndex { $0.number == number } }
}

/// The use of a recording by the function, observer or sequence that records; its release ends it.
final class TimelineUse: Sendable {
  private struct WeakTimeline: Sendable { weak var object: Timeline? }

  private let timeline: WeakTimeline
  private let number: UInt

  init(_ number: UInt, of timeline: Timeline) {
    self.timeline = WeakTimeline(object: timeline)
    self.number = number
  }

  deinit { end() }

  /// Appends an entry, unless the timeline was stopped or released.
  func append(_ signal: TimelineLane.Signal, to lane: TimelineLane) {
    if let timeline = timeline.object { lane.append(signal, in: timeline) }
  }

  func append(value: some Sendable, to lane: TimelineLane) {
    append(.value(Box(value)), to: lane)
  }

  /// Ends the recording, which the timeline keeps until a number of later ones have ended.
  func end() { timeline.object?.endRecording(number) }

  /// Keeps a subscription until the timeline is stopped, or the recording is removed.
  func keep(_ subscription: AnyCancellable) {
    if let timeline = timeline.object { timeline.keep(subscription, of: number) }
  }
}
