/// The names of successive values: those in the diagram, then those of the table, then a value's
/// description.
struct ValueNames<Table: MarbleTable> where Table.Value: Equatable {
  typealias Value = Table.Value

  private let table: Table
  private var drawn: DrawnNames
  private let earlier = Earlier()
  private lazy var known = table.marbleNames
  /// The first name of each value; only for values that do not depend on the values before.
  private lazy var namesByValue = makeNamesByValue()
  private let isFixed: Bool

  /// The values before, which a closure reads without a copy.
  private final class Earlier {
    var values: [Value] = []
  }

  init(_ diagram: MarbleDiagram, _ table: Table) {
    self.table = table
    drawn = DrawnNames(diagram)
    isFixed =
      Value.self is any Hashable.Type && (table is [String: Value] || table is MarbleValues<Value>)
  }

  mutating func next(_ actual: Value?) -> String? {
    guard let actual else { return nil }
    defer { earlier.values.append(actual) }
    let fits = { [table, earlier] in
      table.marbleValue(named: $0, after: earlier.values) == actual
    }
    return drawn.next(where: fits)
      ?? (isFixed ? lookUp(actual) : search(actual, where: fits))
      ?? description(of: actual).flatMap { fits($0) ? $0 : nil }
  }

  private mutating func lookUp(_ actual: Value) -> String? {
    guard let name = (actual as? AnyHashable).flatMap({ namesByValue[$0] }) else { return nil }
    drawn.moveAfter(name)
    return name
  }

  private mutating func search(_ actual: Value, where fits: (String) -> Bool) -> String? {
    drawn.first(of: drawn.distinct, where: fits)
      ?? drawn.first(of: known, where: fits)
      ?? drawn.first(of: table.marbleNames(for: actual), where: fits)
  }

  private mutating func makeNamesByValue() -> [AnyHashable: String] {
    var names: [AnyHashable: String] = [:]
    for name in drawn.distinct + known {
      let value = table.marbleValue(named: name, after: []).flatMap { $0 as? AnyHashable }
      if let value, names[value] == nil { names[value] = name }
    }
    return names
  }
}

/// The description as a name; nil for a value of many parts, which no diagram has as a name, and
/// for one without a description.
private func description(of value: Any) -> String? {
  hasParts(value, moreThan: maxNamedParts) || containsUnprintableDate(value)
    ? nil : String(describing: value)
}

private let maxNamedParts = 100
