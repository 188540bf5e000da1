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

  func parse(
    _ text: String,
    frame: Duration
  ) throws(MarbleDiagram.SyntaxError) -> ParsedDiagram {
    var parser = MarbleParser(text, frame: frame)
    let parsed = try parser.parse()
    var earlier: [MarbleDiagram.Signal] = []
    for (event, column) in zip(parsed.diagram.events, parsed.columns) {
      if let expected = alternative(to: event.signal, after: earlier) {
        throw MarbleDiagram.SyntaxError(
          column: column,
          expected: expected,
          found: "'\(event.signal.text)'",
          remedy: remedy(for: event.signal, after: earlier),
          isOfNames: lacksError(event.signal)
        )
      }
      earlier.append(event.signal)
    }
    if let expected = missingSignal(after: earlier) {
      throw MarbleDiagram.SyntaxError(
        column: text.count + 1,
        expected: expected,
        found: "the end",
        remedy: "Write `^` in the frame of the subscription, or `[]` for none."
      )
    }
    return parsed
  }

  /// The signal that is expected instead of `signal`; nil if `signal` is allowed.
  private func alternative(
    to signal: MarbleDiagram.Signal,
    after earlier: [MarbleDiagram.Signal]
  ) -> String? {
    switch self {
    case .values(let failures): alternativeInValues(signal, failures)
    case .observation(let failures): alternativeInObservation(signal, failures, earlier)
    case .valuesOnly: alternativeInValuesOnly(signal)
    case .subscription: alternativeInSubscription(signal, earlier)
    }
  }

  /// The signal that is still expected at the end of a diagram; nil if the diagram is complete.
  private func missingSignal(after earlier: [MarbleDiagram.Signal]) -> String? {
    switch self {
    case .values, .observation, .valuesOnly: nil
    case .subscription: earlier.isEmpty ? "'^' in the diagram of one subscription" : nil
    }
  }

  private func alternativeInValues(
    _ signal: MarbleDiagram.Signal,
    _ failures: FailureNames
  ) -> String? {
    switch signal {
    case .value, .end: nil
    case .failure(let name): failures.alternative(to: name)
    case .subscribe, .unsubscribe: "a value: '^' and '!' belong in expected diagrams"
    }
  }

  private func alternativeInObservation(
    _ signal: MarbleDiagram.Signal,
    _ failures: FailureNames,
    _ earlier: [MarbleDiagram.Signal]
  ) -> String? {
    if earlier.last == .unsubscribe { return "'-' or the end: no signal follows '!'" }
    return switch signal {
    case .value, .end, .unsubscribe: nil
    case .failure(let name): failures.alternative(to: name)
    case .subscribe: earlier.isEmpty ? nil : "a value: '^' is before every other signal"
    }
  }

  private func alternativeInValuesOnly(_ signal: MarbleDiagram.Signal) -> String? {
    switch signal {
    case .value: nil
    case .end, .failure: "a value: a closure or an expression does not complete"
    case .subscribe, .unsubscribe: "a value: a closure or an expression has no subscription"
    }
  }

  private func alternativeInSubscription(
    _ signal: MarbleDiagram.Signal,
    _ earlier: [MarbleDiagram.Signal]
  ) -> String? {
    let next = earlier.isEmpty ? "'^'" : earlier.count == 1 ? "'!' or '-'" : "'-' or the end"
    let isNext =
      switch signal {
      case .subscribe: earlier.isEmpty
      case .unsubscribe: earlier.count == 1
      case .value, .end, .failure: false
      }
    return isNext ? nil : "\(next) in the diagram of one subscription"
  }
}
