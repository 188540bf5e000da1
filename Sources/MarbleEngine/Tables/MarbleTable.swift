/// A table of values by name: a dictionary or ``MarbleValues``.
///
/// It is usually a dictionary literal in the call that takes the diagram:
///
/// ```swift
/// m.hot("a-b", ["a": 1, "b": 2])
/// m.hot("a-b", MarbleValues { Movie(title: $0) })
/// m.expect(model.states, "i-d", ["i": .idle, "d": .downloaded(podcasts)])
/// ```
///
/// The names of the requirements are long because every dictionary with `String` keys has them.
public protocol MarbleTable<Value> {
  /// The type of the values.
  associatedtype Value

  /// The names that are known in advance, in a stable order.
  var marbleNames: [String] { get }

  /// Returns the value of a name.
  ///
  /// - Parameters:
  ///   - name: The name in the diagram.
  ///   - earlier: The values of the names before it, the latest last. Most tables ignore them.
  /// - Returns: The value; nil for an unknown name, which fails the test with its column.
  func marbleValue(named name: String, after earlier: [Value]) -> Value?

  /// Returns further candidate names of a recorded value, the likeliest first; none by default.
  ///
  /// The names that are known in advance are tried before them.
  func marbleNames(for value: Value) -> [String]
}

extension MarbleTable {
  /// Returns no names, because all names are known in advance.
  public func marbleNames(for value: Value) -> [String] { [] }
}

extension Dictionary: MarbleTable where Key == String {
  /// The keys, in alphabetical order.
  public var marbleNames: [String] { keys.sorted() }

  /// Returns the value of a key.
  public func marbleValue(named name: String, after earlier: [Value]) -> Value? { self[name] }
}

extension MarbleTable {
  /// Returns the values of the names in a diagram; nil for other signals.
  package func values(of parsed: ParsedDiagram) throws(MarbleDiagram.SyntaxError) -> [Value?] {
    var earlier: [Value] = []
    var values: [Value?] = []
    for (index, event) in parsed.diagram.events.enumerated() {
      guard case .value(let name) = event.signal else {
        values.append(nil)
        continue
      }
      guard let value = marbleValue(named: name, after: earlier) else {
        throw unknownName(name, at: index, in: parsed)
      }
      earlier.append(value)
      values.append(value)
    }
    return values
  }

  /// The keys of a dictionary that no diagram names, sorted; none for a table that makes values.
  package func unusedNames(in diagrams: [MarbleDiagram]) -> [String] {
    guard let table = self as? [String: Value], !table.isEmpty else { return [] }
    var used: Set<String> = []
    for event in diagrams.lazy.flatMap(\.events) {
      if case .value(let name) = event.signal { used.insert(name) }
    }
    return used.count == table.count ? [] : table.keys.filter { !used.contains($0) }.sorted()
  }
}
