// Characters that an editor or a terminal does not show as they are.

extension Unicode.Scalar {
  /// True for the signs of the bidirectional algorithm (UAX 9), which reorder the rest of a line.
  package var reordersLine: Bool {
    switch value {
    case 0x061C, 0x200E...0x200F, 0x202A...0x202E, 0x2066...0x2069: true
    default: false
    }
  }

  /// True for controls, line breaks, spaces other than the usual one, and whatever has no shape.
  package var isHidden: Bool {
    if isASCII { return value < 0x20 || value == 0x7F }
    switch properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .spaceSeparator, .privateUse,
      .unassigned, .surrogate:
      return true
    default: return properties.isDefaultIgnorableCodePoint
    }
  }

  /// The scalar as it is written in a string literal of Swift: `\u{202E}`.
  package var unicodeEscape: String { "\\u{\(String(value, radix: 16, uppercase: true))}" }
}

extension String {
  /// The text with escapes for the signs that reorder a line.
  package var inVisibleOrder: String {
    guard unicodeScalars.contains(where: \.reordersLine) else { return self }
    return unicodeScalars.map { $0.reordersLine ? $0.unicodeEscape : String($0) }.joined()
  }

  /// The text as a string literal of Swift, with escapes for hidden characters.
  ///
  /// The joiner and the selector of an emoji stay, and so does a mark after a visible character.
  package var swiftLiteral: String {
    var literal = "\""
    for character in self {
      let isEmoji = character.unicodeScalars.first.map {
        !$0.isASCII && $0.properties.isEmoji
      }
      // Written as it is, a mark would join the quote or the escape before it.
      var needsEscape = true
      for scalar in character.unicodeScalars {
        let joinsEmoji = isEmoji == true && !needsEscape && "\u{200D}\u{FE0F}".contains(scalar)
        let isShown =
          joinsEmoji || !(scalar.isHidden || needsEscape && scalar.properties.isGraphemeExtend)
        needsEscape = !isShown || scalar == "\"" || scalar == "\\"
        switch scalar {
        case "\"", "\\", "\0", "\n", "\r", "\t":
          literal += scalar == "\"" ? "\\\"" : scalar.escaped(asASCII: false)
        default: literal += isShown ? String(scalar) : scalar.unicodeEscape
        }
      }
    }
    return literal + "\""
  }
}

extension String {
  fileprivate func contains(_ scalar: Unicode.Scalar) -> Bool { unicodeScalars.contains(scalar) }
}
