/// A failure of the test, at the call that it belongs to.
struct Issue {
  var failure: RunFailure
  let callSite: CallSite
  /// A line below the text.
  var remark: String?
  /// The differences that this failure can explain.
  var symptoms: [Issue] = []
  /// The time of the first deviation from a diagram; nil if unknown.
  var deviation: Duration?
  /// A mistake in the diagram of an input, which is the likely cause.
  var inputMistake: InputMistake?
  /// A drawing to attach where the test library takes attachments.
  var image: DrawingSVG?
}

extension Issue {
  /// The drawings of the failure and of the differences that it can explain.
  var images: [DrawingSVG] {
    [image].compactMap(\.self) + symptoms.flatMap(\.images)
  }

  /// The issue without a diagram to copy, which would be wrong for an incomplete run.
  var withoutSuggestion: Issue {
    guard case .difference(let text, _) = failure else { return self }
    var issue = self
    issue.failure = .difference(text, suggestion: nil)
    return issue
  }

  init(
    text: String,
    callSite: CallSite,
    deviation: Duration? = nil,
    image: DrawingSVG? = nil
  ) {
    self.init(failure: .message(text), callSite: callSite, deviation: deviation, image: image)
  }
}

/// The receiver of issues, so that the engine does not depend on the report.
protocol IssueHandler: Sendable {
  /// Reports an issue to the test library.
  func report(_ issue: Issue)

  /// Reports an issue whose run cannot end; the process exits afterwards.
  func reportHang(_ issue: Issue)
}
