import ReactiveLoading
import ReactiveRelays

/// A tag of loads in a ``LoadScope``: a path of parts, whose prefixes select.
///
/// An app names its tags once:
///
/// ```swift
/// extension LoadTag {
///   static let movies: Self = "movies"
///   static func movie(_ id: Int) -> Self { [Self.movies, id] }
/// }
/// ```
///
/// `movies` selects the members at `movies` and below it, for instance those at `movies/7`. The key
/// of a cache, and the request of a loader or a list, is one step below the tag of the member:
/// `movie(7)` selects the key 7 of a cache at `movies`. See <doc:ScopeContract#S2-Tags>.
///
/// The parts are hashed and compared outside every lock.
public struct LoadTag: Sendable {
  package let parts: [any Hashable & Sendable]

  package init(parts: [any Hashable & Sendable]) { self.parts = parts }
}

extension LoadTag: ExpressibleByStringLiteral, ExpressibleByArrayLiteral {
  /// Creates a tag of one part.
  public init(stringLiteral part: String) { self.init(parts: [part]) }

  /// Creates a tag of parts; a tag among them contributes its parts.
  ///
  /// Two parts are equal if they have the same type and are equal.
  public init(arrayLiteral parts: any Hashable & Sendable...) {
    self.init(parts: parts.flatMap { ($0 as? LoadTag)?.parts ?? [$0] })
  }
}

extension LoadTag: Hashable {
  /// Returns whether two tags have equal parts of the same types.
  public static func == (left: Self, right: Self) -> Bool {
    left.parts.count == right.parts.count
      && zip(left.parts, right.parts).allSatisfy { $0.isEqual(to: $1) }
  }

  /// Hashes the parts.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(parts.count)
    for part in parts { part.hash(into: &hasher) }
  }
}

extension Hashable {
  /// Returns whether another value has the same type and is equal.
  fileprivate func isEqual(to other: any Hashable) -> Bool {
    type(of: other) == Self.self && (other as? Self) == self
  }
}

extension LoadTag: CustomStringConvertible {
  /// The parts on one line, as in `movies/7`; long parts are cut.
  public var description: String { parts.map { shortText($0) }.joined(separator: "/") }
}
