/// Expectations of changes that do not compile, with the remedy as the compiler's message.
extension Marbles {
  /// Unavailable: the expression has no braces.
  @available(*, unavailable, message: "write the expression without braces: m.expectChanges(of: …)")
  public func expectChanges<Value>(
    of expression: () -> Value,
    _ diagram: String,
    checking check: MarbleCheck = .everything
  ) {}

  /// Unavailable: the expression has no braces.
  @available(*, unavailable, message: "write the expression without braces: m.expectChanges(of: …)")
  public func expectChanges<Value>(
    of expression: () -> Value,
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
  public func expectChanges<Value: Equatable>(
    of expression: @autoclosure () -> Value,
    _ diagram: String,
    _ values: some MarbleTable,
    checking check: MarbleCheck = .everything
  ) {}

  /// Unavailable: the values cannot be compared.
  @available(*, unavailable, message: "the values are compared with ==: make them Equatable")
  public func expectChanges<Value>(
    of expression: @autoclosure () -> Value,
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
  public func expectChanges<Value>(
    of expression: @autoclosure () -> Value,
    _ diagram: String,
    checking check: MarbleCheck = .everything
  ) {}
}
