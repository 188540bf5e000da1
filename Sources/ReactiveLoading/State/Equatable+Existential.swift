/// Returns true if two values are `Equatable` and equal.
///
/// This tests the type at run time and calls the caller's `==`, so never call it under a lock.
package func areEqualIfEquatable<Value>(_ left: Value, _ right: Value) -> Bool {
  (Value.self as? any Equatable.Type)?.areEqual(left, right) ?? false
}

extension Equatable {
  /// Returns true if both values are of this type and equal.
  static func areEqual(_ left: Any, _ right: Any) -> Bool {
    guard let left = left as? Self, let right = right as? Self else { return false }
    return left == right
  }
}
