/// An immutable value on the heap.
///
/// A type that holds boxes has the same layout for all types of values. Code that is generic over
/// them copies it without looking up any type.
@usableFromInline
package final class Box<Value: Sendable>: Sendable {
  @usableFromInline package let value: Value

  @inlinable
  package init(_ value: Value) { self.value = value }
}

extension Box: Equatable where Value: Equatable {
  @usableFromInline package static func == (left: Box, right: Box) -> Bool {
    left.value == right.value
  }
}

extension Box: Hashable where Value: Hashable {
  @usableFromInline package func hash(into hasher: inout Hasher) { hasher.combine(value) }
}
