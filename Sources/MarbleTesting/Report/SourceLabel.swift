import Foundation

/// What the test calls things, read from its source when a failure is written.
enum SourceLabel {
  /// The inputs by the constants they are kept in, else by kind and number.
  static func all(of run: Run) -> [String] {
    run.inputs.enumerated().map { index, input in
      (variable(at: input.place) ?? "\(input.isHot ? "hot" : "cold") \(index + 1)") + input.suffix
    }
  }

  /// The `query` of `let query = m.hot(…)`.
  static func variable(at place: Place) -> String? {
    let pattern = /(?:let|var)\s+(\w+)\s*(?::[^=]*)?=/
    return line(at: place).flatMap { try? pattern.firstMatch(in: $0) }.map { String($0.1) }
  }

  /// The `states` of `m.expect(model.states, …)`; a longer expression stands for itself.
  static func argument(at place: Place) -> String? {
    guard let line = line(at: place), let call = line.range(of: "expect(") else { return nil }
    let argument = line[call.upperBound...].prefixBeforeTopLevelComma
    let isPath = argument.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "." }
    let text = isPath ? argument.split(separator: ".").last.map(String.init) ?? "" : argument
    return text.isEmpty ? nil : text.count > 40 ? "\(text.prefix(39))…" : text
  }

  private static func line(at place: Place) -> String? {
    guard
      let source = try? String(contentsOfFile: place.filePath.description, encoding: .utf8)
    else { return nil }
    let lines = source.split(separator: "\n", omittingEmptySubsequences: false)
    let index = Int(place.line) - 1
    guard lines.indices.contains(index) else { return nil }
    return lines[index...].prefix(2).joined(separator: "\n")
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
    case .cold: false
    }
  }

  fileprivate var suffix: String {
    switch kind {
    case .hot, .cold(key: nil, _): ""
    case .cold(key: let key?, _): "[\(key)]"
    }
  }
}
