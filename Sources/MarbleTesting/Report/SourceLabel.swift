import Foundation

/// What the test calls things, read from its source when a failure is written.
enum SourceLabel {
  /// The inputs by the constants they are kept in, else by kind and number.
  static func all(of run: Run) -> [String] {
    run.inputs.enumerated().map { index, input in
      (variable(at: input.place) ?? "\(input.isHot ? "hot" : "cold") \(index + 1)") + input.suffix
    }
  }

  /// The `query` of `let query = m.hot(…)`: the constant that the call is assigned to.
  static func variable(at place: Place) -> String? {
    guard let lines = lines(of: place) else { return nil }
    let index = place.lineIndex
    let above = index > 0 && lines[index - 1].last == "=" ? lines[index - 1] + " " : ""
    let assignment = #/(?:\b(?:let|var)|,)\s*(\w+)\s*(?::[^=]*)?=[\s\w.]*$/#
    let match = (above + place.textBefore(in: lines[index])).firstMatch(of: assignment)
    return match.map { String($0.1) }
  }

  /// The `states` of `m.expect(model.states, …)`; a longer expression stands for itself.
  static func argument(at place: Place) -> String? {
    guard let argument = arguments(at: place)?.prefixBeforeTopLevelComma else { return nil }
    let isPath = argument.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "." }
    let text = isPath ? argument.split(separator: ".").last.map(String.init) ?? "" : argument
    return text.isEmpty ? nil : text.count > 40 ? "\(text.prefix(39))…" : text
  }

  /// What follows the opening parenthesis of the call at a place; of the first call in the line
  /// when the column is not where a call is.
  private static func arguments(at place: Place) -> Substring? {
    guard let lines = lines(of: place) else { return nil }
    let text = lines[place.lineIndex...].prefix(2).joined(separator: "\n")
    let before = place.textBefore(in: lines[place.lineIndex])
    let after = text.dropFirst(before.count)
    if before.hasSuffix("expect"), after.first == "(" { return after.dropFirst() }
    return text.range(of: "expect(").map { text[$0.upperBound...] }
  }

  /// The lines of the file that a place is in, if it can be read and has the place's line.
  private static func lines(of place: Place) -> [Substring]? {
    let source = try? String(contentsOfFile: place.filePath.description, encoding: .utf8)
    let lines = source?.split(separator: "\n", omittingEmptySubsequences: false)
    return lines.flatMap { $0.indices.contains(place.lineIndex) ? $0 : nil }
  }
}

extension Place {
  fileprivate var lineIndex: Int { Int(clamping: line) - 1 }

  /// What stands before the column, which the compiler counts in bytes, from 1.
  ///
  /// Whoever passes a column of their own may pass any.
  fileprivate func textBefore(in line: Substring) -> String {
    let bytes = min(max(column, 1) - 1, UInt(line.utf8.count))
    return String(decoding: line.utf8.prefix(Int(bytes)), as: UTF8.self)
  }
}

extension Substring {
  /// What stands before the first comma that no bracket or quote surrounds.
  fileprivate var prefixBeforeTopLevelComma: String {
    var depth = 0
    var isQuoted = false
    let end = firstIndex { character in
      switch character {
      case "\"": isQuoted.toggle()
      case "(", "[", "{": if !isQuoted { depth += 1 }
      case ")", "]", "}": if !isQuoted { depth -= 1 }
      default: break
      }
      return depth < 0 || (character == "," && depth == 0 && !isQuoted)
    }
    let lines = self[..<(end ?? endIndex)].split(separator: "\n")
    return lines.map { $0.trimmingCharacters(in: .whitespaces) }.joined(separator: " ")
  }
}

extension InputLane {
  fileprivate var isHot: Bool {
    switch kind {
    case .hot: true
    case .cold, .requests: false
    }
  }

  fileprivate var suffix: String {
    switch kind {
    case .hot, .cold(key: nil, _): ""
    case .requests: ".requests"
    case .cold(key: let key?, _): "[\(key)]"
    }
  }
}
