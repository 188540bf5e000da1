/// Expectations of expressions that do not compile, with the remedy as the compiler's message.
extension Marbles {
  /// Unavailable: a value is read only once.
  @available(*, unavailable, message: "pass a closure: m.expect(reading: { … }, \"0-1\")")
  @_disfavoredOverload
  public func expect<Value>(
    reading value: Value,
    _ diagram: String,
    checking check: MarbleCheck = .everything
  ) {}

  /// Unavailable: a value is read only once.
  @available(*, unavailable, message: "pass a closure: m.expect(reading: { … }, \"0-1\")")
  @_disfavoredOverload
  public func expect<Value>(
    reading value: Value,
    _ diagram: String,
    _ values: some MarbleTable,
    checking check: MarbleCheck = .everything
  ) {}

  /// Unavailable: the table has values of another type than the expression.
  @available(
    *,
    unavailable,
    message: "the values of the table must have the type of the expression"
  )
  public func expect<Value: Equatable>(
    reading expression: () -> Value,
    _ diagram: String,
    _ values: some MarbleTable,
    checking check: MarbleCheck = .everything
  ) {}

  /// Unavailable: the values cannot be compared.
  @available(*, unavailable, message: "the values are compared with ==: make them Equatable")
  public func expect<Value>(
    reading expression: () -> Value,
    _ diagram: String,
    _ values: some MarbleTable<Value>,
    checking check: MarbleCheck = .everything
  ) {}

  /// Unavailable: names are not values of this type.
  @available(
    *,
    unavailable,
    message: """
      names are values only of a LosslessStringConvertible type such as String or Int: pass a table, \
      ["a": …]
      """
  )
  public func expect<Value>(
    reading expression: () -> Value,
    _ diagram: String,
    checking check: MarbleCheck = .everything
  ) {}
}
