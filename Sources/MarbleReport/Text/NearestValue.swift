/// The expected value to compare with the first unexpected value whose description is cut.
struct NearestValue {
  /// The index of the difference with the unexpected value.
  let difference: Int
  let expected: Comparison.ExpectedEvent
  let lines: [Substring]

  private static let maxLines = 12

  /// Finds the nearest value of the same kind, missing ones first; nil without a short difference.
  init?(_ comparison: Comparison) {
    let index = comparison.differences.firstIndex { $0.cutExtra != nil }
    guard let index, let (actual, value, text) = comparison.differences[index].cutExtra else {
      return nil
    }
    let matcher = comparison.matcher
    let missing = Set(comparison.differences.compactMap(\.missing?.index))
    let ranked = comparison.expectedEvents
      .filter { matcher.text($0.index)?.kind == text.kind }
      .map { expected in
        let distance = max(expected.time, actual.time) - min(expected.time, actual.time)
        return (expected, rank: (missing.contains(expected.index) ? 0 : 1, distance))
      }
    let expected = ranked.min { $0.rank < $1.rank }?.0
    guard let expected, let text = matcher.difference(expected.index, value) else { return nil }
    difference = index
    self.expected = expected
    lines = text.split(separator: "\n")
    guard lines.count <= NearestValue.maxLines else { return nil }
  }
}

extension Comparison.Difference {
  /// An unexpected value without a name, whose description is cut.
  fileprivate var cutExtra: (Recorded, value: Any, text: String)? {
    guard case .extra(let actual) = self, case .value(let value) = actual.signal,
      actual.name == nil
    else { return nil }
    let text = oneLine(value)
    return text.isCut ? (actual, value, text) : nil
  }
}

extension String {
  /// The case or type of a described value: `.loaded` of `.loaded([1, 2])`.
  fileprivate var kind: Substring { prefix { $0 != "(" && $0 != "[" && $0 != "\"" } }
}
