import MarbleReport

/// A lane of a text: `name: diagram`.
struct LaneLine {
  let name: String
  let diagram: String
  let index: Int

  /// The failure message of a lane that the test does not read.
  var unusedText: String {
    failureText(
      "The lane '\(name)' is never used.",
      means: "A lane has an effect only if its diagram is passed to an input or an expectation.",
      remedy: "Pass `lanes[\"\(name)\"]`, or remove the line."
    )
  }
}

struct LaneReader {
  private(set) var lanes: [LaneLine] = []
  private(set) var mistakes: [(line: Int, mistake: LaneMistake)] = []
  /// The line of a comment that is still open.
  private var comment: Int?

  mutating func read(_ text: String) {
    for (index, line) in text.laneLines.enumerated() { read(line, at: index) }
    if let comment { mistakes.append((comment, .openComment)) }
    if lanes.isEmpty, mistakes.isEmpty { mistakes.append((0, .noLanes)) }
  }

  private mutating func read(_ line: Substring, at index: Int) {
    let content = withoutComments(line, at: index)
    guard !content.isEmpty, !content.hasPrefix("//") else { return }
    guard let colon = content.firstIndex(of: ":") else {
      return mistakes.append((index, .noName(String(content))))
    }
    let name = String(content[..<colon].trimmed)
    let diagram = String(content[colon...].dropFirst().trimmed)
    if let mistake = mistake(in: name, diagram, content) {
      mistakes.append((index, mistake))
    } else {
      lanes.append(LaneLine(name: name, diagram: diagram, index: index))
    }
  }

  private func mistake(in name: String, _ diagram: String, _ line: Substring) -> LaneMistake? {
    if name.isEmpty { return .noName(String(line)) }
    if let sign = name.first(where: \.isForeignToName) { return .signInName(name, sign) }
    if name.hasPrefix("-") { return .signInName(name, "-") }
    if lanes.contains(where: { $0.name == name }) { return .duplicate(name) }
    return diagram.hasBareColon ? .secondColon(String(line)) : nil
  }

  /// Skips comments at the start of a line, which may have started in an earlier line.
  private mutating func withoutComments(_ line: Substring, at index: Int) -> Substring {
    var rest = line.trimmed
    while comment != nil || rest.hasPrefix("/*") {
      let isNew = comment == nil
      guard let end = rest.dropFirst(isNew ? 2 : 0).firstRange(of: "*/") else {
        if isNew { comment = index }
        return ""
      }
      comment = nil
      rest = rest[end.upperBound...].trimmed
    }
    return rest
  }
}

extension String {
  /// True if a colon is outside quotes and comments.
  fileprivate var hasBareColon: Bool {
    var isQuoted = false
    var rest = self[...]
    while let character = rest.popFirst() {
      if character == "'" { isQuoted.toggle() }
      if isQuoted { continue }
      if character == ":" { return true }
      guard character == "/", rest.first == "*" else { continue }
      rest = rest.firstRange(of: "*/").map { rest[$0.upperBound...] } ?? ""
    }
    return false
  }
}

extension Character {
  /// True for a character that a name of a lane does not contain, because it begins a diagram.
  fileprivate var isForeignToName: Bool { "'\"`()|#^!/".contains(self) }
}
