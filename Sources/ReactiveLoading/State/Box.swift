/// A value on the heap with an erased type.
///
/// A type that holds boxes has the same layout for all types of values. Code that moves boxes is
/// not generic: it compiles once, and looks up no type.
// SAFETY: the only subclass is `Box`, which is immutable and Sendable.
@usableFromInline
package class AnyBox: @unchecked Sendable {
  @inlinable
  package init() {}

  /// The value of the box.
  @usableFromInline
  package var erased: any Sendable { () }

  /// The box with its type, which must be the type of its value.
  // SAFETY: an owner puts boxes of one type into a slot. NB: `unsafeDowncast` would look up the type.
  @inlinable
  package final func assumed<Value>(of type: Value.Type) -> Box<Value> {
    assert(self is Box<Value>, "A box of \(Value.self) is expected, but found \(self).")
    return Unmanaged.fromOpaque(Unmanaged.passUnretained(self).toOpaque()).takeUnretainedValue()
  }
}

/// An immutable value on the heap.
// SAFETY: the only property is a constant, whose type is Sendable.
@usableFromInline
package final class Box<Value: Sendable>: AnyBox, @unchecked Sendable {
  @usableFromInline package let value: Value

  @inlinable
  package init(_ value: Value) { self.value = value }

  @usableFromInline
  package override var erased: any Sendable { value }
}

extension Box: Equatable where Value: Equatable {
  @usableFromInline package static func == (left: Box, right: Box) -> Bool {
    left.value == right.value
  }
}

extension Box: Hashable where Value: Hashable {
  @usableFromInline package func hash(into hasher: inout Hasher) { hasher.combine(value) }
}
