import CustomDump

/// Compares the values of a diagram with the values of a stream, for any value type.
struct Matcher {
  /// Returns true if a value equals that of an event of the diagram.
  let matches: (_ event: Int, _ actual: Any) -> Bool
  /// The names of successive values; nil for a value without a name.
  let names: (_ actual: [Any]) -> [String?]
  /// True for a name of the table; nil without a table.
  let isInTable: ((_ name: String) -> Bool)?
  /// A description of the value of an event; nil if its name is enough.
  let text: (_ event: Int) -> String?
  /// The expected value of an event; nil for a closure, which has no values.
  let value: (_ event: Int) -> Any?
  let difference: (_ event: Int, _ actual: Any) -> String?
  let failures: FailureTable<any Error>
  /// The names of the table that the diagram does not have.
  var unusedNames: [String] = []
  /// True if any character may be a value.
  var takesAnyName = true
  /// The text of the diagram, if any character may be a value.
  var diagramText: String?
}

extension Matcher {
  /// Compares with `==`.
  init<Value: Equatable>(
    _ table: some MarbleTable<Value>,
    _ parsed: ParsedDiagram,
    failures: FailureTable<any Error>
  ) throws(MarbleDiagram.SyntaxError) {
    let values = try table.values(of: parsed)
    self.init(
      matches: { event, actual in values[event] == actual as? Value },
      names: { actual in Matcher.names(of: actual.map { $0 as? Value }, parsed.diagram, table) },
      isInTable: {
        table.marbleNames.contains($0) || table.marbleValue(named: $0, after: []) != nil
      },
      text: { event in
        values[event].flatMap { Matcher.text(of: $0, named: parsed.diagram.name(of: event)) }
      },
      value: { event in values[event] },
      difference: { event, actual in
        guard let expected = values[event], let actual = actual as? Value else { return nil }
        return limitedDiff(expected, actual)
      },
      failures: failures,
      unusedNames: table.unusedNames(in: [parsed.diagram]),
      takesAnyName: table is MarbleValues<Value>
    )
  }

  /// Compares with a closure.
  init<Value>(
    _ diagram: MarbleDiagram,
    matches: @escaping (String, Value) -> Bool,
    failures: FailureTable<any Error>
  ) {
    self.init(
      matches: { event, actual in
        (actual as? Value).map { matches(diagram.name(of: event), $0) } ?? false
      },
      names: { actual in
        var drawn = DrawnNames(diagram)
        return actual.map { actual in
          (actual as? Value).flatMap { actual in drawn.first { matches($0, actual) } }
        }
      },
      isInTable: nil,
      text: { _ in nil },
      value: { _ in nil },
      difference: { _, _ in nil },
      failures: failures
    )
  }

  /// Prefers the names in the diagram, then those of the table, then a value's description.
  private static func names<Value: Equatable>(
    of actual: [Value?],
    _ diagram: MarbleDiagram,
    _ table: some MarbleTable<Value>
  ) -> [String?] {
    var drawn = DrawnNames(diagram)
    var earlier: [Value] = []
    return actual.map { actual in
      guard let actual else { return nil }
      defer { earlier.append(actual) }
      let fits = { table.marbleValue(named: $0, after: earlier) == actual }
      return drawn.first(where: fits)
        ?? table.marbleNames(for: actual).first(where: fits)
        ?? description(of: actual).flatMap { fits($0) ? $0 : nil }
    }
  }

  /// The description as a name; nil for a value of many parts, which no diagram has as a name.
  private static func description(of value: Any) -> String? {
    PartCount.exceeds(maxNamedParts, value) ? nil : String(describing: value)
  }

  private static let maxNamedParts = 100

  /// A description of a value; nil if its name is enough.
  static func text(of value: Any, named name: String) -> String? {
    let text = oneLine(value)
    return text == name || text == "\"\(name)\"" ? nil : text
  }
}

/// The names in a diagram.
///
/// The next name in the diagram is tried first, because it usually matches.
private struct DrawnNames {
  private let inOrder: [String]
  private let distinct: [String]
  private var next = 0

  init(_ diagram: MarbleDiagram) {
    inOrder = diagram.events.compactMap { event in
      if case .value(let name) = event.signal { name } else { nil }
    }
    var seen: Set<String> = []
    distinct = inOrder.filter { seen.insert($0).inserted }
  }

  mutating func first(where fits: (String) -> Bool) -> String? {
    if next < inOrder.count, fits(inOrder[next]) {
      next += 1
      return inOrder[next - 1]
    }
    guard let name = distinct.first(where: fits) else { return nil }
    if let index = inOrder[next...].firstIndex(of: name) { next = index + 1 }
    return name
  }
}

extension MarbleDiagram {
  fileprivate func name(of event: Int) -> String {
    events[event].signal.text
  }
}
