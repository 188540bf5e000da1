/// The failure message of one stream.
package struct StreamReport {
  package let text: String
  /// The sentence that suggests the recording as the diagram.
  package private(set) var suggestion: String?
  /// The drawing of the differences; nil without differences.
  package private(set) var image: RunImage?
  /// A mistake in the diagram of an input, which is the likely cause.
  package let inputMistake: InputMistake?

  private static let maxHeaderLength = 160

  package init(
    _ comparison: Comparison,
    _ recording: Recording,
    _ callSite: CallSite,
    _ run: RunRecord
  ) {
    let label = SourceLabel.argument(at: callSite) ?? "stream"
    let end = EarlyEnd(comparison, recording.endOrigin, run)
    inputMistake =
      recording.offThread > 0 || end != nil ? nil : InputMistake(comparison, run)
    let header =
      inputMistake == nil
      ? StreamReport.header(comparison, recording, end, run) : Summary(comparison).text
    let title = "\(callSite.text)  \(label): \(header)".onOneLine.cut(
      to: StreamReport.maxHeaderLength
    )
    var parts = [title]
    if !comparison.differences.isEmpty {
      let lanes = StreamReport.lanes(comparison, run)
      let differing = comparison.differences.flatMap(\.times)
      let drawing = Drawing(lanes, differing: differing, frame: run.frame)
      let picture = lanes.picture(title, differing: differing, frame: run.frame)
      image = RunImage(picture, of: label)
      parts += [drawing.text, DifferenceLines(comparison).text]
      if inputMistake == nil { parts += StreamReport.hints(comparison, recording, end, run) }
    }
    if recording.offThread > 0 { parts.append("\n\(StreamReport.offThreadMeaning)") }
    text = parts.joined(separator: "\n")
    guard !comparison.differences.isEmpty, recording.offThread == 0, inputMistake == nil else {
      return
    }
    let length = max(comparison.expected.length, run.now)
    suggestion = Suggestion(comparison, run.frame, until: length)?.text
  }

  /// A likely cause, then the differences.
  private static func header(
    _ comparison: Comparison,
    _ recording: Recording,
    _ end: EarlyEnd?,
    _ run: RunRecord
  ) -> String {
    if recording.offThread > 0 {
      let noun = recording.offThread == 1 ? "event" : "events"
      let cause = "\(recording.offThread) \(noun) arrived on another thread or in another run"
      guard !comparison.differences.isEmpty else { return cause }
      return "\(cause); \(DifferenceCounts(comparison.differences).text)"
    }
    let summary = Summary(comparison)
    if let end {
      let missing = comparison.missingValues.map(\.signal.noun).counted
      return "\(end.cause)completed at \(end.time.spokenText), \(missing) missing"
    }
    if let time = wrongTime(comparison), !time.isShort {
      return "\(time.text) \(summary.counts)"
    }
    if let word = comparison.wordWithoutQuotes(in: run) {
      return "\(word.text.dropLast()): \(summary.counts)"
    }
    if comparison.hasNoValueInTime, let unheld = UnheldObjectHint(run), unheld.isOnlyCause {
      return "\(unheld.cause): \(summary.counts)"
    }
    guard let last = comparison.lastOfOnlyMissing, last > run.now else { return summary.text }
    return run.until.map { last > $0 } ?? false
      ? "\(summary.text); the run ended at \(run.limit.spokenText), its `until`"
      : "\(summary.text); nothing was scheduled after \(run.now.spokenText)"
  }

  private static func lanes(_ comparison: Comparison, _ run: RunRecord) -> [Lane] {
    let end = max(comparison.expected.length, run.now)
    return run.lanes(until: end) + [
      Lane("expected", comparison.expected),
      Lane("actual", recording: comparison.actual, until: end),
    ]
  }

  /// An elapsed time in the expected diagram that was written wrongly.
  private static func wrongTime(_ comparison: Comparison) -> ElapsedTimeHint? {
    comparison.matcher.diagramText.flatMap(ElapsedTimeHint.init)
  }

  /// A time in the expected diagram, or one in an input that is not the likely cause.
  private static func possibleTime(_ comparison: Comparison, _ run: RunRecord) -> ElapsedTimeHint? {
    if let time = wrongTime(comparison) { return time }
    let times = run.inputs.lazy.flatMap(\.texts).compactMap { ElapsedTimeHint($0.text) }
    return times.first
  }

  /// Possible explanations of the differences.
  private static func hints(
    _ comparison: Comparison,
    _ recording: Recording,
    _ end: EarlyEnd?,
    _ run: RunRecord
  ) -> [String] {
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
    if let time = possibleTime(comparison, run) {
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
