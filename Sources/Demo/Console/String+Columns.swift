import MarbleDiagrams

extension String {
  /// The columns that a terminal gives to the text.
  var columns: Int {
    reduce(0) { $0 + $1.columns }
  }

  /// The text with a space for each line break and tab, and without what else steers a terminal
  /// or turns the direction of writing.
  var withoutControls: String {
    var clean = ""
    for character in self {
      if character.isNewline || character == "\t" {
        clean += " "
      } else {
        clean.unicodeScalars.append(contentsOf: character.unicodeScalars.filter { !$0.steers })
      }
    }
    return clean
  }

  /// The text, cut and marked with “…” if it is wider than so many columns.
  func cut(toColumns limit: Int) -> String {
    guard columns > limit else { return self }
    return leading(columns: limit - 1) + "…"
  }

  /// The text with spaces up to so many columns.
  func padded(toColumns width: Int, trailing: Bool = false) -> String {
    let padding = String(repeating: " ", count: max(0, width - columns))
    return trailing ? padding + self : self + padding
  }

  /// The text over several lines of at most so many columns, broken at spaces where there are any.
  func wrapped(toColumns limit: Int) -> [String] {
    var lines = [""]
    for word in split(separator: " ").map(String.init) {
      let extended = lines[lines.count - 1].isEmpty ? word : lines[lines.count - 1] + " " + word
      if extended.columns <= limit {
        lines[lines.count - 1] = extended
      } else {
        if lines.last == "" { lines.removeLast() }
        lines += word.broken(toColumns: max(2, limit))
      }
    }
    return lines
  }

  private func broken(toColumns limit: Int) -> [String] {
    var (rest, pieces) = (self, [String]())
    while rest.columns > limit {
      let piece = rest.leading(columns: limit)
      pieces.append(piece)
      rest.removeFirst(piece.count)
    }
    return pieces + [rest]
  }

  private func leading(columns limit: Int) -> String {
    var used = 0
    return String(
      prefix {
        used += $0.columns
        return used <= limit
      }
    )
  }
}

extension Unicode.Scalar {
  /// Whether the scalar is a control character or turns the direction of writing.
  fileprivate var steers: Bool {
    properties.generalCategory == .control || (0x202A...0x202E).contains(value)
      || (0x2066...0x2069).contains(value)
  }
}
