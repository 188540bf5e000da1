extension Comparison {
  /// The first line on the differences of one stream, without the location and the name.
  ///
  /// One difference is described in full: `d 20 ms late: at 100 ms, expected at 80 ms`. Several are
  /// counted, with the first of them: `2 values missing; first: b missing at 30 ms`.
  var summary: String {
    nothingArrived ?? swapped ?? otherEnding ?? continued ?? one ?? endedEarly ?? counted
  }

  private var one: String? {
    differences.count == 1 ? clause(differences[0]) : nil
  }

  private var counted: String {
    "\(differences.counts); first: \(clause(differences[0], isFirst: true))"
  }

  private var nothingArrived: String? {
    guard actual.isEmpty, case .missing(let first) = differences.first else { return nil }
    let text = clause(differences[0])
    guard differences.count > 1 else { return "nothing arrived; \(text)" }
    let nouns = differences.compactMap(\.missing?.signal.noun)
    let time = first.time.spokenText
    return "nothing arrived; \(nouns.counted) missing, the first at \(time)"
  }

  /// Two values, each at the time of the other.
  private var swapped: String? {
    guard differences.count == 2, case .moved(let one, let first) = differences[0],
      case .moved(let other, let second) = differences[1],
      one.time == second.time, other.time == first.time,
      case .value(let name) = one.signal, case .value(let otherName) = other.signal
    else { return nil }
    let (early, late) = one.time < other.time ? (name, otherName) : (otherName, name)
    let (start, end) = (min(one.time, other.time), max(one.time, other.time))
    return "\(early.quotedIfNeeded) and \(late.quotedIfNeeded) are swapped: expected "
      + "\(early.quotedIfNeeded) at \(start.spokenText) and \(late.quotedIfNeeded) at \(end.spokenText)"
  }

  /// A completion instead of a failure, or the reverse, at another time.
  private var otherEnding: String? {
    guard differences.count == 2,
      let expected = differences.compactMap(\.missing).first, expected.signal.isTerminal,
      let actual = differences.compactMap(\.extra).first, actual.sign.isTerminal
    else { return nil }
    return clause(actual, insteadOf: expected)
  }

  /// A missing completion, with values after its time.
  private var continued: String? {
    guard differences.count > 1, case .missing(let end) = differences[0], case .end = end.signal
    else { return nil }
    let values = differences.dropFirst().compactMap(\.extra)
    guard values.count == differences.count - 1, let first = values.first else { return nil }
    let count = values.count
    return "did not complete at \(end.time.spokenText); \(count) "
      + "\(count == 1 ? "value" : "values") followed, the first at \(first.time.spokenText)"
  }

  /// An end of the stream, and signals that are missing because of it.
  private var endedEarly: String? {
    guard let last = actual.last, last.sign.isTerminal else { return nil }
    let missing = differences.compactMap(\.missing).filter { $0.time >= last.time }
    let others = differences.filter { $0.missing == nil }
    guard missing.count == differences.count - 1, others.count == 1,
      let end = others[0].unexpected, end.sign.isTerminal, end.time == last.time
    else { return nil }
    let text = clause(others[0]).replacing(", expected no completion", with: "")
      .replacing(", expected no failure", with: "")
    let time = missing[0].time.spokenText
    return "\(text); \(missing.map(\.signal.noun).counted) missing after it, the first at \(time)"
  }
}

extension Comparison.Difference {
  /// A signal in place of another one or of none.
  var unexpected: Recorded? {
    switch self {
    case .extra(let actual), .other(_, let actual): actual
    case .moved, .missing, .order: nil
    }
  }

  var missing: Comparison.ExpectedEvent? {
    if case .missing(let expected) = self { expected } else { nil }
  }

  var extra: Recorded? {
    if case .extra(let actual) = self { actual } else { nil }
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

extension [String] {
  /// `3 values and 1 completion`.
  var counted: String {
    grouped(by: \.self)
      .map { noun, all in "\(all.count) \(noun)\(all.count == 1 ? "" : "s")" }
      .joined(separator: " and ")
  }
}
