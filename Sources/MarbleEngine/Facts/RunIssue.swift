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
package struct RunImage {
  package let fileName: String
  package let render: () -> String

  package init(fileName: String, render: @escaping () -> String) {
    self.fileName = fileName
    self.render = render
  }
}

/// A mistake in the diagram of an input that is the likely cause of a difference.
package struct InputMistake {
  /// The mistake and its correction, with the label of the input.
  package let text: String
  /// The line with the diagram.
  package let callSite: CallSite

  package init(text: String, callSite: CallSite) {
    self.text = text
    self.callSite = callSite
  }
}

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

/// The receiver of issues, so that the engine does not depend on the report.
package protocol IssueHandler: Sendable {
  /// Reports an issue to the test library.
  func report(_ issue: RunIssue)

  /// Reports an issue whose run cannot end; the process exits afterwards.
  func reportHang(_ issue: RunIssue)
}
