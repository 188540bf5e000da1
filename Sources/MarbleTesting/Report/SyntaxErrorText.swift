extension MarbleDiagram.SyntaxError {
  /// What is wrong, the line of the diagram in which it is, and a caret under the place.
  func text(in diagram: String) -> String {
    let before = diagram.prefix(column - 1)
    let start = before.lastIndex(where: \.isNewline).map(before.index(after:)) ?? before.startIndex
    let line = diagram[start...].prefix { !$0.isNewline }
    return """
      This is not a diagram: \(description).

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
    self == "\t" ? "\t" : isWide ? "  " : " "
  }

  /// Whether a terminal gives it two columns, as it does to East Asian characters and emoji.
  private var isWide: Bool {
    unicodeScalars.contains { scalar in
      switch scalar.value {
      case 0x1100...0x115f, 0x2e80...0xa4cf, 0xac00...0xd7a3, 0xf900...0xfaff, 0xfe30...0xfe6f,
        0xff00...0xff60, 0x1f1e6...0x1faff, 0x20000...0x3fffd, 0xfe0f:
        true
      default: scalar.properties.isEmojiPresentation
      }
    }
  }
}
