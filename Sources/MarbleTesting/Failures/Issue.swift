/// A failure of the test, at the call that it belongs to.
struct Issue {
  var failure: RunFailure
  let callSite: CallSite
  /// The texts of further failures that this one can explain.
  var symptoms: [String] = []
  /// A drawing to attach where the test library takes attachments.
  var image: DrawingSVG?
}

extension Issue {
  /// The issue without a diagram to copy, which would be wrong for an incomplete run.
  var withoutSuggestion: Issue {
    guard case .difference(let text, _) = failure else { return self }
    var issue = self
    issue.failure = .difference(text, suggestion: nil)
    return issue
  }

  init(text: String, callSite: CallSite, image: DrawingSVG? = nil) {
    self.init(failure: .message(text), callSite: callSite, image: image)
  }
}

/// The receiver of issues, so that the engine does not depend on the report.
protocol IssueHandler: Sendable {
  /// Reports an issue to the test library.
  func report(_ issue: Issue)

  /// Reports an issue whose run cannot end; the process exits afterwards.
  func reportHang(_ issue: Issue)
}
