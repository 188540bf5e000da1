import Foundation

/// The names in the test's source, which is read only to write a failure message.
enum SourceLabel {
  /// The inputs with their labels: the name of the constant, else `hot` or `cold`.
  ///
  /// Several inputs of a kind without a name are numbered: `hot 1`, `hot 2`. The answers of one
  /// `m.responses(to:)` are sorted by label and share a number.
  static func inputs(of run: Run) -> [(input: InputLane, label: String)] {
    var counts: [String: Int] = [:]
    var earlier: InputLane?
    let entries = inOrder(run.inputs.map { ($0, $0.suffix) }).map { input, suffix in
      let name = variable(at: input.place)
      let isOfSameCall = earlier.map { $0.isAnswer && $0.place.isSame(as: input.place) } ?? false
      if name == nil, !isOfSameCall { counts[input.kindText, default: 0] += 1 }
      earlier = input
      return (input, name, number: counts[input.kindText] ?? 0, suffix)
    }
    return entries.map { input, name, number, suffix in
      let isOnly = counts[input.kindText] == 1
      return (input, (name ?? input.kindText + (isOnly ? "" : " \(number)")) + suffix)
    }
  }

  /// The label of the input with a log.
  static func input(_ log: SubscriptionLog, of run: Run) -> String {
    inputs(of: run).first { $0.input.log === log }?.label ?? "cold"
  }

  private static func inOrder(_ inputs: [(InputLane, String)]) -> [(InputLane, String)] {
    var ordered: [(InputLane, String)] = []
    var rest = inputs[...]
    while let first = rest.first {
      let answers = rest.prefix { $0.0.isAnswer && $0.0.place.isSame(as: first.0.place) }
      ordered += answers.isEmpty ? [first] : answers.sorted { $0.1 < $1.1 }
      rest = rest.dropFirst(max(answers.count, 1))
    }
    return ordered
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

  /// The `states` of `m.expect(model.states, …)`; a longer expression is shown as written.
  static func argument(at place: Place) -> String? {
    guard let argument = arguments(at: place)?.prefixBeforeTopLevelComma else { return nil }
    let isPath = argument.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "." }
    let text = isPath ? argument.split(separator: ".").last.map(String.init) ?? "" : argument
    return text.isEmpty ? nil : text.count > 40 ? "\(text.prefix(39))…" : text
  }

  /// The source text after the opening parenthesis of the call at a place.
  ///
  /// If the column is not that of a call, the first call in the line is used.
  private static func arguments(at place: Place) -> Substring? {
    guard let lines = lines(of: place) else { return nil }
    let text = lines[place.lineIndex...].prefix(2).joined(separator: "\n")
    let before = place.textBefore(in: lines[place.lineIndex])
    let after = text.dropFirst(before.count)
    if before.hasSuffix("expect"), after.first == "(" { return after.dropFirst() }
    return text.range(of: "expect(").map { text[$0.upperBound...] }
  }

  /// The lines of the file of a place, or nil if the file cannot be read or lacks the line.
  private static func lines(of place: Place) -> [Substring]? {
    let source = try? String(contentsOfFile: place.filePath.description, encoding: .utf8)
    let lines = source?.split(separator: "\n", omittingEmptySubsequences: false)
    return lines.flatMap { $0.indices.contains(place.lineIndex) ? $0 : nil }
  }
}

extension Place {
  fileprivate func isSame(as other: Place) -> Bool {
    line == other.line && column == other.column && "\(fileID)" == "\(other.fileID)"
  }

  fileprivate var lineIndex: Int { Int(clamping: line) - 1 }

  /// The text before the column, which the compiler counts in bytes from 1.
  ///
  /// A caller can pass any column, so the value is clamped.
  fileprivate func textBefore(in line: Substring) -> String {
    let bytes = min(max(column, 1) - 1, UInt(line.utf8.count))
    return String(decoding: line.utf8.prefix(Int(bytes)), as: UTF8.self)
  }
}

extension Substring {
  /// The text before the first comma outside brackets and quotes.
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
  fileprivate var kindText: String {
    switch kind {
    case .hot: "hot"
    case .cold, .answer, .requests: "cold"
    }
  }

  fileprivate var isAnswer: Bool {
    switch kind {
    case .answer: true
    case .hot, .cold, .requests: false
    }
  }

  fileprivate var suffix: String {
    switch kind {
    case .hot, .cold: ""
    case .requests: ".requests"
    case .answer(let request, _): "[\(request())]"
    }
  }
}
