/// A case of an enum, as two functions that embed a value in the case and extract the value.
///
/// ```swift
/// extension CasePath<AppAction, SearchAction> {
///   static let search = Self(AppAction.search) {
///     if case .search(let action) = $0 { action } else { nil }
///   }
/// }
/// ```
public struct CasePath<Root, Value>: Sendable {
  /// Embeds a value in the case.
  public let embed: @Sendable (Value) -> Root
  /// Extracts the value; `nil` for another case.
  public let extract: @Sendable (Root) -> Value?

  /// Creates the path of a case.
  ///
  /// - Parameters:
  ///   - embed: The case itself.
  ///   - extract: Extracts the value; `nil` for another case.
  public init(
    _ embed: @escaping @Sendable (Value) -> Root,
    _ extract: @escaping @Sendable (Root) -> Value?
  ) {
    self.embed = embed
    self.extract = extract
  }

  /// Creates the path of a case with two values, such as a key and the action of its element.
  public init<First, Second>(
    _ embed: @escaping @Sendable (First, Second) -> Root,
    _ extract: @escaping @Sendable (Root) -> Value?
  ) where Value == (First, Second) {
    self.init({ embed($0.0, $0.1) }, extract)
  }

  /// Appends the path of a case of this case's value.
  ///
  /// - Parameter other: The path of a case of the value.
  /// - Returns: The path from the root to that case.
  public func appending<Inner>(_ other: CasePath<Value, Inner>) -> CasePath<Root, Inner> {
    CasePath<Root, Inner>({ [embed] in embed(other.embed($0)) }) { [extract] in
      extract($0).flatMap(other.extract)
    }
  }
}

extension CasePath where Root == Value {
  /// The path of the root value itself.
  public static var itself: Self { Self({ $0 }, { $0 }) }
}

/// A part of a state, whose offset is resolved once, when its reducer is made.
///
/// A part that is stored in the state is read and changed in place. Any other part is read and
/// changed by its key path.
struct StatePart<Whole: Sendable, Part: Sendable>: Sendable {
  typealias Path = any WritableKeyPath<Whole, Part> & Sendable

  let path: Path
  private let offset: Int?

  init(_ path: Path) {
    self.path = path
    offset = MemoryLayout<Whole>.offset(of: path)
  }

  /// Reads or changes the part in place.
  @inline(__always)
  func access<R>(_ whole: inout Whole, _ body: (inout Part) -> R) -> R {
    guard let offset else { return body(&whole[keyPath: path]) }
    return access(at: &whole, offset, body)
  }

  @inline(__always)
  private func access<R>(
    at whole: UnsafeMutablePointer<Whole>,
    _ offset: Int,
    _ body: (inout Part) -> R
  ) -> R {
    let pointer = UnsafeMutableRawPointer(whole) + offset
    return body(&pointer.assumingMemoryBound(to: Part.self).pointee)
  }

  /// Reads the part in place; a computed part is not set.
  @inline(__always)
  func read<R>(_ whole: inout Whole, _ body: (inout Part) -> R) -> R {
    guard offset == nil else { return access(&whole, body) }
    var part = whole[keyPath: path]
    return body(&part)
  }
}
