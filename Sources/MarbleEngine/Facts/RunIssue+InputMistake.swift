extension [RunIssue] {
  /// The issues in the order of their causes, with the mistakes of inputs as issues.
  var groupedByInputMistake: [RunIssue] {
    let groups = zip(indices, self).map { ($0, $1) }.grouped { index, issue in
      issue.inputMistake.map { "\($0.callSite.line) \($0.text)" } ?? "\(index)"
    }
    return groups.map { _, members in
      let first = members[0].1
      guard let mistake = first.inputMistake else { return first }
      let failure = RunFailure.message(mistake.text)
      var cause = RunIssue(failure, at: mistake.callSite, deviation: first.deviation)
      cause.symptoms = members.map(\.1)
      return cause
    }
  }
}
