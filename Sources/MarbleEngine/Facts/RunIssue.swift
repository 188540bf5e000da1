/// A failure of the test, at the call that it belongs to.
package struct RunIssue {
  package var failure: RunFailure
  package let callSite: CallSite
  /// The tasks that had not ended when the run compared its recordings.
  package var unfinished: [StartContext] = []
  /// The differences that this failure can explain.
  package var symptoms: [RunIssue] = []
  /// The time of the first deviation from a diagram; nil if unknown.
  package var deviation: Duration?
  /// A mistake in the diagram of an input, which is the likely cause.
  package var inputMistake: InputMistake?
  /// A drawing to attach where the test library takes attachments.
  package var image: RunImage?

  package init(
    _ failure: RunFailure,
    at callSite: CallSite,
    deviation: Duration? = nil,
    image: RunImage? = nil
  ) {
    self.failure = failure
    self.callSite = callSite
    self.deviation = deviation
    self.image = image
  }
}

/// A drawing of a failure, rendered only where the test library takes attachments.
package typealias RunImage = (fileName: String, render: () -> String)

/// A mistake in a diagram, with its correction and the label of its input, and its line.
package typealias InputMistake = (text: String, callSite: CallSite)

extension RunIssue {
  /// The drawings of the failure and of the differences that it can explain.
  package var images: [RunImage] {
    [image].compactMap(\.self) + symptoms.flatMap(\.images)
  }

  /// The issue without a diagram to copy, which would be wrong for an incomplete run.
  var withoutSuggestion: RunIssue {
    guard case .difference(let text, _) = failure else { return self }
    var issue = self
    issue.failure = .difference(text, suggestion: nil)
    return issue
  }
}

/// Reports an issue to the test library; the process exits after one of a run that hangs.
package typealias IssueHandler = @Sendable (_ issue: RunIssue, _ hangs: Bool) -> Void
