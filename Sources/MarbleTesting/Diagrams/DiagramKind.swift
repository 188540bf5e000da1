/// The signals that a diagram may contain in its context.
enum DiagramKind {
  /// Values and a completion, or one of some failures.
  case values(FailureNames)
  /// The signals of a stream under test: values and an end, or a `!` last; a `^` may be first.
  case observation(FailureNames)
  /// Values only, for a closure or an expression, which do not complete.
  case valuesOnly
  /// One `^` and at most one `!`.
  case subscription

  /// The signal that is expected instead of another one, and the correction.
  typealias Mistake = (expected: String, remedy: String)

  func parse(
    _ text: String,
    frame: Duration
  ) throws(MarbleDiagram.SyntaxError) -> ParsedDiagram {
    var parser = MarbleParser(text, frame: frame)
    let parsed = try parser.parse()
    var earlier: [MarbleDiagram.Signal] = []
    for (event, column) in zip(parsed.diagram.events, parsed.columns) {
      if let mistake = mistake(of: event.signal, after: earlier) {
        throw MarbleDiagram.SyntaxError(
          column: column,
          expected: mistake.expected,
          found: "'\(event.signal.text)'",
          remedy: mistake.remedy,
          isOfNames: lacksError(event.signal)
        )
      }
      earlier.append(event.signal)
    }
    if case .subscription = self, earlier.isEmpty {
      throw MarbleDiagram.SyntaxError(
        column: text.count + 1,
        expected: "'^' in the diagram of one subscription",
        found: "the end",
        remedy: "Write `^` in the frame of the subscription, or `[]` for none."
      )
    }
    return parsed
  }

  /// The mistake of a signal that is not allowed after the earlier ones; nil for an allowed one.
  private func mistake(
    of signal: MarbleDiagram.Signal,
    after earlier: [MarbleDiagram.Signal]
  ) -> Mistake? {
    switch self {
    case .values(let failures): mistakeInValues(signal, failures)
    case .observation(let failures): mistakeInObservation(signal, failures, earlier)
    case .valuesOnly: mistakeInValuesOnly(signal)
    case .subscription: mistakeInSubscription(signal, earlier)
    }
  }

  /// True for a failure whose name is not one of those in `failures:`.
  private func lacksError(_ signal: MarbleDiagram.Signal) -> Bool {
    switch (self, signal) {
    case (.values(let failures), .failure(let name)),
      (.observation(let failures), .failure(let name)):
      failures.hasNames && failures.mistake(of: name) != nil
    case (.values, _), (.observation, _), (.valuesOnly, _), (.subscription, _): false
    }
  }

  private func mistakeInValues(
    _ signal: MarbleDiagram.Signal,
    _ failures: FailureNames
  ) -> Mistake? {
    let expected = "a value: '^' and '!' belong in expected diagrams"
    return switch signal {
    case .value, .end: nil
    case .failure(let name): failures.mistake(of: name)
    case .subscribe:
      (
        expected,
        "The test starts subscriptions to inputs: use `m.expectSubscriptions`, or a value `'^'`."
      )
    case .unsubscribe:
      (
        expected,
        "The test ends subscriptions to inputs: use `m.expectSubscriptions`, or a value `'!'`."
      )
    }
  }

  private func mistakeInObservation(
    _ signal: MarbleDiagram.Signal,
    _ failures: FailureNames,
    _ earlier: [MarbleDiagram.Signal]
  ) -> Mistake? {
    if earlier.last == .unsubscribe {
      return (
        "'-' or the end: no signal follows '!'",
        "`!` cancels the observation, so it is last. Write a value as `'!'`."
      )
    }
    switch signal {
    case .value, .end, .unsubscribe: return nil
    case .failure(let name): return failures.mistake(of: name)
    case .subscribe:
      guard !earlier.isEmpty else { return nil }
      return (
        "a value: '^' is before every other signal",
        "`^` starts the observation, so it is first. Write a value as `'^'`."
      )
    }
  }

  private func mistakeInValuesOnly(_ signal: MarbleDiagram.Signal) -> Mistake? {
    let expected: String
    switch signal {
    case .value: return nil
    case .end, .failure: expected = "a value: a closure or an expression does not complete"
    case .subscribe, .unsubscribe:
      expected = "a value: a closure or an expression has no subscription"
    }
    return (expected, "Remove it, or write a value as `'\(signal.text)'`.")
  }

  private func mistakeInSubscription(
    _ signal: MarbleDiagram.Signal,
    _ earlier: [MarbleDiagram.Signal]
  ) -> Mistake? {
    let separate = "Write each subscription as a separate diagram."
    let remedy: String
    switch signal {
    case .subscribe where earlier.isEmpty, .unsubscribe where earlier.count == 1: return nil
    case .value: remedy = "Expect values with `m.expect`; `^`, `!`, `-` and times are enough here."
    case .subscribe: remedy = separate
    case .end, .failure, .unsubscribe:
      switch earlier.count {
      case 0: remedy = "Write `^` in the frame of the subscription."
      case 1: remedy = "Every end of a subscription is written `!`."
      default: remedy = "A subscription has one end. \(separate)"
      }
    }
    let next = earlier.isEmpty ? "'^'" : earlier.count == 1 ? "'!' or '-'" : "'-' or the end"
    return ("\(next) in the diagram of one subscription", remedy)
  }
}
