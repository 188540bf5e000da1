/// The failure text of one stream.
struct StreamReport {
  let text: String

  init(_ comparison: Comparison, _ recorder: Recorder, _ place: Place, _ run: Run) {
    let label = SourceLabel.argument(at: place) ?? "stream"
    var parts: [String] = []
    if !comparison.differences.isEmpty {
      parts.append("\(place.text)  \(label): \(Summary(comparison).text)")
      parts += StreamReport.differences(comparison, run)
    }
    if recorder.offDriver > 0 {
      parts.append(StreamReport.offDriver(recorder.offDriver, label, place))
    }
    text = parts.joined(separator: "\n")
  }

  private static func differences(_ comparison: Comparison, _ run: Run) -> [String] {
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
    // Events less than a frame apart fit only into the text of a shorter one.
    let inFrames = recorded.frame == frame ? "" : " in frames of \(recorded.frame.elapsedText)"
    let remedy = " If this is right, the diagram is \"\(recorded)\"\(inFrames)."
    return [drawing.text, lines.text, remedy]
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
    zip(inputs, SourceLabel.all(of: self)).flatMap { input, label -> [Lane] in
      switch input.kind {
      case .hot(let diagram): [Lane(label, diagram)]
      case .requests: []
      case .cold:
        input.log.entries.prefix(Run.mostColdLanes).enumerated().map { index, entry in
          Lane("\(label)[\(index)]", entry, until: end)
        }
      }
    }
  }
}
