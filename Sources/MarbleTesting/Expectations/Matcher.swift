import CustomDump

/// Compares what a diagram names with what a stream sent, whatever its type.
struct Matcher {
  /// Names that may describe a value that came, in a stable order.
  let names: [String]
  let matches: (_ name: String, _ actual: Any) -> Bool
  /// The value behind a name, in words; nil when the name says it all.
  let text: (_ name: String) -> String?
  let difference: (_ name: String, _ actual: Any) -> String?
  let failureMatches: (any Error) -> Bool
  let failureText: String?

  /// The name of a value that came.
  func name(of actual: Any) -> String? {
    let itself = String(describing: actual)
    return names.first { matches($0, actual) } ?? (matches(itself, actual) ? itself : nil)
  }
}

extension Matcher {
  /// Compares by equality.
  init<Value: Equatable>(
    _ values: MarbleValues<Value>,
    expected: MarbleDiagram,
    failure: (any Error)?
  ) {
    self.init(
      names: Matcher.names(in: expected, values.names),
      matches: { name, actual in values.value(name) == actual as? Value },
      text: { name in values.value(name).flatMap { Matcher.text(of: $0, named: name) } },
      difference: { name, actual in
        guard let expected = values.value(name), let actual = actual as? Value else { return nil }
        return diff(expected, actual)
      },
      failureMatches: { failure.map(Matcher.isEqual(to: $0)) ?? true },
      failureText: failure.map { oneLine($0) }
    )
  }

  /// Compares by asking.
  init<Value>(
    expected: MarbleDiagram,
    matches: @escaping (String, Value) -> Bool,
    failure: (any Error)?
  ) {
    self.init(
      names: Matcher.names(in: expected, []),
      matches: { name, actual in (actual as? Value).map { matches(name, $0) } ?? false },
      text: { _ in nil },
      difference: { _, _ in nil },
      failureMatches: { failure.map(Matcher.isEqual(to: $0)) ?? true },
      failureText: failure.map { oneLine($0) }
    )
  }

  private static func names(in expected: MarbleDiagram, _ known: [String]) -> [String] {
    var names: [String] = []
    for event in expected.events {
      if case .value(let name) = event.signal, !names.contains(name) { names.append(name) }
    }
    return names + known.filter { !names.contains($0) }
  }

  private static func text(of value: Any, named name: String) -> String? {
    let text = oneLine(value)
    return text == name || text == "\"\(name)\"" ? nil : text
  }

  /// Equality where the error has it, else equality of what CustomDump makes of both.
  private static func isEqual(to expected: any Error) -> (any Error) -> Bool {
    let expected: Any = expected
    return { actual in
      if let equatable = expected as? any Equatable { return equatable.isEqual(to: actual) }
      return String(customDumping: expected) == String(customDumping: actual)
    }
  }
}

extension Equatable {
  fileprivate func isEqual(to other: Any) -> Bool {
    self == other as? Self
  }
}

/// A value in at most a line: `.loaded(["Swift"])`.
func oneLine(_ value: Any) -> String {
  let lines = String(customDumping: value).split(separator: "\n")
  let text = lines.map { $0.drop { $0 == " " } }.joined(separator: " ")
    .replacing("( ", with: "(").replacing(" )", with: ")")
    .replacing("[ ", with: "[").replacing(" ]", with: "]")
    .replacing(#/\[\d+\]: /#, with: "")
    .replacing(#/^(?:[A-Z]\w*\.)+(?=[a-z])/#, with: ".")
  return text.count > 72 ? "\(text.prefix(71))…" : text
}
