extension SourceLabel {
  /// The place of a line of a multi-line literal in the call at a call site.
  package static func place(ofLine index: Int, in text: String, at callSite: CallSite) -> CallSite {
    let lines = text.laneLines
    return place(ofLine: index, written: index < lines.count ? lines[index] : "", at: callSite)
  }

  /// The place of a line of a multi-line literal; the call itself if the source differs.
  package static func place(
    ofLine index: Int,
    written text: Substring,
    at callSite: CallSite
  ) -> CallSite {
    guard let lines = lines(of: callSite) else { return callSite }
    let opening = lines[callSite.lineIndex...].prefix(3).firstIndex { $0.hasSuffix("\"\"\"") }
    guard let opening, lines.indices.contains(opening + 1 + index),
      lines[opening + 1 + index].trimmed == text.trimmed
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
