/// Inputs without a subscriber, whose model the body probably released because no call of `m.keep`
/// holds it.
struct UnheldObjectHint {
  /// The start of the first line of a report.
  let cause: String
  /// A line below the differences.
  let text: String
  /// True if no other input with signals had a subscriber.
  let isOnlyCause: Bool

  /// Finds the hot inputs without a subscriber, or in a run without any the cold ones.
  init?(_ run: RunRecord) {
    let inputs = SourceLabel.inputs(of: run).filter(\.input.hasSignals)
    let hot = inputs.filter(\.input.isHot)
    let candidates = hot.isEmpty ? inputs : hot
    let withoutListener = candidates.filter(\.input.hadNoListener)
    // One cold input of several is often not needed, such as the answer to a request.
    guard let first = withoutListener.first,
      !hot.isEmpty || withoutListener.count == candidates.count
    else {
      return nil
    }
    isOnlyCause = withoutListener.count == candidates.count
    // The `load` of `load["swift"]`.
    let name = first.input.isResponse ? String(first.label.prefix { $0 != "[" }) : first.label
    let fact = "`\(name)` \(first.input.absence)"
    if let release = first.input.releaseThatLostListener {
      cause = "\(fact), because \(release.fact)\(release.remedies.short)"
      text = "\(fact), because \(release.text).\(release.remedies.sentence)"
    } else {
      let question = "is its model held with `m.keep`, and does it subscribe?"
      cause = "\(fact) (\(question))"
      text = "\(fact): \(question)"
    }
  }
}

extension InputRecord {
  /// True if a subscriber can receive something.
  fileprivate var hasSignals: Bool {
    switch kind {
    case .hot(let diagram): takesSubscribers && !diagram.events.isEmpty
    case .cold, .response: true
    case .requests: false
    }
  }

  /// True without a subscription, or if the only one was cancelled before the first signal.
  fileprivate var hadNoListener: Bool {
    subscriptions.isEmpty || lossOfOnlySubscriber != nil
  }

  /// The release that ended the only subscription; `nil` without a subscription.
  fileprivate var releaseThatLostListener: Release? {
    subscriptions.isEmpty ? nil : log.lossOrigin?.release
  }

  /// The end of the only subscription, before the first signal or at the start of time.
  private var lossOfOnlySubscriber: Duration? {
    guard case .hot(let diagram) = kind, subscriptions.count == 1,
      subscriptions[0].ending == .cancellation, let end = subscriptions[0].ended,
      let first = diagram.events.first?.time, end < first || end == .zero
    else { return nil }
    return end
  }

  fileprivate var absence: String {
    guard let end = lossOfOnlySubscriber else { return "had no subscriber" }
    return end == .zero
      ? "had no subscriber when time started"
      : "lost its only subscriber at \(end.spokenText), before its first signal"
  }
}

extension Comparison {
  /// True if an expected value is missing.
  var missesValues: Bool { !missingValues.isEmpty }

  /// True if expected values are missing and nothing arrived after the start of time.
  var hasNoValueInTime: Bool {
    missesValues && lastOfOnlyMissing != nil && actual.allSatisfy { $0.time == .zero }
  }
}
