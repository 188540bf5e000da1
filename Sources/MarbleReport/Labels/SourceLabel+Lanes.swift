extension SourceLabel {
  /// The place of a line of a multi-line literal in a call; the call itself if the source differs.
  package static func place(ofLine index: Int, in text: String, at callSite: CallSite) -> CallSite {
    guard let lines = lines(of: callSite) else { return callSite }
    let written = text.laneLines
    let line = index < written.count ? written[index] : ""
    let opening = lines[callSite.lineIndex...].prefix(3).firstIndex { $0.hasSuffix("\"\"\"") }
    guard let opening, lines.indices.contains(opening + 1 + index),
      lines[opening + 1 + index].trimmed == line.trimmed
    else { return callSite }
    return CallSite(
      fileID: callSite.fileID,
      filePath: callSite.filePath,
      line: UInt(opening + 2 + index),
      column: 1
    )
  }
}

extension String {
  package var laneLines: [Substring] {
    split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
  }
}

extension Substring {
  package var trimmed: Substring {
    var text = self
    while text.first?.isWhitespace == true { text.removeFirst() }
    while text.last?.isWhitespace == true { text.removeLast() }
    return text
  }
}
