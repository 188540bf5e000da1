/// A completion of a stream before values that are missing.
struct EarlyEnd {
  private enum Reason {
    case release(Release)
    case probableRelease
    case unknown
    /// The publisher, an operator or a call that completes a subject.
    case other
  }

  let time: Duration
  private let reason: Reason

  /// Finds the completion and its cause; nil for a completion that an input explains.
  ///
  /// - Parameters:
  ///   - comparison: The differences of the stream.
  ///   - origin: The calls in which the stream completed; nil if they are not known.
  ///   - run: The facts of the run.
  init?(_ comparison: Comparison, _ origin: EndOrigin?, _ run: RunRecord) {
    guard let time = comparison.completionBeforeMissingValues else { return nil }
    let isExplained = run.hasInput(completedBy: time)
    self.time = time
    switch origin.map(EndCause.init) ?? .unknown {
    case .release(let release): reason = .release(release)
    case .unknown where isExplained, .other where isExplained: return nil
    case .unknown: reason = EarlyEnd.isUnused(run, at: time) ? .probableRelease : .unknown
    case .other: reason = .other
    }
  }

  /// True at the start of time, in a run whose inputs have no subscriber after it.
  private static func isUnused(_ run: RunRecord, at time: Duration) -> Bool {
    time == .zero && !run.inputs.isEmpty
      && run.inputs.flatMap(\.subscriptions).allSatisfy { $0.ended == .zero }
  }

  /// The start of the first line of a report, if an object was released.
  var cause: String {
    switch reason {
    case .release(let release):
      "\(release.text)\(release.isByStep ? "" : " (retain it with `m.keep`)"): "
    case .probableRelease: "its object was probably released (retain it with `m.keep`): "
    case .unknown, .other: ""
    }
  }

  /// A line below the differences; nil if the stream did not complete because of a release.
  var hint: String? {
    switch reason {
    case .release(let release):
      "The stream completed at \(time.spokenText) because \(release.text)."
        + (release.isByStep ? "" : " Retain it with `m.keep`.")
    case .probableRelease:
      "The stream completed at \(time.spokenText), before the missing values. Likely cause: a stream "
        + "completes when its object is released. Retain the object with `m.keep`."
    case .unknown:
      "A stream completes when its object is released: is the object held with `m.keep`?"
    case .other: nil
    }
  }
}
