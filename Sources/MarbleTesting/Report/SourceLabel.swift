import Foundation

/// What the test calls things, read from its source when a failure is written.
enum SourceLabel {
  /// The inputs by the constants they are kept in, else by kind and number.
  static func all(of run: Run) -> [String] {
    run.inputs.enumerated().map { index, input in
      variable(at: input.place) ?? "\(input.isHot ? "hot" : "cold") \(index + 1)"
    }
  }

  /// The `query` of `let query = m.hot(…)`.
  static func variable(at place: Place) -> String? {
    let pattern = /(?:let|var)\s+(\w+)\s*(?::[^=]*)?=/
    return line(at: place).flatMap { try? pattern.firstMatch(in: $0) }.map { String($0.1) }
  }

  /// The `states` of `m.expect(model.states, …)`.
  static func argument(at place: Place) -> String? {
    let pattern = /expect\w*\(\s*(?:\w+\.)*(\w+)\s*,/
    return line(at: place).flatMap { try? pattern.firstMatch(in: $0) }.map { String($0.1) }
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

extension InputLane {
  var isHot: Bool {
    switch kind {
    case .hot: true
    case .cold: false
    }
  }
}
