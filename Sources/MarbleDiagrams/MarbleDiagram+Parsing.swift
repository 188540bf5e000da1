extension MarbleDiagram {
  /// The error of a text that is not a valid diagram.
  public struct SyntaxError: Error, Hashable, CustomStringConvertible {
    /// The column of the first invalid character, from 1.
    public let column: Int
    /// The expected sign.
    public let expected: String
    /// The sign in the text.
    public let found: String
    /// A sentence with the correction; empty if the mistake is enough.
    package let remedy: String
    /// True if the diagram is valid, but a name in it has no value or no error.
    package let isOfNames: Bool

    package init(
      column: Int,
      expected: String,
      found: String,
      remedy: String = "",
      isOfNames: Bool = false
    ) {
      self.column = column
      self.expected = expected
      self.found = found
      self.remedy = remedy
      self.isOfNames = isOfNames
    }

    /// A sentence with the column, the expected sign and the actual sign.
    public var description: String {
      "column \(column): expected \(expected), found \(found)"
    }
  }

  /// Parses a diagram, whose grammar is in the article “Writing marble diagrams” of MarbleTesting.
  ///
  /// - Parameters:
  ///   - text: The diagram as text, in one line or several.
  ///   - frame: The time that one character takes. More than zero, at most 999,999,999 s; 10 ms by
  ///     default.
  /// - Throws: A ``SyntaxError`` for the first invalid character.
  public init(_ text: String, frame: Duration = .milliseconds(10)) throws(SyntaxError) {
    var parser = MarbleParser(text, frame: frame)
    self = try parser.parse().diagram
  }
}

/// A diagram, and the columns of its events in the text.
package struct ParsedDiagram {
  package let diagram: MarbleDiagram
  package let columns: [Int]
}
