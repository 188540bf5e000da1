/// A case of an enum: how a value is put into it, and taken out again.
///
/// ```swift
/// extension CasePath<AppAction, SearchAction> {
///   static let search = Self(AppAction.search) { if case .search(let action) = $0 { action } else { nil } }
/// }
/// ```
public struct CasePath<Root, Value>: Sendable {
  /// Puts a value into the case.
  public let embed: @Sendable (Value) -> Root
  /// Takes the value out; `nil` if it is another case.
  public let extract: @Sendable (Root) -> Value?

  /// Creates the path of a case.
  ///
  /// - Parameters:
  ///   - embed: The case itself.
  ///   - extract: Takes the value out; `nil` if it is another case.
  public init(
    _ embed: @escaping @Sendable (Value) -> Root,
    _ extract: @escaping @Sendable (Root) -> Value?
  ) {
    self.embed = embed
    self.extract = extract
  }

  /// Creates the path of a case with two values, such as a key and what happens to its element.
  ///
  /// - Parameters:
  ///   - embed: The case itself.
  ///   - extract: Takes the values out; `nil` if it is another case.
  public init<First, Second>(
    _ embed: @escaping @Sendable (First, Second) -> Root,
    _ extract: @escaping @Sendable (Root) -> Value?
  ) where Value == (First, Second) {
    self.init({ embed($0.0, $0.1) }, extract)
  }

  /// The case of a case.
  ///
  /// - Parameter other: A case of the value.
  /// - Returns: The path from the root to that.
  public func appending<Inner>(_ other: CasePath<Value, Inner>) -> CasePath<Root, Inner> {
    CasePath<Root, Inner>({ [embed] in embed(other.embed($0)) }) { [extract] in
      extract($0).flatMap(other.extract)
    }
  }
}

extension CasePath where Root == Value {
  /// The value itself.
  public static var itself: Self { Self({ $0 }, { $0 }) }
}
