extension MarbleDiagram.SyntaxError {
  private var headline: String {
    isOfValues ? "The diagram does not match its values" : "Invalid diagram"
  }

  private var isOfValues: Bool {
    expected.hasPrefix("a name that has a value") || expected.hasPrefix("a failure that has")
  }

  /// The question about a time that was written wrongly at the column of the error.
  private func question(about diagram: String) -> String {
    guard let hint = ElapsedTimeHint(diagram) else { return "" }
    let index = column - 1
    let isNear = hint.range.contains(index) || hint.range.upperBound == index
    // A digit that has a value is more likely a name than a number.
    let isOfTwoNames = isOfValues && hint.isShort && index > hint.range.lowerBound
    guard isNear, !isOfTwoNames else { return "" }
    return hint.question.prefix(1).uppercased() + hint.question.dropFirst() + " "
  }

  /// The mistake, the line of the diagram that contains it, and a caret under its column.
  ///
  /// - Parameters:
  ///   - diagram: The text of the diagram.
  ///   - lane: The name of the lane of `m.lanes` with the diagram.
  /// - Returns: The failure message.
  func text(in diagram: String, lane: String? = nil) -> String {
    let label = lane.map { "\($0): " } ?? ""
    let before = diagram.prefix(column - 1)
    let start = before.lastIndex(where: \.isNewline).map(before.index(after:)) ?? before.startIndex
    let line = diagram[start...].prefix { !$0.isNewline }
    return """
      \(headline)\(lane.map { " in the lane '\($0)'" } ?? ""): \(description.onOneLine).

        \(label)\(line)
        \((label + before[start...]).map(\.blank).joined())^

      \(question(about: diagram))One character is one frame. Write a longer name in 'quotes', several signals of one frame \
      in (parentheses), and a longer time between spaces, as 40ms. Correct the diagram or its \
      values.
      """
  }
}

extension Character {
  /// White space as wide as the character in a terminal.
  fileprivate var blank: String {
    self == "\t" ? "\t" : String(repeating: " ", count: columns)
  }
}
