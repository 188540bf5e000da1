extension MarbleDiagram {
  /// Why a text is not a diagram: where, and what was expected there.
  public struct SyntaxError: Error, Hashable, CustomStringConvertible {
    /// The character at which the text goes wrong, counted from 1.
    public let column: Int
    /// What should stand there.
    public let expected: String
    /// What stands there.
    public let found: String

    package init(column: Int, expected: String, found: String) {
      self.column = column
      self.expected = expected
      self.found = found
    }

    /// One sentence with the column, the expected and the found.
    public var description: String {
      "column \(column): expected \(expected), found \(found)"
    }
  }

  /// Reads a diagram, in the grammar that MarbleTesting describes in “Writing diagrams”.
  ///
  /// - Parameters:
  ///   - text: The diagram.
  ///   - frame: The time that one character takes. More than zero, at most 999,999,999 s;
  ///     10 ms by default.
  /// - Throws: A ``SyntaxError`` for the first character that cannot stand where it stands.
  public init(_ text: String, frame: Duration = .milliseconds(10)) throws(SyntaxError) {
    var parser = MarbleParser(text, frame: frame)
    self = try parser.parse().diagram
  }
}

/// A diagram and the columns its events were read at.
package struct ParsedDiagram {
  package let diagram: MarbleDiagram
  package let columns: [Int]
}
