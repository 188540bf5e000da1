/// Whether two values are equal, as far as that can be found out: false if they are not `Equatable`.
///
/// It asks the type at run time and calls the caller's `==`, so never under a lock.
func areKnownEqual<Value>(_ left: Value, _ right: Value) -> Bool {
  (Value.self as? any Equatable.Type)?.areEqual(left, right) ?? false
}

extension Equatable {
  /// Whether both are of this type and equal.
  static func areEqual(_ left: Any, _ right: Any) -> Bool {
    guard let left = left as? Self, let right = right as? Self else { return false }
    return left == right
  }
}
