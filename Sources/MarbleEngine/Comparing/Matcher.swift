/// Compares the values of a diagram with the values of a stream, for any value type.
package struct Matcher {
  package let matches: (_ event: Int, _ actual: Any) -> Bool
  /// The names of successive values; nil for a value without a name.
  package let names: (_ actual: [Any]) -> [String?]
  /// True for a name of the table; nil without a table.
  package let isInTable: ((_ name: String) -> Bool)?
  /// A description of the value of an event; nil if its name is enough.
  package let text: (_ event: Int) -> String?
  /// The expected value of an event; nil for a closure, which has no values.
  package let value: (_ event: Int) -> Any?
  package let difference: (_ event: Int, _ actual: Any) -> String?
  package let failures: FailureTable<any Error>
  package var unusedNames: [String] = []
  /// True if any character may be a value.
  package var takesAnyName = true
  /// The text of the diagram, if any character may be a value.
  package var diagramText: String?
}

extension Matcher {
  /// Compares with `==`.
  package init<Value: Equatable>(
    _ table: some MarbleTable<Value>,
    _ parsed: ParsedDiagram,
    failures: FailureTable<any Error>
  ) throws(MarbleDiagram.SyntaxError) {
    let values = try table.values(of: parsed)
    var known: Set<String>?
    self.init(
      matches: { event, actual in values[event] == actual as? Value },
      names: { actual in
        var names = ValueNames(parsed.diagram, table)
        return actual.map { names.next($0 as? Value) }
      },
      isInTable: { name in
        if table.marbleValue(named: name, after: []) != nil { return true }
        let names = known ?? Set(table.marbleNames)
        known = names
        return names.contains(name)
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
  package init<Value>(
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
          (actual as? Value).flatMap { actual in
            let fits = { matches($0, actual) }
            return drawn.next(where: fits) ?? drawn.first(of: drawn.distinct, where: fits)
          }
        }
      },
      isInTable: nil,
      text: { _ in nil },
      value: { _ in nil },
      difference: { _, _ in nil },
      failures: failures
    )
  }

  /// A description of a value; nil if its name is enough.
  package static func text(of value: Any, named name: String) -> String? {
    let text = oneLine(value)
    return text == name || text == "\"\(name)\"" ? nil : text
  }
}

extension MarbleDiagram {
  fileprivate func name(of event: Int) -> String { events[event].signal.text }
}
