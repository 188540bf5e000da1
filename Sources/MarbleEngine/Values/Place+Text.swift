extension ValueDifference.Place {
  /// The place in a sentence: `d.title is "Rust", expected "Swift"`.
  ///
  /// The name is that of the whole value.
  package func text(in name: String) -> String {
    let name = "\(name)\(path)"
    switch change {
    case .different(let expected, let actual):
      let pair = TextPair(expected, actual)
      guard pair.start != nil || pair.expected != pair.actual else {
        return "\(name) is not equal to the expected value, but both print as \(pair.actual)"
      }
      let start = pair.start.map { " differs from character \($0) on:" } ?? " is"
      return "\(name)\(start) \(pair.actual), expected \(pair.expected)"
    case .missing(let value):
      return "\(name) = \(clauseText(value)) is missing"
    case .unexpected(let value):
      return "\(name) = \(clauseText(value)) is unexpected"
    case .members(let missing, let unexpected):
      let parts = [clause("lacks", missing), clause("has the unexpected", unexpected)]
      return "\(name) \(parts.compactMap(\.self).joined(separator: " and "))"
    case .count(let expected, let actual):
      return "\(name) has \(actual) elements, expected \(expected)"
    }
  }

  /// The place as lines of a difference; none for a whole value that is not a string.
  package var lines: [String] {
    switch change {
    case .different(let expected, let actual):
      let pair = TextPair(expected, actual)
      let start = pair.start.map { "from character \($0)" }
      guard !path.isEmpty || start != nil else { return [] }
      let heading = [path.isEmpty ? nil : path, start].compactMap(\.self)
      return ["  \(heading.joined(separator: ", "))", "- \(pair.expected)", "+ \(pair.actual)"]
    case .missing(let value): return ["- \(path): \(clauseText(value))"]
    case .unexpected(let value): return ["+ \(path): \(clauseText(value))"]
    case .members(let missing, let unexpected):
      return (path.isEmpty ? [] : ["  \(path)"])
        + missing.map { "- \(clauseText($0))" } + unexpected.map { "+ \(clauseText($0))" }
    case .count(let expected, let actual):
      return ["- \(path)(\(expected) elements)", "+ \(path)(\(actual) elements)"]
    }
  }

  private func clause(_ verb: String, _ members: [Any]) -> String? {
    guard !members.isEmpty else { return nil }
    let texts = members.prefix(2).map(clauseText)
    let rest = members.count > 2 ? " and \(members.count - 2) more" : ""
    return "\(verb) \(texts.joined(separator: ", "))\(rest)"
  }
}

/// A description of at most forty characters.
package func clauseText(_ value: Any) -> String { oneLine(value, limit: 40) }

extension String {
  /// The text, cut to forty characters.
  package var shortened: String { cut(to: 40) }
}

/// The descriptions of two values; of long strings the parts from the first difference on.
private struct TextPair {
  let expected: String
  let actual: String
  /// The number of the first character that differs in long strings, from 1.
  let start: Int?

  private static let before = 8
  private static let after = 20

  init(_ expected: Any, _ actual: Any) {
    let texts = (clauseText(expected), clauseText(actual))
    let isCut = texts.0.isCut || texts.1.isCut
    if isCut, let expected = expected as? String, let actual = actual as? String {
      let same = zip(expected.utf8, actual.utf8).prefix { $0 == $1 }.count
      self.expected = TextPair.excerpt(of: expected, at: same)
      self.actual = TextPair.excerpt(of: actual, at: same)
      let index = TextPair.index(of: same, in: expected)
      start = expected.distance(from: expected.startIndex, to: index) + 1
    } else {
      (self.expected, self.actual) = texts
      start = nil
    }
  }

  private static func excerpt(of text: String, at offset: Int) -> String {
    let center = index(of: offset, in: text)
    let start =
      text.index(center, offsetBy: -before, limitedBy: text.startIndex) ?? text.startIndex
    let end = text.index(center, offsetBy: after, limitedBy: text.endIndex) ?? text.endIndex
    let isCut = (start > text.startIndex, end < text.endIndex)
    return oneLine("\(isCut.0 ? "…" : "")\(text[start..<end])\(isCut.1 ? "…" : "")")
  }

  /// The start of the character that contains a byte.
  private static func index(of offset: Int, in text: String) -> String.Index {
    var index = text.utf8.index(text.startIndex, offsetBy: offset)
    while index > text.startIndex, index < text.endIndex, index.samePosition(in: text) == nil {
      index = text.utf8.index(before: index)
    }
    return index
  }
}
