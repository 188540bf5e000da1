/// The failure message of one stream.
struct StreamReport {
  let text: String

  init(_ comparison: Comparison, _ recorder: Recorder, _ place: Place, _ run: Run) {
    let label = SourceLabel.argument(at: place) ?? "stream"
    var parts: [String] = []
    if !comparison.differences.isEmpty {
      parts.append("\(place.text)  \(label): \(Summary(comparison).text)")
      parts += StreamReport.differences(comparison, recorder, run)
    }
    if recorder.offDriver > 0 {
      parts.append(StreamReport.offDriver(recorder.offDriver, label, place))
    }
    text = parts.joined(separator: "\n")
  }

  private static func differences(
    _ comparison: Comparison,
    _ recorder: Recorder,
    _ run: Run
  ) -> [String] {
    let frame = run.settings.frame
    let lines = DifferenceLines(comparison)
    let end = max(comparison.expected.length, run.timeline.now)
    let lanes =
      run.inputLanes(until: end) + [
        Lane("expected", comparison.expected),
        Lane("actual", recording: comparison.actual, until: end),
      ]
    let drawing = Drawing(lanes, differing: lines.times, frame: frame)
    let recorded = comparison.recordedDiagram(frame: frame, until: end)
    return [drawing.text, lines.text] + hints(comparison, recorder, run)
      + remedy(comparison, recorded, run)
  }

  /// Possible explanations of the differences.
  private static func hints(
    _ comparison: Comparison,
    _ recorder: Recorder,
    _ run: Run
  ) -> [String] {
    var hints: [String] = []
    if comparison.endsWithTheBody {
      hints.append(
        " The stream completed before time started: objects that only local variables of the body hold "
          + "are released when the body returns. Hold them with `m.keep`."
      )
    }
    if recorder.isOfReadings, comparison.isShort {
      hints.append(
        " A reading is taken after all work of an instant has settled, so a value that changes back "
          + "within an instant is not read. Expect a stream to check such values."
      )
    }
    let now = run.timeline.now
    if let last = comparison.lastOfOnlyMissing, last > now {
      hints.append(
        run.settings.until.map { last > $0 } ?? false
          ? " Time ended at \(run.settings.end.elapsedText), the `until` of the run."
          : " Time ended at \(now.elapsedText), when no event was scheduled: a run does not wait for work "
            + "outside it, such as a dispatch queue or the network."
      )
    }
    return hints
  }

  /// The recording as a diagram, unless it is not deterministic or too long.
  private static func remedy(
    _ comparison: Comparison,
    _ recorded: MarbleDiagram,
    _ run: Run
  ) -> [String] {
    let text = "\(recorded)"
    guard run.realSleeps.isEmpty, text.count <= 200 else { return [] }
    let frame = run.settings.frame
    // Events less than a frame apart fit only into the text of a shorter one.
    let inFrames = recorded.frame == frame ? "" : " in frames of \(recorded.frame.elapsedText)"
    let names =
      comparison.hasStrangers ? ", with names in its table for the values that have none" : ""
    return [" If this is right, the diagram is \"\(text)\"\(inFrames)\(names)."]
  }

  private static func offDriver(_ count: Int, _ label: String, _ place: Place) -> String {
    """
    \(place.text)  \(label): \(count) \(count == 1 ? "event" : "events") arrived on another thread or in another run.

    Possible senders: a dispatch queue, a thread, or an actor shared with other tests. Their timing \
    is not deterministic, so these events are not recorded.

    Replace the sender in the test with `m.hot`, `m.cold` or `m.at`.
    """
  }
}

extension Comparison {
  /// True if the stream completed at time zero although later events are expected.
  fileprivate var endsWithTheBody: Bool {
    guard let last = actual.last, last.time == .zero, case .end = last.signal else { return false }
    return expected.events.contains { $0.time > .zero }
  }

  /// True if an expected event is missing.
  fileprivate var isShort: Bool {
    differences.contains { if case .missing = $0 { true } else { false } }
  }

  /// The latest time of the missing events, or nil if there are other differences.
  fileprivate var lastOfOnlyMissing: Duration? {
    let missing = differences.compactMap { difference in
      if case .missing(let wanted) = difference { wanted.time } else { nil }
    }
    return missing.count == differences.count ? missing.max() : nil
  }

  /// True if the recording has a value without a name in its table.
  fileprivate var hasStrangers: Bool {
    actual.contains { recorded in
      if case .value = recorded.signal { recorded.name == nil } else { false }
    }
  }

  /// The recording as a diagram.
  fileprivate func recordedDiagram(frame: Duration, until end: Duration) -> MarbleDiagram {
    let events = actual.map { recorded in
      let signal: MarbleDiagram.Signal =
        switch recorded.signal {
        case .value(let value): .value(recorded.name ?? oneLine(value))
        case .end: .end
        case .failure: .failure
        }
      return MarbleDiagram.Event(signal, at: recorded.time)
    }
    return MarbleDiagram(events: events, frame: frame, length: end)
  }
}

extension Run {
  private static let mostColdLanes = 6

  /// The lanes of the inputs: the diagram of a hot input, the subscriptions of a cold one.
  func inputLanes(until end: Duration) -> [Lane] {
    SourceLabel.inputs(of: self).flatMap { input, label -> [Lane] in
      switch input.kind {
      case .hot(let diagram): [Lane(label, diagram)]
      case .requests: []
      case .cold, .answer:
        input.log.entries.prefix(Run.mostColdLanes).enumerated().map { index, entry in
          Lane("\(label)[\(index)]", entry, until: end)
        }
      }
    }
  }
}
