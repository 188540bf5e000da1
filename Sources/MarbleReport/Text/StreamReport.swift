/// The failure message of one stream.
package struct StreamReport {
  private let comparison: Comparison
  private let recording: Recording
  private let callSite: CallSite
  private let run: RunRecord
  private let end: EarlyEnd?
  private let inputMistake: InputMistake?

  package init(
    _ comparison: Comparison,
    _ recording: Recording,
    _ callSite: CallSite,
    _ run: RunRecord
  ) {
    self.comparison = comparison
    self.recording = recording
    self.callSite = callSite
    self.run = run
    end = EarlyEnd(comparison, recording.endOrigin, run)
    inputMistake =
      recording.offThread > 0 || end != nil ? nil : comparison.inputMistake(in: run)
  }

  /// The failure with its text, the diagram that it suggests, and its drawing.
  package var issue: RunIssue {
    let label = SourceLabel.argument(at: callSite) ?? "stream"
    let line = inputMistake == nil ? header : comparison.summary
    let title = "\(callSite.text)  \(label): \(line)".onOneLine.cut(to: 160)
    var parts = [title]
    var (image, suggestion) = (RunImage?.none, String?.none)
    if !comparison.differences.isEmpty {
      let differing = comparison.differences.flatMap(\.times)
      let drawing = Drawing(lanes, differing: differing, frame: run.frame)
      image = lanes.picture(title, differing: differing, frame: run.frame).image(of: label)
      parts += [drawing.text, comparison.differenceLines]
      if inputMistake == nil { parts += hints }
      if inputMistake == nil, recording.offThread == 0 {
        let length = max(comparison.expected.length, run.now)
        suggestion = Suggestion(comparison, run.frame, until: length)?.text
      }
    }
    if recording.offThread > 0 { parts.append("\n\(StreamReport.offThreadMeaning)") }
    var issue = RunIssue(
      .difference(parts.joined(separator: "\n"), suggestion: suggestion),
      at: callSite,
      deviation: comparison.differences.first?.time,
      image: image
    )
    issue.inputMistake = inputMistake
    return issue
  }

  /// A likely cause, then the differences.
  private var header: String {
    if recording.offThread > 0 {
      let noun = recording.offThread == 1 ? "event" : "events"
      let cause = "\(recording.offThread) \(noun) arrived on another thread or in another run"
      guard !comparison.differences.isEmpty else { return cause }
      return "\(cause); \(comparison.differences.counts)"
    }
    let (summary, counts) = (comparison.summary, comparison.differences.counts)
    if let end {
      let missing = comparison.missingValues.map(\.signal.noun).counted
      return "\(end.cause)completed at \(end.time.spokenText), \(missing) missing"
    }
    if let time = wrongTime, !time.isShort {
      return "\(time.text) \(counts)"
    }
    if let word = comparison.wordWithoutQuotes(in: run) {
      return "\(word.text.dropLast()): \(counts)"
    }
    if comparison.hasNoValueInTime, let unheld = UnheldObjectHint(run), unheld.isOnlyCause {
      return "\(unheld.cause): \(counts)"
    }
    guard let last = comparison.lastOfOnlyMissing, last > run.now else { return summary }
    return run.until.map { last > $0 } ?? false
      ? "\(summary); the run ended at \(run.limit.spokenText), its `until`"
      : "\(summary); nothing was scheduled after \(run.now.spokenText)"
  }

  private var lanes: [Lane] {
    let end = max(comparison.expected.length, run.now)
    return run.lanes(until: end) + [
      Lane("expected", comparison.expected),
      Lane("actual", recording: comparison.actual, until: end),
    ]
  }

  /// An elapsed time in the expected diagram that was written wrongly.
  private var wrongTime: ElapsedTimeHint? {
    comparison.matcher.diagramText.flatMap(ElapsedTimeHint.init)
  }

  /// A time in the expected diagram, or one in an input that is not the likely cause.
  private var possibleTime: ElapsedTimeHint? {
    wrongTime ?? run.inputs.lazy.flatMap(\.texts).compactMap { ElapsedTimeHint($0.text) }.first
  }

  /// Possible explanations of the differences.
  private var hints: [String] {
    var hints = end?.hint.map { [" \($0)"] } ?? []
    let unheld = comparison.missesValues ? UnheldObjectHint(run) : nil
    if end == nil, let unheld { hints.append(" \(unheld.text)") }
    if unheld == nil, recording.isOfReadings, comparison.isShort {
      hints.append(
        " A reading is taken after all work of an instant has settled, so a value that changes back "
          + "within an instant is not read. Record every change of an observable property with "
          + "`m.expectChanges(of:)`."
      )
    }
    if let time = possibleTime {
      hints.append(" \(time.text)")
    } else if let word = comparison.wordWithoutQuotes(in: run) ?? MissingQuotesHint(run) {
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

  private static let offThreadMeaning = """
    Possible senders: a dispatch queue, a thread, or an actor shared with other tests. Their timing \
    is not deterministic, so these events are not recorded.

    Replace the sender in the test with `m.hot`, `m.cold` or `m.at`.
    """
}
