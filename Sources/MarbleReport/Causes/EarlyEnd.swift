/// A completion of a stream before values that are missing.
struct EarlyEnd {
  let time: Duration
  /// The start of the first line of a report; empty unless an object was released.
  let cause: String
  /// A line below the differences; nil if the stream did not complete because of a release.
  let hint: String?

  /// Finds the completion and its cause; nil for a completion that an input explains.
  ///
  /// The origin has the calls in which the stream completed; nil if they are not known.
  init?(_ comparison: Comparison, _ origin: EndOrigin?, _ run: RunRecord) {
    guard let time = comparison.completionBeforeMissingValues else { return nil }
    let isExplained = run.hasInput(completedBy: time)
    self.time = time
    switch origin.map(EndCause.init) ?? .unknown {
    case .release(let release):
      cause = "\(release.text)\(release.remedies.short): "
      hint =
        "The stream completed at \(time.spokenText) because \(release.text)."
        + release.remedies.sentence
    case .unknown where isExplained, .other where isExplained: return nil
    case .unknown where EarlyEnd.isUnused(run, at: time):
      cause = "its object was probably released (retain it with `m.keep`): "
      hint =
        "The stream completed at \(time.spokenText), before the missing values. Likely cause: a stream "
        + "completes when its object is released. Retain the object with `m.keep`."
    case .unknown:
      cause = ""
      hint = "A stream completes when its object is released: is the object held with `m.keep`?"
    case .other: (cause, hint) = ("", nil)
    }
  }

  /// True at the start of time, in a run whose inputs have no subscriber after it.
  private static func isUnused(_ run: RunRecord, at time: Duration) -> Bool {
    time == .zero && !run.inputs.isEmpty
      && run.inputs.flatMap(\.subscriptions).allSatisfy { $0.ended == .zero }
  }
}
