extension [Comparison.Difference] {
  /// The numbers of differences of each kind: `1 value 20 ms late, 2 values missing`.
  var counts: String {
    let parts = [
      moved(late: true), moved(late: false),
      count(nouns { if case .missing = $0 { true } else { false } }, "missing"),
      count(nouns { if case .extra = $0 { true } else { false } }, "unexpected", isBefore: true),
      count(nouns { if case .other = $0 { true } else { false } }, "different", isBefore: true),
      count(nouns { if case .order = $0 { true } else { false } }, "out of order"),
    ]
    return parts.compactMap(\.self).joined(separator: ", ")
  }

  private func moved(late isLate: Bool) -> String? {
    let moved = compactMap { difference -> (noun: String, distance: String)? in
      guard case .moved(let expected, let actual) = difference,
        (actual.time > expected.time) == isLate
      else { return nil }
      return (expected.signal.noun, actual.time.distance(from: expected.time))
    }
    let distances = Set(moved.map(\.distance))
    let distance = distances.count == 1 ? distances.first : nil
    return count(moved.map(\.noun), distance ?? (isLate ? "late" : "early"))
  }

  private func nouns(where isIncluded: (Element) -> Bool) -> [String] {
    filter(isIncluded).compactMap { ($0.expected?.signal ?? $0.actual?.sign)?.noun }
  }

  private func count(
    _ nouns: [String],
    _ description: String,
    isBefore: Bool = false
  ) -> String? {
    guard let first = nouns.first else { return nil }
    let noun = (Set(nouns).count == 1 ? first : "event") + (nouns.count == 1 ? "" : "s")
    return isBefore
      ? "\(nouns.count) \(description) \(noun)" : "\(nouns.count) \(noun) \(description)"
  }
}
