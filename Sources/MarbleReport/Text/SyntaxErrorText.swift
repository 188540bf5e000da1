extension MarbleDiagram.SyntaxError {
  private var headline: String {
    isOfNames ? "The diagram does not match its values" : "Invalid diagram"
  }

  /// The question about a time that was written wrongly at the column of the error.
  private func question(about diagram: String) -> String? {
    guard let hint = ElapsedTimeHint(diagram) else { return nil }
    let index = column - 1
    let isNear = hint.range.contains(index) || hint.range.upperBound == index
    // A digit that has a value is more likely a name than a number.
    let isOfTwoNames = isOfNames && hint.isShort && index > hint.range.lowerBound
    guard isNear, !isOfTwoNames else { return nil }
    return hint.question.prefix(1).uppercased() + hint.question.dropFirst()
      + " A time has spaces on both sides."
  }

  /// The mistake, the line of the diagram that contains it, a caret under its column, the remedy.
  package func text(in diagram: String, lane: String? = nil) -> String {
    let label = lane.map { "\($0): " } ?? ""
    let before = diagram.prefix(column - 1)
    let start = before.lastIndex(where: \.isNewline).map(before.index(after:)) ?? before.startIndex
    let line = diagram[start...].prefix { !$0.isNewline }
    let picture = """
      \(headline)\(lane.map { " in the lane '\($0)'" } ?? ""): \(description.onOneLine).

        \(label)\(line)
        \((label + before[start...]).map(\.blank).joined())^
      """
    let remedy = question(about: diagram) ?? remedy
    return remedy.isEmpty ? picture : "\(picture)\n\n\(remedy.onOneLine)"
  }
}

extension Character {
  /// White space as wide as the character in a terminal.
  fileprivate var blank: String {
    self == "\t" ? "\t" : String(repeating: " ", count: columns)
  }
}
