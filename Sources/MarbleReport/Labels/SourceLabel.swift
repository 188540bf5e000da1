import Foundation

/// The names in the test's source, which is read only to write a failure message.
///
/// It reads lines, not Swift. A name is found in `let query = m.hot(…)`, also with a type, among
/// several names, and after a line that ends with `=`; not in an assignment to a property, in an
/// argument of another call, or in backticks. An expression is read to the end of the next line;
/// escaped quotes, multi-line literals, comments and commas in angle brackets are not recognized. A
/// report then has the label `hot`, `cold` or `stream`, or a part of the expression.
package enum SourceLabel {
  /// The inputs with their labels: the name of the constant, else `hot` or `cold`.
  ///
  /// Several inputs of a kind without a name are numbered: `hot 1`, `hot 2`. The responses of one
  /// `m.responses(to:)` are sorted by label and share a number.
  package static func inputs(of record: RunRecord) -> [(input: InputRecord, label: String)] {
    var counts: [String: Int] = [:]
    var earlier: InputRecord?
    let entries = inOrder(record.inputs.map { ($0, $0.suffix) }).map { input, suffix in
      let name = variable(at: input.callSite)
      let isOfSameCall =
        earlier.map { $0.isResponse && $0.callSite.place == input.callSite.place } ?? false
      if name == nil, !isOfSameCall { counts[input.kindText, default: 0] += 1 }
      earlier = input
      return (input, name, number: counts[input.kindText] ?? 0, suffix)
    }
    return entries.map { input, name, number, suffix in
      let isOnly = counts[input.kindText] == 1
      return (input, (name ?? input.kindText + (isOnly ? "" : " \(number)")) + suffix)
    }
  }

  package static func input(_ id: InputRecord.ID, of record: RunRecord) -> String {
    inputs(of: record).first { $0.input.id == id }?.label ?? "cold"
  }

  private static func inOrder(_ inputs: [(InputRecord, String)]) -> [(InputRecord, String)] {
    var ordered: [(InputRecord, String)] = []
    var rest = inputs[...]
    while let first = rest.first {
      let responses = rest.prefix {
        $0.0.isResponse && $0.0.callSite.place == first.0.callSite.place
      }
      ordered += responses.isEmpty ? [first] : responses.sorted { $0.1 < $1.1 }
      rest = rest.dropFirst(max(responses.count, 1))
    }
    return ordered
  }

  /// The `query` of `let query = m.hot(…)`: the constant that the call is assigned to.
  package static func variable(at callSite: CallSite) -> String? {
    guard let lines = lines(of: callSite) else { return nil }
    let index = callSite.lineIndex
    let above = index > 0 && lines[index - 1].last == "=" ? lines[index - 1] + " " : ""
    let assignment = #/(?:\b(?:let|var)|,)\s*(\w+)\s*(?::[^=]*)?=[\s\w.]*$/#
    let match = (above + callSite.textBefore(in: lines[index])).firstMatch(of: assignment)
    return match.map { String($0.1) }
  }

  /// The `model.states` of `m.expect(model.states, …)`; a long expression is cut.
  package static func argument(at callSite: CallSite) -> String? {
    guard var argument = arguments(at: callSite)?.prefixBeforeTopLevelComma else { return nil }
    if argument.hasPrefix("of: ") { argument.removeFirst(4) }
    let text = argument.firstMatch(of: #/^reading:\s*\{\s*(.*?)\s*\}?$/#).map { "\($0.1)" }
    return (text ?? argument).isEmpty ? nil : (text ?? argument).cut(to: 40)
  }

  /// The source text after the opening parenthesis of the call at a call site.
  ///
  /// If the column is not that of a call, the first call in the line is used.
  private static func arguments(at callSite: CallSite) -> Substring? {
    guard let lines = lines(of: callSite) else { return nil }
    let text = lines[callSite.lineIndex...].prefix(2).joined(separator: "\n")
    let before = callSite.textBefore(in: lines[callSite.lineIndex])
    let after = text.dropFirst(before.count)
    let isExpectation = before.hasSuffix("expect") || before.hasSuffix("expectChanges")
    if isExpectation, after.first == "(" { return after.dropFirst() }
    return text.firstMatch(of: #/expect(?:Changes)?\(/#).map { text[$0.range.upperBound...] }
  }

  /// The source text from the opening parenthesis of the call at a call site on.
  static func call(at callSite: CallSite, atMost length: Int) -> String? {
    guard let lines = lines(of: callSite) else { return nil }
    let before = callSite.textBefore(in: lines[callSite.lineIndex])
    var text = lines[callSite.lineIndex].dropFirst(before.count).description
    for line in lines[callSite.lineIndex...].dropFirst() {
      guard text.utf8.count < length else { break }
      text += "\n" + line
    }
    return text.first == "(" ? text : nil
  }

  /// The lines of the file of a call site, or nil if the file cannot be read or lacks the line.
  static func lines(of callSite: CallSite) -> [Substring]? {
    let source = try? String(contentsOfFile: callSite.filePath.description, encoding: .utf8)
    let lines = source?.split(separator: "\n", omittingEmptySubsequences: false)
    return lines.flatMap { $0.indices.contains(callSite.lineIndex) ? $0 : nil }
  }
}

extension CallSite {
  var lineIndex: Int { Int(clamping: line) - 1 }

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

extension InputRecord {
  fileprivate var kindText: String { isHot ? "hot" : "cold" }

  var isResponse: Bool {
    if case .response = kind { true } else { false }
  }

  fileprivate var suffix: String {
    switch kind {
    case .hot, .cold: ""
    case .requests: ".requests"
    case .response(let request): "[\(oneLine(request))]"
    }
  }
}
