/// The failure text of one stream.
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

  /// What can explain the differences.
  private static func hints(
    _ comparison: Comparison,
    _ recorder: Recorder,
    _ run: Run
  ) -> [String] {
    var hints: [String] = []
    if comparison.endsWithTheBody {
      hints.append(
        " It ended before time began: what only variables of the body hold is gone when it returns. "
          + "`m.keep` holds it."
      )
    }
    if recorder.isOfReadings, comparison.isShort {
      hints.append(
        " A reading is taken when everything has come to rest: what comes and goes within an instant "
          + "shows only where a stream of it is expected."
      )
    }
    let now = run.timeline.now
    if let last = comparison.lastOfOnlyMissing, last > now {
      hints.append(
        run.settings.until.map { last > $0 } ?? false
          ? " Time ended at \(run.settings.end.elapsedText), the `until` of the run."
          : " Time ended at \(now.elapsedText), when nothing was left to happen: nobody waits for what "
            + "is outside of the run, such as a dispatch queue or the network."
      )
    }
    return hints
  }

  /// The recording as a diagram, if somebody can use it: not one that chance made, nor a long one.
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
    let names = comparison.hasStrangers ? ", with names in its table for the values in words" : ""
    return [" If this is right, the diagram is \"\(text)\"\(inFrames)\(names)."]
  }

  private static func offDriver(_ count: Int, _ label: String, _ place: Place) -> String {
    """
    \(place.text)  \(label): \(count) \(count == 1 ? "event" : "events") arrived on another thread or in another run.

    A dispatch queue, a thread or an actor shared with other tests can be at work. When it sends \
    is chance, so what it sent is not in the recording.

    Replace it in the test by `m.hot`, `m.cold` or `m.at`.
    """
  }
}

extension Comparison {
  /// Whether it ended at once, and should have gone on.
  fileprivate var endsWithTheBody: Bool {
    guard let last = actual.last, last.time == .zero, case .end = last.signal else { return false }
    return expected.events.contains { $0.time > .zero }
  }

  /// Whether something is missing.
  fileprivate var isShort: Bool {
    differences.contains { if case .missing = $0 { true } else { false } }
  }

  /// When the last of what is missing should have come, if there is no other difference.
  fileprivate var lastOfOnlyMissing: Duration? {
    let missing = differences.compactMap { difference in
      if case .missing(let wanted) = difference { wanted.time } else { nil }
    }
    return missing.count == differences.count ? missing.max() : nil
  }

  /// Whether there is a value that its table has no name for.
  fileprivate var hasStrangers: Bool {
    actual.contains { recorded in
      if case .value = recorded.signal { recorded.name == nil } else { false }
    }
  }

  /// What was recorded, in the grammar of diagrams.
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

  /// The inputs as lanes: what each hot one plays, and the subscriptions of each cold one.
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
