/// A value that stays on the thread of its run, which the type system cannot prove.
package struct DriverConfined<Value> {
  package let value: Value

  @inlinable
  package init(_ value: Value) {
    self.value = value
  }
}

// SAFETY: a driver runs everything on one thread, serially.
extension DriverConfined: @unchecked Sendable {}
