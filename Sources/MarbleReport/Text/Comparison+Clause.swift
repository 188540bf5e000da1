extension Comparison {
  /// One difference of a stream in a clause: `d 20 ms late: at 100 ms, expected at 80 ms`.
  ///
  /// The clause is short for the first of differences that are counted.
  func clause(_ difference: Difference, isFirst: Bool = false) -> String {
    switch difference {
    case .moved(let expected, let actual) where isFirst:
      "\(subject(expected)) at \(actual.time.spokenText), expected at \(expected.time.spokenText)"
    case .missing(let expected): missing(expected)
    case .extra(let actual): unexpected(actual)
    case .moved(let expected, let actual): moved(expected, actual)
    case .order(let expected, let actual): outOfOrder(expected, actual)
    case .other(let expected, let actual): other(expected, actual)
    }
  }

  /// A signal that arrived in place of the expected one: `completed at 40 ms instead of failing`.
  func clause(_ actual: Recorded, insteadOf expected: ExpectedEvent) -> String {
    let isSimultaneous = expected.time == actual.time
    let time = isSimultaneous ? "" : " at \(expected.time.spokenText)"
    return "\(arrival(actual)) instead of \(activity(expected))\(time)"
  }

  private func missing(_ expected: ExpectedEvent) -> String {
    let time = expected.time.spokenText
    return switch expected.signal {
    case .value: "\(short(expected)) missing at \(time)"
    case .end: "did not complete (expected at \(time))"
    case .failure: "did not fail (expected \(failure(expected) ?? "a failure") at \(time))"
    case .subscribe, .unsubscribe: "\(expected.signal.noun) missing at \(time)"
    }
  }

  private func unexpected(_ actual: Recorded) -> String {
    switch actual.signal {
    case .value: "unexpected \(short(actual)) at \(actual.time.spokenText)"
    case .end: "\(arrival(actual)), expected no completion"
    case .failure: "\(arrival(actual)), expected no failure"
    case .subscribe, .unsubscribe: "\(arrival(actual)), which the diagram lacks"
    }
  }

  private func moved(_ expected: ExpectedEvent, _ actual: Recorded) -> String {
    let activity =
      switch expected.signal {
      case .value: "\(short(expected)) arrived"
      case .end: "completed"
      case .failure: "failed"
      case .subscribe, .unsubscribe: expected.signal.noun
      }
    return "\(activity) \(actual.time.deviation(from: expected.time))"
  }

  private func outOfOrder(_ expected: ExpectedEvent, _ actual: Recorded) -> String {
    let all = expectedEvents
    let (wanted, got) = (
      all.filter { $0.time == expected.time }.map { shortName($0.signal) },
      self.actual.filter { $0.time == actual.time }.map(shortName)
    )
    if expected.time == actual.time, wanted.count > 1, got.count > 1 {
      return "expected \(wanted.group) at \(expected.time.spokenText), got \(got.group)"
    }
    let before = expected.index > 0 ? "after \(shortName(all[expected.index - 1].signal))" : "first"
    return "\(short(expected)) out of order: at \(actual.time.spokenText), expected \(before)"
  }

  private func other(_ expected: ExpectedEvent, _ actual: Recorded) -> String {
    let time = actual.time.spokenText
    switch (expected.signal, actual.signal) {
    case (.value, .value(let value)):
      return different(expected, actual, value)
    case (.failure, .failure(let error)):
      let wanted = failure(expected).map { ", expected \($0)" } ?? ""
      return "failed at \(time) with \(clauseText(error))\(wanted)"
    case (.value, _), (.end, _), (.failure, _), (.subscribe, _), (.unsubscribe, _):
      return clause(actual, insteadOf: expected)
    }
  }

  /// The part of a value that differs, or the whole values.
  private func different(
    _ expected: ExpectedEvent,
    _ actual: Recorded,
    _ value: Any
  ) -> String {
    let time = "at \(actual.time.spokenText)"
    let whole = "expected \(short(expected)) \(time), got \(short(actual))"
    guard let wanted = matcher.value(expected.index) else { return whole }
    let difference = ValueDifference(wanted, value)
    guard let place = difference.places.first else { return whole }
    if place.path.isEmpty, case .different = place.change, !short(expected).isCut { return whole }
    let rest = difference.isCut ? ", among others" : difference.places.dropFirst().moreText
    return "\(place.text(in: rootName(expected.signal))) (\(time)\(rest))"
  }
}

extension Comparison {
  private func subject(_ expected: ExpectedEvent) -> String {
    if case .value = expected.signal { short(expected) } else { expected.signal.noun }
  }

  /// The description of the expected failure.
  private func failure(_ expected: ExpectedEvent) -> String? {
    guard case .failure(let name) = expected.signal else { return nil }
    return matcher.failures.text(of: name)?.shortened
  }

  private func arrival(_ actual: Recorded) -> String {
    let time = actual.time.spokenText
    return switch actual.signal {
    case .value: "\(short(actual)) arrived at \(time)"
    case .end: "completed at \(time)"
    case .failure(let error): "failed at \(time) with \(clauseText(error))"
    case .subscribe, .unsubscribe: "\(actual.sign.noun) at \(time)"
    }
  }

  private func activity(_ expected: ExpectedEvent) -> String {
    switch expected.signal {
    case .value: short(expected)
    case .end: "completing"
    case .failure: "failing" + (failure(expected).map { " with \($0)" } ?? "")
    case .subscribe, .unsubscribe: expected.signal.noun
    }
  }

  private func short(_ expected: ExpectedEvent) -> String {
    matcher.text(of: expected).shortened
  }

  private func short(_ actual: Recorded) -> String {
    matcher.text(of: actual).shortened
  }

  private func shortName(_ signal: MarbleDiagram.Signal) -> String {
    if case .value(let name) = signal { name.quotedIfNeeded.shortened } else { signal.text }
  }

  private func shortName(_ actual: Recorded) -> String {
    if case .value(let value) = actual.signal, actual.name == nil { return clauseText(value) }
    return shortName(actual.sign)
  }

  /// The name before a path of fields; in quotes unless it starts with a letter.
  private func rootName(_ signal: MarbleDiagram.Signal) -> String {
    let name = matcher.name(of: signal)
    return name.first?.isLetter == true && name.allSatisfy { $0.isLetter || $0.isNumber }
      ? name : "'\(signal.text)'"
  }
}

extension [String] {
  /// The names as a diagram writes signals of one frame.
  var group: String {
    let isShort = allSatisfy { $0.count == 1 }
    return "(\(joined(separator: isShort ? "" : " ")))"
  }
}

extension Collection<ValueDifference.Place> {
  fileprivate var moreText: String {
    isEmpty ? "" : ", and \(count) more \(count == 1 ? "difference" : "differences")"
  }
}
