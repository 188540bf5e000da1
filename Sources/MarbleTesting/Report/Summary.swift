/// A summary of one stream's differences: `1 value 20 ms late, 2 values missing`.
struct Summary {
  private let comparison: Comparison

  init(_ comparison: Comparison) {
    self.comparison = comparison
  }

  var text: String {
    let parts = [moved(late: true), moved(late: false), missing, extra, other, order]
    return parts.compactMap { $0 }.joined(separator: ", ")
  }

  private func moved(late: Bool) -> String? {
    var nouns: [String] = []
    var distances: Set<Duration> = []
    for case .moved(let expected, let actual) in comparison.differences
    where (actual.time > expected.time) == late {
      nouns.append(expected.signal.noun)
      distances.insert(late ? actual.time - expected.time : expected.time - actual.time)
    }
    let distance = distances.count == 1 ? distances.first.map { "\($0.spokenText) " } : nil
    return count(nouns, "\(distance ?? "")\(late ? "late" : "early")")
  }

  private var missing: String? {
    let nouns = comparison.differences.compactMap { difference -> String? in
      if case .missing(let expected) = difference { expected.signal.noun } else { nil }
    }
    return count(nouns, "missing")
  }

  private var extra: String? {
    let nouns = comparison.differences.compactMap { difference -> String? in
      if case .extra(let actual) = difference { actual.signal.noun } else { nil }
    }
    return count(nouns, "unexpected", isBefore: true)
  }

  private var other: String? {
    let nouns = comparison.differences.compactMap { difference -> String? in
      if case .other(let expected, _) = difference { expected.signal.noun } else { nil }
    }
    return count(nouns, "different", isBefore: true)
  }

  private var order: String? {
    let nouns = comparison.differences.compactMap { difference -> String? in
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

extension MarbleDiagram.Signal {
  var noun: String {
    switch self {
    case .value: "value"
    case .end: "completion"
    case .failure: "failure"
    case .subscribe: "subscription"
    case .unsubscribe: "cancellation"
    }
  }
}

extension Recorded.Signal {
  var noun: String {
    switch self {
    case .value: "value"
    case .end: "completion"
    case .failure: "failure"
    case .subscribe: "subscription"
    case .unsubscribe: "cancellation"
    }
  }
}

extension Duration {
  /// The duration for use in a sentence: `20 ms`.
  var spokenText: String {
    "\(millisecondsText) ms"
  }
}
