extension MarbleDiagram.SyntaxError {
  private var headline: String {
    expected.hasPrefix("a name that has a value") || expected.hasPrefix("a failure that has")
      ? "The diagram does not match its values" : "Invalid diagram"
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
      \(headline)\(lane.map { " in the lane '\($0)'" } ?? ""): \(description).

        \(label)\(line)
        \((label + before[start...]).map(\.blank).joined())^

      One character is one frame. Write a longer name in 'quotes', several signals of one frame \
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
