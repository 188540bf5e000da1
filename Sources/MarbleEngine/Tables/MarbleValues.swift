/// A table that makes each value from its name.
///
/// ```swift
/// m.hot("a-b", MarbleValues { Movie(title: $0) })
/// ```
public struct MarbleValues<Value>: MarbleTable {
  private let value: (String) -> Value?
  /// The type of the values if the names are their descriptions; nil for a closure of the test.
  package private(set) var type: Any.Type?

  /// Creates a table that makes each value from its name.
  ///
  /// - Parameter value: Returns the value of a name, or nil for an unknown name, which fails the
  ///   test with the column of that name.
  public init(_ value: @escaping (_ name: String) -> Value?) {
    self.value = value
  }

  /// Empty, because every name may have a value.
  public var marbleNames: [String] { [] }

  /// Returns the result of the closure for a name.
  public func marbleValue(named name: String, after earlier: [Value]) -> Value? { value(name) }
}

extension MarbleValues where Value: LosslessStringConvertible {
  /// A table whose names are the values: `"a"`, `7`, `true`.
  public static var names: Self {
    var table = MarbleValues { Value($0) }
    table.type = Value.self
    return table
  }
}
