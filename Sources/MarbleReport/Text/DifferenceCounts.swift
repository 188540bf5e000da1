/// The numbers of differences of each kind: `1 value 20 ms late, 2 values missing`.
struct DifferenceCounts {
  private let differences: [Comparison.Difference]

  init(_ differences: [Comparison.Difference]) {
    self.differences = differences
  }

  var text: String {
    let parts = [moved(late: true), moved(late: false), missing, extra, other, order]
    return parts.compactMap { $0 }.joined(separator: ", ")
  }

  private func moved(late: Bool) -> String? {
    var nouns: [String] = []
    var distances: Set<Duration> = []
    for case .moved(let expected, let actual) in differences
    where (actual.time > expected.time) == late {
      nouns.append(expected.signal.noun)
      distances.insert(late ? actual.time - expected.time : expected.time - actual.time)
    }
    let distance = distances.count == 1 ? distances.first.map { "\($0.spokenText) " } : nil
    return count(nouns, "\(distance ?? "")\(late ? "late" : "early")")
  }

  private var missing: String? {
    let nouns = differences.compactMap { difference -> String? in
      if case .missing(let expected) = difference { expected.signal.noun } else { nil }
    }
    return count(nouns, "missing")
  }

  private var extra: String? {
    let nouns = differences.compactMap { difference -> String? in
      if case .extra(let actual) = difference { actual.signal.noun } else { nil }
    }
    return count(nouns, "unexpected", isBefore: true)
  }

  private var other: String? {
    let nouns = differences.compactMap { difference -> String? in
      if case .other(let expected, _) = difference { expected.signal.noun } else { nil }
    }
    return count(nouns, "different", isBefore: true)
  }

  private var order: String? {
    let nouns = differences.compactMap { difference -> String? in
      if case .order(let expected, _) = difference { expected.signal.noun } else { nil }
    }
    return count(nouns, "out of order")
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
