extension RunIssue {
  /// The message, in which no value reorders a line.
  package var text: String { message.inVisibleOrder }

  /// The failure, and what it can explain.
  private var message: String {
    guard !symptoms.isEmpty else { return textWithRemark }
    let shown = symptoms.prefix(RunIssue.maxSymptoms)
    let rest = symptoms.count - shown.count
    let count = symptoms.count == 1 ? "an expectation" : "\(symptoms.count) expectations"
    let parts =
      ["\(failure.text)\n\nThis can explain the differences of \(count):"]
      + shown.map(\.textWithRemark)
    return (parts + (rest > 0 ? ["… and \(rest) more"] : [])).joined(separator: "\n\n")
  }

  private var textWithRemark: String {
    [failure.text, unfinished.waitingText].compactMap(\.self).joined(separator: "\n")
  }

  private static let maxSymptoms = 3
}
