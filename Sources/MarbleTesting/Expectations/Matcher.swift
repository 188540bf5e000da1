import CustomDump

/// Compares what the events of a diagram stand for with what a stream sent, whatever its type.
struct Matcher {
  /// Whether a value is the one that an event of the diagram stands for.
  let matches: (_ event: Int, _ actual: Any) -> Bool
  /// The names of values that came one after the other; nil for one that has no name.
  let names: (_ actual: [Any]) -> [String?]
  /// The value that an event stands for, in words; nil when its name says it all.
  let text: (_ event: Int) -> String?
  let difference: (_ event: Int, _ actual: Any) -> String?
  let failureMatches: (any Error) -> Bool
  let failureText: String?
  let failureDifference: (any Error) -> String?
}

extension Matcher {
  /// Compares by equality.
  init<Value: Equatable>(
    _ table: some MarbleTable<Value>,
    _ parsed: ParsedDiagram,
    failure: (any Error)?
  ) throws(MarbleDiagram.SyntaxError) {
    let values = try table.values(of: parsed)
    let drawn = parsed.diagram.names
    self.init(
      matches: { event, actual in values[event] == actual as? Value },
      names: { actual in Matcher.names(of: actual.map { $0 as? Value }, drawn, table) },
      text: { event in
        values[event].flatMap { Matcher.text(of: $0, named: parsed.diagram.name(of: event)) }
      },
      difference: { event, actual in
        guard let expected = values[event], let actual = actual as? Value else { return nil }
        return diff(expected, actual)
      },
      failureMatches: { failure.map(Matcher.isEqual(to: $0)) ?? true },
      failureText: failure.map { oneLine($0) },
      failureDifference: { actual in failure.flatMap { diff($0, actual) } }
    )
  }

  /// Compares by asking.
  init<Value>(
    _ diagram: MarbleDiagram,
    matches: @escaping (String, Value) -> Bool,
    failure: (any Error)?
  ) {
    let drawn = diagram.names
    self.init(
      matches: { event, actual in
        (actual as? Value).map { matches(diagram.name(of: event), $0) } ?? false
      },
      names: { actual in
        actual.map { actual in
          (actual as? Value).flatMap { actual in drawn.first { matches($0, actual) } }
        }
      },
      text: { _ in nil },
      difference: { _, _ in nil },
      failureMatches: { failure.map(Matcher.isEqual(to: $0)) ?? true },
      failureText: failure.map { oneLine($0) },
      failureDifference: { actual in failure.flatMap { diff($0, actual) } }
    )
  }

  /// Prefers the names that the diagram uses, then those of the table, then a value's own text.
  private static func names<Value: Equatable>(
    of actual: [Value?],
    _ drawn: [String],
    _ table: some MarbleTable<Value>
  ) -> [String?] {
    var earlier: [Value] = []
    return actual.map { actual in
      guard let actual else { return nil }
      let candidates = [drawn, table.names(for: actual), [String(describing: actual)]].joined()
      let name = candidates.first { table.value(named: $0, after: earlier) == actual }
      earlier.append(actual)
      return name
    }
  }

  /// A value in words; nil when its name says it all.
  static func text(of value: Any, named name: String) -> String? {
    let text = oneLine(value)
    return text == name || text == "\"\(name)\"" ? nil : text
  }

  /// Equality where the error's type has it, else equality of what CustomDump makes of both; an error
  /// of another type is another error.
  private static func isEqual(to expected: any Error) -> (any Error) -> Bool {
    { actual in
      guard type(of: expected) == type(of: actual) else { return false }
      if let type = type(of: expected) as? any Equatable.Type {
        return type.areEqual(expected, actual)
      }
      return String(customDumping: expected) == String(customDumping: actual)
    }
  }
}

extension Equatable {
  fileprivate static func areEqual(_ one: Any, _ other: Any) -> Bool {
    one as? Self == other as? Self
  }
}

extension MarbleDiagram {
  /// The names of its values, each once.
  fileprivate var names: [String] {
    var names: [String] = []
    for case .value(let name) in events.map(\.signal) where !names.contains(name) {
      names.append(name)
    }
    return names
  }

  fileprivate func name(of event: Int) -> String {
    events[event].signal.text
  }
}
