extension Character {
  /// Whether it only sets signs apart: space, with no mark on it.
  var isBlank: Bool {
    unicodeScalars.allSatisfy(\.properties.isWhitespace)
  }

  /// Whether it means something in a diagram, so that a name of it stands in quotes.
  package var isSign: Bool {
    isWhitespace || "-()|#^!'/".contains(self)
  }

  /// Whether it is a name without quotes: no lone mark, which would melt into what is printed
  /// before it, and no space that carries one.
  var standsAlone: Bool {
    isASCII || (!isWhitespace && String(self).isQuotable)
  }
}

extension String {
  /// Whether it is still a name when it stands between quotes: neither of them melts into it.
  var isQuotable: Bool {
    let quoted = Array("'\(self)'")
    return quoted.count > 1 && quoted.first == "'" && quoted.last == "'"
  }
}
