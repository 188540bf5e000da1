extension Character {
  /// True for white space without a combining mark, which only separates signs.
  var isBlank: Bool { unicodeScalars.allSatisfy(\.properties.isWhitespace) }

  /// True if the character is a sign of the grammar, so that it must be quoted as a name.
  package var isSign: Bool { isWhitespace || "-()|#^!'/".contains(self) }

  /// True if the character is a valid name without quotes.
  ///
  /// A lone combining mark would join the character before it, and a space with a mark is not a
  /// name.
  var isCompleteCharacter: Bool {
    isASCII || (!isWhitespace && String(self).isQuotable)
  }
}

extension String {
  /// True if the text is a name when quoted: it does not join either quote.
  var isQuotable: Bool {
    let quoted = Array("'\(self)'")
    return quoted.count > 1 && quoted.first == "'" && quoted.last == "'"
  }
}
