extension MarbleDiagram.SyntaxError {
  private var headline: String {
    expected.hasPrefix("a name that has a value")
      ? "The diagram does not fit its values" : "This is not a diagram"
  }

  /// What is wrong, the line of the diagram in which it is, and a caret under the place.
  func text(in diagram: String) -> String {
    let before = diagram.prefix(column - 1)
    let start = before.lastIndex(where: \.isNewline).map(before.index(after:)) ?? before.startIndex
    let line = diagram[start...].prefix { !$0.isNewline }
    return """
      \(headline): \(description).

        \(line)
        \(before[start...].map(\.blank).joined())^

      One character is one frame; a name of several is written 'between quotes', several signals \
      of one frame (in parentheses), a longer time as 40ms between spaces. Correct the diagram or \
      its values.
      """
  }
}

extension Character {
  /// As much empty space as the character takes in a terminal.
  fileprivate var blank: String {
    self == "\t" ? "\t" : String(repeating: " ", count: columns)
  }
}
