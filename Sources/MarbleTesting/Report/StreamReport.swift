/// The failure message of one stream.
struct StreamReport {
  let text: String
  /// The sentence that suggests the recording as the diagram.
  private(set) var suggestion: String?

  init(_ comparison: Comparison, _ recording: Recording, _ callSite: CallSite, _ run: RunRecord) {
    let label = SourceLabel.argument(at: callSite) ?? "stream"
    var parts: [String] = []
    if !comparison.differences.isEmpty {
      parts.append("\(callSite.text)  \(label): \(Summary(comparison).text)")
      parts += StreamReport.differences(comparison, recording, run)
    }
    if recording.offThread > 0 {
      parts.append(StreamReport.offThread(recording.offThread, label, callSite))
    }
    text = parts.joined(separator: "\n")
    guard !comparison.differences.isEmpty, recording.offThread == 0 else { return }
    let end = max(comparison.expected.length, run.now)
    suggestion = Suggestion(comparison, run.frame, until: end).text
  }

  private static func differences(
    _ comparison: Comparison,
    _ recording: Recording,
    _ run: RunRecord
  ) -> [String] {
    let frame = run.frame
    let lines = DifferenceLines(comparison)
    let end = max(comparison.expected.length, run.now)
    let lanes =
      run.lanes(until: end) + [
        Lane("expected", comparison.expected),
        Lane("actual", recording: comparison.actual, until: end),
      ]
    let drawing = Drawing(lanes, differing: lines.times, frame: frame)
    return [drawing.text, lines.text] + hints(comparison, recording, run)
  }

  /// Possible explanations of the differences.
  private static func hints(
    _ comparison: Comparison,
    _ recording: Recording,
    _ run: RunRecord
  ) -> [String] {
    var hints: [String] = []
    if let end = comparison.completionBeforeMissingValues, !run.hasInput(completedBy: end) {
      hints.append(
        " The stream completed at \(end.spokenText), before the missing values. Likely cause: a stream "
          + "completes when its object is released. Retain the object with `m.keep`."
      )
    }
    if recording.isOfReadings, comparison.isShort {
      hints.append(
        " A reading is taken after all work of an instant has settled, so a value that changes back "
          + "within an instant is not read. Record every change of an observable property with "
          + "`m.expectChanges(of:)`."
      )
    }
    let texts = [comparison.matcher.diagramText].compactMap(\.self) + run.inputs.flatMap(\.texts)
    let diagrams = run.inputs.lazy.flatMap(\.withoutTable)
    if let time = texts.lazy.compactMap(ElapsedTimeHint.init).first {
      hints.append(" \(time.text)")
    } else if let word = diagrams.compactMap(MissingQuotesHint.init).first {
      hints.append(" \(word.text)")
    }
    let now = run.now
    if let last = comparison.lastOfOnlyMissing, last > now {
      hints.append(
        run.until.map { last > $0 } ?? false
          ? " Time ended at \(run.limit.elapsedText), the `until` of the run."
          : " Time ended at \(now.elapsedText), when no event was scheduled: a run does not wait for work "
            + "outside it, such as a dispatch queue or the network."
      )
    }
    return hints
  }

  private static func offThread(_ count: Int, _ label: String, _ callSite: CallSite) -> String {
    """
    \(callSite.text)  \(label): \(count) \(count == 1 ? "event" : "events") arrived on another thread or in another run.

    Possible senders: a dispatch queue, a thread, or an actor shared with other tests. Their timing \
    is not deterministic, so these events are not recorded.

    Replace the sender in the test with `m.hot`, `m.cold` or `m.at`.
    """
  }
}

extension Comparison {
  /// The time of a completion that the diagram lacks, if values after it are missing.
  ///
  /// At time zero the diagram may have a later completion, because the body has just returned.
  fileprivate var completionBeforeMissingValues: Duration? {
    guard let last = actual.last, case .end = last.signal,
      last.time == .zero || !expected.events.contains(where: { $0.signal == .end })
    else { return nil }
    return missingValues.contains { $0.time >= last.time } ? last.time : nil
  }

  private var missingValues: [ExpectedEvent] {
    differences.compactMap { difference in
      switch difference {
      case .missing(let event), .other(let event, _):
        if case .value = event.signal { event } else { nil }
      case .moved, .extra, .order: nil
      }
    }
  }

  /// True if an expected event is missing.
  fileprivate var isShort: Bool {
    differences.contains { if case .missing = $0 { true } else { false } }
  }

  /// The latest time of the missing events, or nil if there are other differences.
  fileprivate var lastOfOnlyMissing: Duration? {
    let missing = differences.compactMap { difference in
      if case .missing(let event) = difference { event.time } else { nil }
    }
    return missing.count == differences.count ? missing.max() : nil
  }
}

extension RunRecord {
  private static let maxColdLanes = 6

  /// True if a hot input has completed, which can complete the streams that are made from it.
  fileprivate func hasInput(completedBy time: Duration) -> Bool {
    inputs.contains { input in
      guard case .hot(let diagram) = input.kind else { return false }
      return diagram.events.contains { $0.signal == .end && $0.time <= time }
    }
  }

  /// The lanes of the inputs: the diagram of a hot input, the subscriptions of a cold one.
  func lanes(until end: Duration) -> [Lane] {
    SourceLabel.inputs(of: self).flatMap { input, label -> [Lane] in
      switch input.kind {
      case .hot(let diagram): [Lane(label, diagram)]
      case .requests: []
      case .cold, .response:
        input.subscriptions.prefix(RunRecord.maxColdLanes).enumerated().map { index, entry in
          Lane("\(label)[\(index)]", entry, until: end)
        }
      }
    }
  }
}
