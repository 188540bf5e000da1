import CustomDump

/// A description of a value in at most one line: `.loaded(["Swift"])`.
package func oneLine(_ value: Any, limit: Int = 72) -> String {
  OneLine(String(customDumping: trimmed(value, to: 200))).text.cut(to: limit)
}

extension String {
  /// The text with escapes in place of its line breaks.
  package var onOneLine: String {
    guard contains(where: \.isNewline) else { return self }
    return String(
      flatMap { character in
        character.isNewline
          ? character.unicodeScalars.map { $0.escaped(asASCII: true) }.joined() : "\(character)"
      }
    )
  }
}

/// Joins the lines of a dump and drops indices and indentation.
///
/// Text in quotes stays unchanged.
///
/// A line of a dump that ends with a string ends with a quote, so a bracket at the end of a line is
/// never part of a string.
private struct OneLine {
  private(set) var text = ""
  private var lines: ArraySlice<Substring>

  init(_ dump: String) {
    lines = dump.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)[...]
    while let line = lines.popFirst() { append(OneLine.tidied(line)) }
    text.replace(#/^(?:[A-Z]\w*\.)+(?=[a-z])/#, with: ".")
  }

  private mutating func append(_ line: String) {
    let isOpen = text.isEmpty || text.last == "(" || text.last == "["
    let closes = line.first == ")" || line.first == "]"
    text += isOpen || closes ? "" : " "
    guard let hashes = line.firstMatch(of: #/(#*)"""$/#)?.1 else {
      text += line
      return
    }
    text += line.dropLast(3 + hashes.count) + literal(of: String(hashes))
  }

  /// Joins a multi-line string into a literal on one line, up to and including its closing quotes.
  private mutating func literal(of hashes: String) -> String {
    var content: [Substring] = []
    while let line = lines.popFirst() {
      let indentation = line.prefix { $0 == " " }.count
      let rest = line.dropFirst(indentation)
      if rest.hasPrefix("\"\"\"\(hashes)") {
        let texts = content.map { $0.dropFirst(indentation) }
        return texts.literal(hashes) + rest.dropFirst(3 + hashes.count)
      }
      content.append(line)
    }
    return content.joined(separator: " ")
  }

  private static func tidied(_ line: Substring) -> String {
    line.drop { $0 == " " }
      .replacing(#/^\[\d+\]: /#, with: "")
      .replacing(#/\.loading\(\)(?=,?$)/#, with: ".loading")
      .description
  }
}

extension [Substring] {
  /// The raw lines as a string literal on one line, with as many signs as their quotes need.
  fileprivate func literal(_ signs: String) -> String {
    let isPlain = signs.isEmpty && !contains { $0.contains("\"") || $0.contains("\\") }
    let isRaw =
      !signs.isEmpty && !contains { $0.contains("\"\(signs)") || $0.contains("\\\(signs)") }
    guard isPlain || isRaw else { return literal(signs + "#") }
    return "\(signs)\"\(joined(separator: "\\\(signs)n"))\"\(signs)"
  }
}
