extension String {
  /// The text for an XML document, on one line, without characters that XML does not allow.
  package var escapedForXML: String {
    if utf8.allSatisfy(\.isPlain) { return self }
    var text = ""
    text.reserveCapacity(utf8.count + utf8.count / 8)
    for scalar in unicodeScalars {
      switch scalar {
      case "&": text += "&amp;"
      case "<": text += "&lt;"
      case ">": text += "&gt;"
      case "\"": text += "&quot;"
      case "'": text += "&#39;"
      case "\t", "\n", "\r", "\u{2028}", "\u{2029}": text += " "
      case _ where scalar.isForbiddenInXML: continue
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text
  }

  /// The first characters, with an ellipsis if there are more.
  ///
  /// A character can have any number of combining marks, so scalars are limited too.
  func cut(after count: Int) -> String {
    if utf8.count <= count { return self }
    let scalars = unicodeScalars.prefix(count * 8)
    let isLong = scalars.endIndex < unicodeScalars.endIndex
    let start = String(String.UnicodeScalarView(scalars))
    guard let end = start.index(start.startIndex, offsetBy: count, limitedBy: start.endIndex),
      end < start.endIndex
    else { return isLong ? start + "…" : start }
    return start[..<end].trimmingEnd + "…"
  }

  /// The longest start of at most a width, with an ellipsis if there is more.
  func cut(toWidth width: Int, size: Int, isBold: Bool = false) -> String {
    let limit = isBold ? width * 5 / 6 : width
    guard self.width(size: size) > limit else { return self }
    var text = self
    while !text.isEmpty, (text + "…").width(size: size) > limit { text.removeLast() }
    return text.trimmingEnd + "…"
  }

  func boldWidth(size: Int) -> Int { width(size: size) * 6 / 5 }

  /// The estimated width in points, in a common font of this size.
  func width(size: Int) -> Int {
    (reduce(0) { $0 + $1.hundredths } * size + 99) / 100
  }
}

extension UInt8 {
  /// True for ASCII characters that XML allows unescaped.
  fileprivate var isPlain: Bool {
    (0x20..<0x7F).contains(self) && !"&<>\"'".utf8.contains(self)
  }
}

extension Unicode.Scalar {
  /// Control characters, and two that are no characters.
  fileprivate var isForbiddenInXML: Bool {
    properties.generalCategory == .control || (0xFFFE...0xFFFF).contains(value)
  }
}

extension Character {
  /// The estimated width in hundredths of the font's size.
  fileprivate var hundredths: Int {
    switch columns {
    case 0: return 0
    case 2: return 135
    default: break
    }
    if "iljt.,:;'|!()[]/ ".contains(self) { return 36 }
    if "rf".contains(self) { return 42 }
    if "WM@%—…".contains(self) { return 100 }
    return isUppercase || "mw&".contains(self) ? 78 : 60
  }
}
