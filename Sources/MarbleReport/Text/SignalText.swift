/// Names and descriptions of expected and recorded signals.
struct SignalText {
  let matcher: Matcher

  /// The name in a diagram, in quotes where a diagram needs them; the sign in words.
  func name(_ signal: MarbleDiagram.Signal) -> String {
    switch signal {
    case .value(let name): name.count < 2 ? name.quotedIfNeeded : name.onOneLine
    case .end: "the completion |"
    case .failure: "the failure \(signal.text)"
    case .subscribe: "^"
    case .unsubscribe: "!"
    }
  }

  /// The name and the value: `d = .loaded(3)`.
  func text(_ event: Comparison.ExpectedEvent) -> String {
    switch event.signal {
    case .value: named(name(event.signal), matcher.text(event.index))
    case .failure(let name): named(self.name(event.signal), matcher.failures.text(of: name))
    case .end, .subscribe, .unsubscribe: name(event.signal)
    }
  }

  func text(_ recorded: Recorded) -> String {
    switch recorded.signal {
    case .value(let value):
      recorded.name.map { named(name(.value($0)), Matcher.text(of: value, named: $0)) }
        ?? oneLine(value)
    case .end: name(MarbleDiagram.Signal.end)
    case .failure(let error): named(name(.failure(recorded.name)), oneLine(error))
    case .subscribe: name(.subscribe)
    case .unsubscribe: name(.unsubscribe)
    }
  }

  private func named(_ name: String, _ value: String?) -> String {
    value.map { "\(name) = \($0)" } ?? name
  }
}
