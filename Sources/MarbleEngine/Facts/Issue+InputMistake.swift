extension [Issue] {
  /// The issues in the order of their causes, with the mistakes of inputs as issues.
  var groupedByInputMistake: [Issue] {
    var grouped: [Issue] = []
    for issue in self {
      guard let mistake = issue.inputMistake else {
        grouped.append(issue)
        continue
      }
      let index = grouped.firstIndex { $0.isReport(of: mistake) }
      if let index {
        grouped[index].symptoms.append(issue)
      } else {
        grouped.append(
          Issue(
            failure: .message(mistake.text),
            callSite: mistake.callSite,
            symptoms: [issue],
            deviation: issue.deviation
          )
        )
      }
    }
    return grouped
  }
}

extension Issue {
  fileprivate func isReport(of mistake: InputMistake) -> Bool {
    guard case .message(mistake.text) = failure else { return false }
    return callSite.line == mistake.callSite.line && !symptoms.isEmpty
  }
}
