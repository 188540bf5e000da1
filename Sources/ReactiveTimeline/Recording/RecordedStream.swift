import ReactiveLoading

/// The recorded values of one stream, with their times.
///
/// ```swift
/// let shown = timeline.record(model.states, as: "states")
/// await shown.shows(\.isLoading)
/// print(shown.values)
/// ```
///
/// It keeps its timeline alive. See <doc:RecordingTimelines#K10-Recorded-values>.
public struct RecordedStream<Value: Sendable>: Sendable {
  private let lane: TimelineLane
  private let timeline: Timeline

  init(_ lane: TimelineLane, in timeline: Timeline) {
    (self.lane, self.timeline) = (lane, timeline)
  }

  var name: String { lane.name }

  /// The recorded values with the time since the start of the timeline, without dropped ones.
  public var entries: [(time: Duration, value: Value)] {
    lane.entries.compactMap { entry in value(of: entry).map { (entry.time, $0) } }
  }

  /// The recorded values, without dropped ones.
  public var values: [Value] { lane.entries.compactMap(value) }

  /// Waits until the newest value meets a condition.
  ///
  /// It also returns if the task is cancelled, and after ``Timeline/stop()``.
  ///
  /// - Parameter condition: The condition, which is checked for the newest value only: values that
  ///   are recorded at the same time may be skipped.
  public func shows(_ condition: (Value) -> Bool) async {
    while !Task.isCancelled {
      let (entry, count) = lane.newest
      if let value = entry.flatMap(value), condition(value) { return }
      if timeline.isStopped { return }
      await lane.grows(beyond: count, in: timeline)
    }
  }

  private func value(of entry: TimelineLane.Entry) -> Value? {
    guard case .value(let box) = entry.signal else { return nil }
    return box.assumed(of: Value.self).value
  }
}

extension RecordedStream: CustomStringConvertible {
  /// The name of the lane and the number of values.
  public var description: String {
    "RecordedStream \"\(name)\": \(values.count.counted("value", "values"))"
  }
}
