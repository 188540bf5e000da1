/// What the names in a diagram stand for: a dictionary, ``MarbleValues`` or ``MarbleStates``.
///
/// Mostly written as a dictionary where a diagram is passed:
///
/// ```swift
/// m.hot("a-b", ["a": 1, "b": 2])
/// m.hot("a-b", MarbleValues { Movie(title: $0) })
/// m.expect(model.states, "n-l-d", .states(loaded: ["d": podcasts]))
/// ```
public protocol MarbleTable<Value> {
  /// What a name stands for.
  associatedtype Value

  /// The names that are known beforehand, in a stable order.
  var names: [String] { get }

  /// Returns what a name stands for.
  ///
  /// - Parameters:
  ///   - name: The name in the diagram.
  ///   - earlier: What the names before it stand for, the latest last. Most tables do not look.
  /// - Returns: The value; nil for a name that means nothing, which fails the test with its column.
  func value(named name: String, after earlier: [Value]) -> Value?

  /// Returns the names to try for a value that came, the likeliest first.
  ///
  /// - Parameter value: The value that came.
  /// - Returns: Names; by default all that are known beforehand.
  func names(for value: Value) -> [String]
}

extension MarbleTable {
  /// Returns all names that are known beforehand.
  public func names(for value: Value) -> [String] { names }
}

extension Dictionary: MarbleTable where Key == String {
  /// The keys, in alphabetical order.
  public var names: [String] { keys.sorted() }

  /// Returns the value of a key.
  public func value(named name: String, after earlier: [Value]) -> Value? { self[name] }
}

extension MarbleTable {
  /// The values of the names in a diagram; nil for what is no name.
  func values(of parsed: ParsedDiagram) throws(MarbleDiagram.SyntaxError) -> [Value?] {
    var earlier: [Value] = []
    var values: [Value?] = []
    for (event, column) in zip(parsed.diagram.events, parsed.columns) {
      guard case .value(let name) = event.signal else {
        values.append(nil)
        continue
      }
      guard let value = value(named: name, after: earlier) else { throw stranger(name, column) }
      earlier.append(value)
      values.append(value)
    }
    return values
  }

  private func stranger(_ name: String, _ column: Int) -> MarbleDiagram.SyntaxError {
    let known = names.map { "'\($0)'" }.joined(separator: ", ")
    return MarbleDiagram.SyntaxError(
      column: column,
      expected: known.isEmpty ? "a name that has a value" : "a name that has a value (\(known))",
      found: "'\(name)'"
    )
  }
}
