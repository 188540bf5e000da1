extension [RunIssue] {
  /// The issues in the order of their causes, with the mistakes of inputs as issues.
  var groupedByInputMistake: [RunIssue] {
    var grouped: [RunIssue] = []
    for issue in self {
      guard let mistake = issue.inputMistake else {
        grouped.append(issue)
        continue
      }
      let index = grouped.firstIndex { $0.isReport(of: mistake) }
      if let index {
        grouped[index].symptoms.append(issue)
      } else {
        var cause = RunIssue(
          .message(mistake.text),
          at: mistake.callSite,
          deviation: issue.deviation
        )
        cause.symptoms = [issue]
        grouped.append(cause)
      }
    }
    return grouped
  }
}

extension RunIssue {
  fileprivate func isReport(of mistake: InputMistake) -> Bool {
    guard case .message(mistake.text) = failure else { return false }
    return callSite.line == mistake.callSite.line && !symptoms.isEmpty
  }
}
