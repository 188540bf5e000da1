@preconcurrency public import CombineShim

/// Expectations of streams that do not compile, with the remedy as the compiler's message.
extension Marbles {
  /// Unavailable: the table has values of another type than the publisher.
  @available(
    *,
    unavailable,
    message: "the values of the table must have the type of the publisher's values, its Output"
  )
  public func expect<Stream: Publisher>(
    _ publisher: Stream,
    _ diagram: String,
    _ values: some MarbleTable,
    failure: Stream.Failure? = nil,
    checking check: MarbleCheck = .everything
  ) where Stream.Output: Equatable {}

  /// Unavailable: the table has values of another type than the sequence.
  @available(
    *,
    unavailable,
    message: "the values of the table must have the type of the sequence's elements, its Element"
  )
  public func expect<Stream: AsyncSequence>(
    _ sequence: Stream,
    _ diagram: String,
    _ values: some MarbleTable,
    failure: (any Error)? = nil,
    checking check: MarbleCheck = .everything
  ) where Stream.Element: Equatable {}

  /// Unavailable: the values cannot be compared.
  @available(
    *,
    unavailable,
    message: "the values are compared with ==: make them Equatable, or compare them with `where:`"
  )
  public func expect<Stream: Publisher>(
    _ publisher: Stream,
    _ diagram: String,
    _ values: some MarbleTable<Stream.Output>,
    failure: Stream.Failure? = nil,
    checking check: MarbleCheck = .everything
  ) {}

  /// Unavailable: the elements cannot be compared.
  @available(
    *,
    unavailable,
    message: "the elements are compared with ==: make them Equatable, or compare them with `where:`"
  )
  public func expect<Stream: AsyncSequence>(
    _ sequence: Stream,
    _ diagram: String,
    _ values: some MarbleTable<Stream.Element>,
    failure: (any Error)? = nil,
    checking check: MarbleCheck = .everything
  ) {}

  /// Unavailable: names are not values of this type.
  @available(
    *,
    unavailable,
    message: """
      names are values only of a LosslessStringConvertible type such as String or Int: pass a table, \
      ["a": …], or compare with `where:`
      """
  )
  public func expect<Stream: Publisher>(
    _ publisher: Stream,
    _ diagram: String,
    failure: Stream.Failure? = nil,
    checking check: MarbleCheck = .everything
  ) {}

  /// Unavailable: names are not elements of this type.
  @available(
    *,
    unavailable,
    message: """
      names are values only of a LosslessStringConvertible type such as String or Int: pass a table, \
      ["a": …], or compare with `where:`
      """
  )
  public func expect<Stream: AsyncSequence>(
    _ sequence: Stream,
    _ diagram: String,
    failure: (any Error)? = nil,
    checking check: MarbleCheck = .everything
  ) {}

  /// Unavailable: a value is not a stream.
  @available(
    *,
    unavailable,
    message: """
      m.expect takes a publisher or an async sequence: expect a property with \
      m.expect(reading: { … }) or m.expectChanges(of: …)
      """
  )
  @_disfavoredOverload
  public func expect<Value>(
    _ value: Value,
    _ diagram: String,
    checking check: MarbleCheck = .everything
  ) {}

  /// Unavailable: a value is not a stream.
  @available(
    *,
    unavailable,
    message: """
      m.expect takes a publisher or an async sequence: expect a property with \
      m.expect(reading: { … }) or m.expectChanges(of: …)
      """
  )
  @_disfavoredOverload
  public func expect<Value>(
    _ value: Value,
    _ diagram: String,
    _ values: some MarbleTable,
    checking check: MarbleCheck = .everything
  ) {}

  /// Unavailable: a diagram is not a table.
  @available(
    *,
    unavailable,
    message: "a stream has one diagram; the argument after it is the table of values, [\"a\": …]"
  )
  public func expect<Stream>(_ stream: Stream, _ diagram: String, _ values: String) {}
}
