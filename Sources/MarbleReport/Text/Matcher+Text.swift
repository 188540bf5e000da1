// Names and descriptions of expected and recorded signals.

extension Matcher {
  /// The name in a diagram, in quotes where a diagram needs them; the sign in words.
  func name(of signal: MarbleDiagram.Signal) -> String {
    switch signal {
    case .value(let name): name.count < 2 ? name.quotedIfNeeded : name.onOneLine
    case .end: "the completion |"
    case .failure: "the failure \(signal.text)"
    case .subscribe: "^"
    case .unsubscribe: "!"
    }
  }

  /// The name and the value: `d = .loaded(3)`.
  func text(of event: Comparison.ExpectedEvent) -> String {
    switch event.signal {
    case .value: named(name(of: event.signal), text(event.index))
    case .failure(let name): named(self.name(of: event.signal), failures.text(of: name))
    case .end, .subscribe, .unsubscribe: name(of: event.signal)
    }
  }

  func text(of recorded: Recorded) -> String {
    switch recorded.signal {
    case .value(let value):
      recorded.name.map { named(name(of: .value($0)), Matcher.text(of: value, named: $0)) }
        ?? oneLine(value)
    case .failure(let error): named(name(of: recorded.sign), oneLine(error))
    case .end, .subscribe, .unsubscribe: name(of: recorded.sign)
    }
  }

  private func named(_ name: String, _ value: String?) -> String {
    value.map { "\(name) = \($0)" } ?? name
  }
}
