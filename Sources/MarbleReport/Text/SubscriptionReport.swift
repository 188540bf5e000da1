/// The failure message of the subscriptions of one input.
package struct SubscriptionReport {
  let expected: [MarbleDiagram]
  private let input: InputRecord.ID
  let actual: [SubscriptionLog.Entry]
  private let callSite: CallSite
  private let run: RunRecord

  package init(
    _ expected: [MarbleDiagram],
    _ actual: [SubscriptionLog.Entry],
    of input: InputRecord.ID,
    _ callSite: CallSite,
    _ run: RunRecord
  ) {
    self.expected = expected
    self.actual = actual
    self.input = input
    self.callSite = callSite
    self.run = run
  }

  /// The failure with its text and its drawing.
  package var issue: RunIssue {
    let label = label
    let header = "\(callSite.text)  \(label): \(summary.cut(to: 120))".onOneLine
    let (lanes, times) = (lanes(besides: label), differingTimes)
    let drawing = Drawing(lanes, differing: times, frame: run.frame)
    let picture = lanes.picture(header, differing: times, frame: run.frame)
    let lines = differing.map { index in
      " \(label)[\(index)] expected \(expectedText(index)), got "
        + (index < actual.count ? actual[index].text : "none")
    }
    return RunIssue(
      .message(([header, drawing.text] + lines + hints).joined(separator: "\n")),
      at: callSite,
      deviation: times.min(),
      image: picture.image(of: label)
    )
  }

  /// The question about the model of an input that no subscriber reached.
  private var hints: [String] {
    let isUnheard = !actual.contains { $0.ended != .zero }
    guard isUnheard, !expected.isEmpty, let unheld = UnheldObjectHint(run) else { return [] }
    return [" \(unheld.text)"]
  }

  /// The label of the input; a response of `m.responses(to:)` has its request: `load["rust"]`.
  var label: String { SourceLabel.input(input, of: run) }

  /// The indices of the subscriptions that differ.
  var differing: [Int] {
    (0..<max(expected.count, actual.count)).filter { expectedText($0) != actualText($0) }
  }

  private func expectedText(_ index: Int) -> String {
    index < expected.count ? expected[index].events.interval : "none"
  }

  private func actualText(_ index: Int) -> String {
    index < actual.count ? actual[index].events.interval : "none"
  }

  private func lanes(besides label: String) -> [Lane] {
    let end = max(run.now, expected.map(\.length).max() ?? .zero) + run.frame
    let inputs = run.lanes(until: end).filter { !$0.label.hasPrefix("\(label)[") }
    return inputs
      + differing.flatMap { index in
        [
          index < expected.count
            ? Lane("expected[\(index)]", subscription: expected[index], until: end) : nil,
          index < actual.count ? Lane("actual[\(index)]", actual[index], until: end) : nil,
        ].compactMap { $0 }
      }
  }

  /// The times that only one of expectation and recording has.
  private var differingTimes: [Duration] {
    differing.flatMap { index in
      let expectedTimes = index < expected.count ? expected[index].events.map(\.time) : []
      let actualTimes = index < actual.count ? actual[index].events.map(\.time) : []
      return Array(Set(expectedTimes).symmetricDifference(actualTimes))
    }
  }
}

extension [MarbleDiagram.Event] {
  /// `^60 !80`, in milliseconds.
  fileprivate var interval: String {
    map { "\($0.signal.text)\($0.time.millisecondsText)" }.joined(separator: " ")
  }
}

extension SubscriptionLog.Entry {
  /// The interval and the reason of its end.
  fileprivate var text: String {
    events.interval + (ending.map { " (\($0.participle))" } ?? "")
  }
}
