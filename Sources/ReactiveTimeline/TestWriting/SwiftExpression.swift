import ReactiveRelays

/// A mapping from the values of a type to expressions in Swift, for printed tests.
///
/// ```swift
/// SwiftExpression(of: Poster.self) { poster in "Poster.sample(\(poster.number))" }
/// ```
///
/// It applies to values of exactly this type, also inside collections, structs and states. See
/// <doc:RecordingTimelines#K8-Expressions-given-by-the-caller>.
public struct SwiftExpression: Sendable {
  let valueType: any Any.Type
  private let write: @Sendable (Any) throws -> String?

  /// Creates a mapping.
  ///
  /// - Parameters:
  ///   - type: The type of the values.
  ///   - text: Returns the expression of a value, which the printed test evaluates; `nil` to use
  ///     the fixture or the own expression of the value. An error is the reason of no test.
  public init<Value>(
    of type: Value.Type,
    _ text: @escaping @Sendable (Value) throws -> String?
  ) {
    valueType = type
    write = { value in
      guard Swift.type(of: value) == type, let value = value as? Value else { return nil }
      return try text(value)
    }
  }

  /// Returns the expression of a value; `nil` if the mapping is for another type.
  func text(of value: Any) throws(NoLiteral) -> String? {
    do { return try write(value) } catch {
      throw NoLiteral(reason: "the mapping of \(type(of: value)) has failed: \(fullText(error))")
    }
  }
}

extension SwiftExpression: CustomStringConvertible {
  /// The type of the values.
  public var description: String { "SwiftExpression of \(valueType)" }
}
