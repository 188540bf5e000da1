@preconcurrency public import CombineShim

// The mistakes that nearly every new user makes, with the remedy as the message of the compiler. Only those are here
// whose own message misleads, or does not lead to the remedy: `Scripts/CompilerMessages` has both.

// The first `await` of every new user; the own message does not say where an async call belongs.
/// Unavailable: the body is synchronous.
@available(
  *,
  unavailable,
  message: "the body is synchronous and time starts after it: wrap the call in `Task { await … }`"
)
public func marbles(
  exploring runs: Int? = nil,
  replaying order: MarbleOrder? = nil,
  allowing allowance: MarbleAllowance? = nil,
  frame: Duration = .milliseconds(10),
  until: Duration? = nil,
  limit: Duration = .seconds(3600),
  watchdog: Duration? = .seconds(60),
  _ body: (Marbles) async throws -> Void
) {}

extension Marbles {
  // An async method as the receiver of an input. Own message: "no exact matches in call".
  /// Unavailable: the closure is synchronous.
  @available(
    *,
    unavailable,
    message: "the closure is synchronous: wrap the call in `Task { await … }`"
  )
  public func hot<Table: MarbleTable>(
    _ diagram: String,
    _ values: Table = MarbleValues<String>.names,
    _ receive: (Table.Value) async throws -> Void
  ) {}

  // The same without a value. Own message: "no exact matches in call".
  /// Unavailable: the closure is synchronous.
  @available(
    *,
    unavailable,
    message: "the closure is synchronous: wrap the call in `Task { await … }`"
  )
  public func hot(_ diagram: String, _ act: () async throws -> Void) {}

  // A state with an error that is not Equatable. Own message: "no exact matches in call".
  /// Unavailable: the values cannot be compared.
  @available(
    *,
    unavailable,
    message: "the values are compared with ==: make them Equatable, or map them to values that are"
  )
  public func expect<Stream: Publisher>(
    _ publisher: Stream,
    _ diagram: String,
    _ values: some MarbleTable<Stream.Output>,
    failure: Stream.Failure? = nil,
    checking check: MarbleCheck = .everything
  ) {}

  // The own message requires that the publisher conforms to AsyncSequence.
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

  // A table that was left out. The own message requires that the publisher conforms to AsyncSequence.
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

  // A property of a model instead of a stream. Own message: "no exact matches in call". It fits all
  // that the others do not, so its message names the rules for sequences, too.
  /// Unavailable: a value is not a stream.
  @available(
    *,
    unavailable,
    message: """
      m.expect takes a publisher or an async sequence, with a table of its values, which are \
      Equatable: expect a property with m.expect(reading: { … }) or m.expectChanges(of: …)
      """
  )
  @_disfavoredOverload
  public func expect<Value, Table: MarbleTable>(
    _ value: Value,
    _ diagram: String,
    _ values: Table = MarbleValues<String>.names,
    checking check: MarbleCheck = .everything
  ) {}

  // The compiler fails without a diagnosis.
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
}
