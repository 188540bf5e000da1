/// An error that the XML parser reports, with its place.
struct XMLTrouble {
  // NB: a number of libxml2. On Linux the cases of XMLParser.ErrorCode have other raw values than
  // the errors that the parser reports.
  var code: Int
  var line: Int
  var column: Int

  /// Whether the document ends before its root is closed.
  var isEarlyEnd: Bool { code == 5 }

  /// What is wrong, in a few words; the parser's number where there are none.
  var reason: String { Self.reasons[code] ?? "XML error \(code)" }

  func isSamePlace(as other: XMLTrouble) -> Bool {
    (line, column) == (other.line, other.column)
  }

  /// Whether a number is about prefixes, which the feed's reader ignores.
  static func isAboutNamespaces(_ code: Int) -> Bool {
    (200...205).contains(code)
  }
}

extension XMLTrouble {
  private static let reasons: [Int: String] = [
    4: "it does not begin with “<”",
    5: "text follows the end of the document",
    9: "a character is not allowed",
    23: "an entity has no “;”",
    26: "an entity is not declared",
    31: "the encoding is unknown",
    32: "the encoding is unknown",
    38: "there is a “<” in an attribute",
    39: "an attribute’s value is not quoted",
    40: "an attribute’s value has no closing quote",
    41: "an attribute has no value",
    42: "an attribute is given twice",
    64: "the XML declaration is not at the start",
    65: "a space is missing",
    68: "a name is missing, or a “&” or “<” stands alone",
    73: "a “>” is missing",
    76: "an element is closed by another name",
    77: "an element is not closed",
    81: "a character does not fit the encoding",
    89: "an entity contains itself",
  ]
}
