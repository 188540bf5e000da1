/// What the names in a diagram stand for.
///
/// Mostly written as a dictionary where a diagram is passed:
///
/// ```swift
/// m.hot("a-b", ["a": 1, "b": 2])
/// m.hot("a-b", MarbleValues { Movie(title: $0) })
/// ```
public struct MarbleValues<Value>: ExpressibleByDictionaryLiteral {
  let value: (String) -> Value?
  /// The names known beforehand, in a stable order.
  let names: [String]

  /// Creates the table of a dictionary.
  public init(_ values: [String: Value]) {
    value = { values[$0] }
    names = values.keys.sorted()
  }

  /// Creates the table of a dictionary literal; of a name written twice the last value counts.
  public init(dictionaryLiteral elements: (String, Value)...) {
    self.init(Dictionary(elements) { $1 })
  }

  /// Creates a table that makes each value from its name.
  ///
  /// - Parameter value: Answers nil for a name that means nothing, which fails the test with the
  ///   column of that name.
  public init(_ value: @escaping (_ name: String) -> Value?) {
    self.value = value
    names = []
  }
}

extension MarbleValues where Value: LosslessStringConvertible {
  /// Every name stands for itself: `"a"`, `7`, `true`.
  public static var names: Self {
    MarbleValues { Value($0) }
  }
}
